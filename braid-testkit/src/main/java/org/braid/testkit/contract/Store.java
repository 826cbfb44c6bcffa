package org.braid.testkit.contract;

import java.nio.ByteBuffer;
import org.braid.link.Context;

/** Kinds of memory that users send from and receive into. */
enum Store {
    ARRAY {
        @Override
        Object allocate(Context owner, int bytes) {
            return new byte[bytes];
        }
    },
    DIRECT {
        @Override
        Object allocate(Context owner, int bytes) {
            return ByteBuffer.allocateDirect(bytes);
        }
    },
    /** Memory that peers on this host may map. */
    ARENA {
        @Override
        Object allocate(Context owner, int bytes) {
            return owner.space().arena().newByteBuffer(bytes);
        }
    };

    abstract Object allocate(Context owner, int bytes);

    static ByteBuffer view(Object memory) {
        return memory instanceof byte[] array ? ByteBuffer.wrap(array) : ((ByteBuffer) memory).duplicate().clear();
    }

    /** Memory whose bytes depend on where they are, so that a piece in the wrong place is seen. */
    Object filled(Context owner, int bytes) {
        byte[] pattern = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            pattern[i] = (byte) (i ^ i >>> 8 ^ i >>> 16 ^ 0x5A);
        }
        Object memory = allocate(owner, bytes);
        view(memory).put(pattern);
        return memory;
    }
}
