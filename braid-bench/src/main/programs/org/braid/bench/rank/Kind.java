package org.braid.bench.rank;

import java.nio.ByteBuffer;
import mpi.MPI;

/** What kind of memory a message comes from and goes to. */
enum Kind {
    ARRAY("byte[]"),
    DIRECT("direct"),
    SHARED("newByteBuffer");

    final String text;

    Kind(String text) {
        this.text = text;
    }

    Object allocate(int bytes) {
        return switch (this) {
            case ARRAY -> new byte[bytes];
            case DIRECT -> ByteBuffer.allocateDirect(bytes);
            case SHARED -> MPI.newByteBuffer(bytes);
        };
    }
}
