package org.braid.coll.engine;

/** An operator that throws whenever it is to combine anything. */
final class Thrower implements Reducer {
    @Override
    public boolean isCommutative() {
        return true;
    }

    @Override
    public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
        throw new IllegalStateException("an operator that does not like its operands");
    }

    @Override
    public Object newScratch(long bytes) {
        return new byte[(int) bytes];
    }

    @Override
    public boolean likesScratch(Object scratch) {
        return true;
    }
}
