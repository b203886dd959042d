package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A hundred peers' workers, ten in each of ten processes that are killed one after the other: each
 * worker has an endpoint, a pidfd and a mapped segment here, as a process of its own would have.
 */
@Timeout(120)
class KilledPeersTest {
  private static final int PROCESSES = 10;
  private static final int WORKERS = 10;

  /** Two for each peer that has left since the worker was made, and two of its own. */
  private static final int MAX_SEGMENTS = 2 * (UcxWorker.MAX_DEPARTED + WORKERS + 1);

  /** What a worker has open: there may be one at the end where there was none before. */
  private static final int WORKER_DESCRIPTORS = 8;

  /** Beyond the threshold, so that the peer is to fetch it. */
  private static final int MESSAGE = 256 << 10;

  @ParameterizedTest(name = "peers that {0}")
  @ValueSource(strings = {"echo", "stop"})
  void aHundredWorkersOfTenKilledProcessesLeaveNothingBehind(String does) throws Exception {
    Set<WorkerId> endpoints = new HashSet<>();
    try (Pair pair = new Pair()) {
      pair.client.option(UcxChannelOption.UCX_REQUIRED, true);
      connectAndKill(pair, does, endpoints);
      Held first = Held.withoutGarbage();
      for (int i = 1; i < PROCESSES; i++) {
        connectAndKill(pair, does, endpoints);
      }
      assertThat(endpoints).hasSize(PROCESSES * WORKERS);
      Held last = Held.now();
      assertThat(last.descriptors()).isLessThanOrEqualTo(first.descriptors() + WORKER_DESCRIPTORS);
      assertThat(last.segments()).isLessThanOrEqualTo(MAX_SEGMENTS);
      assertThat(last.pooled()).isLessThanOrEqualTo(first.pooled() + Held.chunk());
      assertThat(last.pinned()).isLessThanOrEqualTo(first.pinned());
      // What a worker had that was replaced goes with its garbage.
      while (Held.now().javaMemory() > first.javaMemory()) {
        System.gc();
      }
    }
  }

  /**
   * Lets a process with ten workers be killed: one that echoes when nothing is on its way, one that
   * has stopped to read while it has a message to fetch from each of ten channels.
   */
  private static void connectAndKill(Pair pair, String does, Set<WorkerId> all) throws Exception {
    List<SocketChannel> channels = new ArrayList<>();
    List<ForkedPeer.Ending> endings = new ArrayList<>();
    List<ByteBuf> buffers = new ArrayList<>();
    Set<UcxWorker> workers = new HashSet<>();
    try (ForkedPeer peer = ForkedPeer.start(does, WORKERS)) {
      for (int i = 0; i < WORKERS; i++) {
        ForkedPeer.Ending ending = new ForkedPeer.Ending();
        SocketChannel channel =
            (SocketChannel)
                pair.client.handler(ending).connect(peer.address()).syncUninterruptibly().channel();
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(MESSAGE).writeZero(MESSAGE);
        channel.writeAndFlush(buffer);
        channel.eventLoop().submit(() -> {}).sync();
        UcxPath path = (UcxPath) ((UcxSocketChannel) channel).currentPath();
        all.add(path.endpoint().remote());
        workers.add(path.worker());
        channels.add(channel);
        endings.add(ending);
        buffers.add(buffer);
      }
      if (does.equals("echo")) {
        for (int i = 0; i < WORKERS; i++) {
          while (endings.get(i).received.get() < MESSAGE) {
            channels.get(i).eventLoop().submit(() -> {}).sync();
          }
        }
      }
      peer.kill();
    }
    for (ForkedPeer.Ending ending : endings) {
      ending.inactive.get(10, TimeUnit.SECONDS);
    }
    var loop = channels.get(0).eventLoop();
    // The loop learns of the process's end by events of its own, so this goes through the loop.
    for (ByteBuf buffer : buffers) {
      while (buffer.refCnt() > 0) {
        loop.submit(() -> {}).sync();
      }
    }
    for (UcxWorker worker : workers) {
      while (loop.submit(worker::endpoints).get() > 0) {
        loop.submit(() -> {}).sync();
      }
    }
    for (SocketChannel channel : channels) {
      while (((UcxSocketChannel) channel).fd().isOpen()) {
        loop.submit(() -> {}).sync();
      }
    }
  }

  /**
   * What this process holds at the moment.
   *
   * @param descriptors open ones
   * @param segments mappings of UCX's shared memory, its own and peers'
   * @param pooled bytes of the chunks of Netty's pool
   * @param pinned bytes in use in them
   * @param javaMemory bytes of other direct buffers
   */
  private record Held(long descriptors, long segments, long pooled, long pinned, long javaMemory) {
    /** With the memory of direct buffers that are garbage given back. */
    static Held withoutGarbage() throws IOException {
      Held held = now();
      for (int same = 0; same < 3; ) {
        System.gc();
        Held next = now();
        same = next.equals(held) ? same + 1 : 0;
        held = next;
      }
      return held;
    }

    static long chunk() {
      return PooledByteBufAllocator.DEFAULT.metric().chunkSize();
    }

    static Held now() throws IOException {
      long descriptors;
      try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
        descriptors = open.count();
      }
      long segments;
      try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
        segments = maps.filter(line -> line.contains("ucx_shm")).count();
      }
      long direct =
          ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
              .filter(pool -> pool.getName().equals("direct"))
              .mapToLong(BufferPoolMXBean::getMemoryUsed)
              .sum();
      PooledByteBufAllocator pool = PooledByteBufAllocator.DEFAULT;
      long pooled = pool.metric().usedDirectMemory();
      return new Held(descriptors, segments, pooled, pool.pinnedDirectMemory(), direct - pooled);
    }
  }
}
