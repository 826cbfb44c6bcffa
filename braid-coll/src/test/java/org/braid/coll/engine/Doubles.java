package org.braid.coll.engine;

import java.nio.ByteBuffer;
import java.util.Random;

/** Sums of doubles whose bits tell in which order they were made. */
final class Doubles implements Reducer {
    static final Doubles SUM = new Doubles();

    private Doubles() {}

    /** A rank's operand: so many of very different magnitudes. */
    static byte[] drawn(int rank, int count) {
        Random random = new Random(rank + 1);
        ByteBuffer all = ByteBuffer.allocate(count * Double.BYTES);
        for (int at = 0; at < count; at++) {
            all.putDouble((random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(30)));
        }
        return all.array();
    }

    @Override
    public boolean isCommutative() {
        return true;
    }

    @Override
    public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
        ByteBuffer left = ByteBuffer.wrap((byte[]) in);
        ByteBuffer right = ByteBuffer.wrap((byte[]) inout);
        for (int at = 0; at < count; at++) {
            int to = (int) inoutOffset + at * Double.BYTES;
            right.putDouble(to, left.getDouble((int) inOffset + at * Double.BYTES) + right.getDouble(to));
        }
    }

    @Override
    public Object newScratch(long bytes) {
        return new byte[(int) bytes];
    }

    @Override
    public boolean likesScratch(Object scratch) {
        return scratch instanceof byte[];
    }
}
