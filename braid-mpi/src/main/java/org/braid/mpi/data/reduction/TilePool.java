package org.braid.mpi.data.reduction;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps one pair of tiles for the next user; a second thread that comes at the same time gets a pair of its own. */
final class TilePool {
  record Tiles(Object left, Object right) {}

  private final AtomicReference<@Nullable Tiles> idle = new AtomicReference<>();

  /** The idle pair (acquire pairs with the release in {@link #release}) or a new one. */
  Tiles claim(Kernel kernel) {
    Tiles pair = idle.getAndSet(null);
    return pair != null ? pair : new Tiles(kernel.newTile(), kernel.newTile());
  }

  void release(Tiles pair) {
    idle.setRelease(pair);
  }
}
