package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink;
import io.sluice.mover.Source;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The least that a session does to make one tree equal to another on the same host. */
final class TreeCopy implements Visitor {
  private static final int SMALL = 64 << 10;

  private record Inode(long device, long number) {}

  private record Name(Folder in, BytePath name) {}

  private final Tree from;
  private final Replica to;
  private final Map<Folder, Folder> folders = new ConcurrentHashMap<>();
  private final Map<Folder, Set<BytePath>> seen = new ConcurrentHashMap<>();
  private final Map<Inode, Name> linked = new ConcurrentHashMap<>();
  final List<String> warnings = new CopyOnWriteArrayList<>();
  final List<StoreException> failures = new CopyOnWriteArrayList<>();

  private TreeCopy(Tree from, Replica to) {
    this.from = from;
    this.to = to;
    folders.put(from.root(), to.tree().root());
  }

  /** Makes the one equal to the other, deleting what is extra. */
  static TreeCopy run(Tree from, Replica to, int threads) throws IOException, InterruptedException {
    TreeCopy copy = new TreeCopy(from, to);
    new Walk(from, new Walk.Options(true, false), copy).run(threads);
    return copy;
  }

  @Override
  public void enter(Folder folder, Entry entry) {
    seen.put(folder, Collections.synchronizedSet(new HashSet<>()));
    if (folder.parent() != null) {
      folders.put(folder, pending.get(folder.parent()).get(folder.name()));
    }
  }

  @Override
  public boolean entry(Folder in, Entry entry) throws IOException {
    seen.get(in).add(entry.name());
    Folder into = folders.get(in);
    if (entry.links() > 1 && !entry.isFolder()) {
      Inode inode = new Inode(entry.attributes().device(), entry.attributes().inode());
      synchronized (linked) {
        Name first = linked.get(inode);
        if (first != null) {
          to.hardLink(first.in, first.name, into, entry.name());
          return false;
        }
        copy(in, into, entry);
        linked.put(inode, new Name(into, entry.name()));
        return false;
      }
    }
    return copy(in, into, entry);
  }

  private boolean copy(Folder in, Folder into, Entry entry) throws IOException {
    if (entry.isFolder()) {
      pending
          .computeIfAbsent(in, key -> new ConcurrentHashMap<>())
          .put(entry.name(), to.makeFolder(into, entry.name()));
      return true;
    }
    if (entry.attributes().type() != Attributes.Type.FILE) {
      warnings.addAll(to.makeSpecial(into, entry));
    } else if (entry.attributes().size() <= SMALL && !entry.isSparse()) {
      ByteBuffer content = ByteBuffer.allocate((int) entry.attributes().size());
      from.read(in, entry.name(), content);
      try (NewFile file = to.create(into, entry, content.flip())) {
        warnings.addAll(file.warnings());
        file.publish();
      }
    } else {
      big(in, into, entry);
    }
    return false;
  }

  private final Map<Folder, Map<BytePath, Folder>> pending = new ConcurrentHashMap<>();

  private void big(Folder in, Folder into, Entry entry) throws IOException {
    try (Source source = from.source(in, entry.name());
        Sink sink = to.sink(into, entry, Copies.OPTIONS)) {
      long size = source.attributes().size();
      ByteBuffer buffer = ByteBuffer.allocate(SMALL);
      for (long at = source.nextData(0); at < size; at = source.nextData(at)) {
        long hole = source.nextHole(at);
        while (at < hole) {
          buffer.clear().limit((int) Math.min(SMALL, hole - at));
          int count = source.read(buffer, at);
          sink.write(buffer.flip(), at);
          at += count;
        }
      }
      warnings.addAll(sink.complete(source.attributes(), false));
    }
  }

  @Override
  public void leave(Folder folder, Entry entry, boolean complete) throws IOException {
    Folder into = folders.get(folder);
    Set<BytePath> names = seen.remove(folder);
    if (complete) {
      removeExtra(into, names);
    }
    warnings.addAll(to.finish(into, entry));
    folders.remove(folder);
    pending.remove(folder);
  }

  private void removeExtra(Folder into, Set<BytePath> names) throws IOException {
    Extra extra = new Extra();
    Listing listing = new Listing(to.tree(), new Walk.Options(false, false));
    Walk.Level level = new Walk.Level(into, null, null);
    while (!level.ended) {
      listing.readBlock(level, extra);
    }
    for (BytePath name : extra.there) {
      if (!names.contains(name)) {
        to.remove(into, name);
      }
    }
    for (BytePath name : extra.leftovers) {
      to.removeLeftover(into, name);
    }
  }

  @Override
  public void failed(Folder in, BytePath name, StoreException cause) {
    failures.add(cause);
  }

  private static final class Extra implements Visitor {
    private final Set<BytePath> there = new HashSet<>();
    private final Set<BytePath> leftovers = new HashSet<>();

    @Override
    public boolean entry(Folder in, Entry entry) {
      there.add(entry.name());
      return false;
    }

    @Override
    public void leftover(Folder in, BytePath name) {
      leftovers.add(name);
    }

    @Override
    public void failed(Folder in, BytePath name, StoreException cause) throws StoreException {
      throw cause;
    }
  }
}
