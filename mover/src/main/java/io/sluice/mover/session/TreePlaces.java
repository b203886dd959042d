package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Store;
import java.io.IOException;

/** Rules about where trees may go. */
final class TreePlaces {
  private TreePlaces() {}

  /** The name that a copy of a tree gets in a folder; empty where its path has none. */
  static BytePath name(BytePath path) {
    BytePath name = path.name();
    boolean none = name.equals(BytePath.of(".")) || name.equals(BytePath.of(".."));
    return none ? BytePath.of("") : name;
  }

  /** Why a tree can't go there on one host, or {@code null}. */
  static String refusal(Store store, BytePath source, BytePath destination) {
    try {
      Attributes from = store.attributes(source.isEmpty() ? BytePath.of(".") : source);
      if (from == null) {
        return null;
      }
      BytePath at = store.canonical(destination);
      boolean self = true;
      while (true) {
        Attributes there = store.attributes(at);
        if (there != null && there.inode() == from.inode() && there.device() == from.device()) {
          return self
              ? "source and destination are the same folder"
              : "the destination lies in the source";
        }
        BytePath above = at.parent();
        if (above.isEmpty() || above.equals(at)) {
          return null;
        }
        at = above;
        self = false;
      }
    } catch (IOException e) {
      // Whatever it is, the session will meet it as well, and tell it.
      return null;
    }
  }
}
