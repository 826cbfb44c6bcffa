package org.braid.mpi.data.reduction;

import org.braid.mpi.data.UserMemory;

/**
 * A predefined operation over elements of one primitive: arrays at equal offsets go straight to the kernel, few elements that belong to the beginning of one with their operand moved to the same
 * indices, any other memory through a pair of tiles.
 */
final class ArrayReduction extends Reduction {
  private final Kernel kernel;
  private final ReductionOperation op;
  private final int perElement;
  private final TilePool tiles = new TilePool();

  ArrayReduction(Kernel kernel, ReductionOperation op, int elementBytes) {
    super(elementBytes, op.isCommutative());
    this.kernel = kernel;
    this.op = op;
    this.perElement = elementBytes / kernel.type.bytes();
  }

  @Override
  public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
    final int n = Math.multiplyExact(count, perElement);
    final boolean areOwn = isOwnArray(in) && isOwnArray(inout);
    if (areOwn && inOffset == inoutOffset) {
      final int from = Math.toIntExact(inOffset / kernel.type.bytes());
      kernel.reduce(op, in, inout, from, Math.addExact(from, n));
    } else if (areOwn && liesInTile(inoutOffset, n) && isWhole(inOffset) && isWhole(inoutOffset)) {
      reduceFromTile(in, Math.toIntExact(inOffset / kernel.type.bytes()), inout, (int) inoutOffset / kernel.type.bytes(), n);
    } else {
      reduceInTiles(in, inOffset, inout, inoutOffset, n);
    }
  }

  private boolean liesInTile(long offset, int n) {
    return offset + (long) n * kernel.type.bytes() <= (long) Kernel.TILE * kernel.type.bytes();
  }

  private boolean isWhole(long offset) {
    return offset % kernel.type.bytes() == 0;
  }

  private void reduceFromTile(Object in, int inFrom, Object inout, int from, int n) {
    final TilePool.Tiles pair = tiles.claim(kernel);
    System.arraycopy(in, inFrom, pair.left(), from, n);
    kernel.reduce(op, pair.left(), inout, from, from + n);
    tiles.release(pair);
  }

  @Override
  public Object newScratch(long bytes) {
    return kernel.newArray(Math.toIntExact(bytes / kernel.type.bytes()));
  }

  @Override
  public boolean likesScratch(Object scratch) {
    return isOwnArray(scratch);
  }

  private boolean isOwnArray(Object memory) {
    return memory.getClass() == kernel.type.arrayClass();
  }

  private void reduceInTiles(Object in, long inOffset, Object inout, long inoutOffset, int n) {
    final TilePool.Tiles pair = tiles.claim(kernel);
    final int bytes = kernel.type.bytes();
    for (int done = 0; done < n; done += Kernel.TILE) {
      final int m = Math.min(Kernel.TILE, n - done);
      final long at = (long) done * bytes;
      UserMemory.copy(in, inOffset + at, pair.left(), 0, m * bytes);
      UserMemory.copy(inout, inoutOffset + at, pair.right(), 0, m * bytes);
      kernel.reduce(op, pair.left(), pair.right(), 0, m);
      UserMemory.copy(pair.right(), 0, inout, inoutOffset + at, m * bytes);
    }
    tiles.release(pair);
  }
}
