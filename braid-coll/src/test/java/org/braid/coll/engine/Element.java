package org.braid.coll.engine;

/** The two kinds of elements that live tests combine: bytes added modulo 256, and affine maps x -> a·x + b, whose composition doesn't commute. */
enum Element implements Reducer {
    BYTES(1, true) {
        @Override
        Object newArray(int elements) {
            return new byte[elements];
        }

        @Override
        void set(Object array, int at, long value) {
            ((byte[]) array)[at] = (byte) value;
        }

        @Override
        long get(Object array, int at) {
            return ((byte[]) array)[at];
        }

        @Override
        public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
            for (int i = 0; i < count; i++) {
                ((byte[]) inout)[(int) inoutOffset + i] += ((byte[]) in)[(int) inOffset + i];
            }
        }

        @Override
        long combined(long left, long right) {
            return (byte) (left + right);
        }
    },

    /** a in the upper half, b in the lower half of a long. */
    AFFINE_MAPS(8, false) {
        @Override
        Object newArray(int elements) {
            return new long[elements];
        }

        @Override
        void set(Object array, int at, long value) {
            ((long[]) array)[at] = value;
        }

        @Override
        long get(Object array, int at) {
            return ((long[]) array)[at];
        }

        @Override
        public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
            for (int i = 0; i < count; i++) {
                int at = (int) (inoutOffset / 8) + i;
                ((long[]) inout)[at] = combined(((long[]) in)[(int) (inOffset / 8) + i], ((long[]) inout)[at]);
            }
        }

        @Override
        long combined(long left, long right) {
            int slope = (int) (left >>> 32) * (int) (right >>> 32);
            int shift = (int) (left >>> 32) * (int) right + (int) left;
            return (long) slope << 32 | shift & 0xFFFFFFFFL;
        }
    };

    final int bytes;
    private final boolean commutative;

    Element(int bytes, boolean commutative) {
        this.bytes = bytes;
        this.commutative = commutative;
    }

    abstract Object newArray(int elements);

    abstract void set(Object array, int at, long value);

    abstract long get(Object array, int at);

    abstract long combined(long left, long right);

    /** The value of a rank's element, different for all. */
    long value(int rank, int element) {
        long mixed = (rank * 1000003L + element + 1) * 0x9E3779B97F4A7C15L;
        return this == BYTES ? (byte) (mixed >>> 32) : mixed | 1L << 32;
    }

    @Override
    public boolean isCommutative() {
        return commutative;
    }

    @Override
    public Object newScratch(long size) {
        return newArray(Math.toIntExact(size / bytes));
    }

    @Override
    public boolean likesScratch(Object scratch) {
        return scratch.getClass() == (this == BYTES ? byte[].class : long[].class);
    }
}
