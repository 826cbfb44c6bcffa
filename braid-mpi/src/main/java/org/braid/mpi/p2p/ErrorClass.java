package org.braid.mpi.p2p;

import org.braid.base.ErrorCode;

/** MPI's error classes as far as the engines raise them; the values are those of Open MPI's mpi.h. */
public enum ErrorClass {
    BUFFER(1, ErrorCode.MPI_BUFFER),
    COUNT(2, ErrorCode.MPI_COUNT),
    TYPE(3, ErrorCode.MPI_TYPE),
    TAG(4, ErrorCode.MPI_TAG),
    COMM(5, ErrorCode.MPI_COMM),
    RANK(6, ErrorCode.MPI_RANK),
    REQUEST(7, ErrorCode.MPI_REQUEST),
    ARG(13, ErrorCode.MPI_ARGUMENT),
    TRUNCATE(15, ErrorCode.MPI_TRUNCATED),
    OTHER(16, ErrorCode.MPI_COLLECTIVE_DIFFERS),
    OP(10, ErrorCode.MPI_OP),
    ASSERT(22, ErrorCode.MPI_ARGUMENT),
    DISPLACEMENT(26, ErrorCode.MPI_ARGUMENT),
    LOCK_TYPE(37, ErrorCode.MPI_ARGUMENT),
    SIZE(49, ErrorCode.MPI_ARGUMENT),
    RMA_SYNC(47, ErrorCode.MPI_RMA_SYNC),
    WINDOW(53, ErrorCode.MPI_WINDOW),
    RMA_RANGE(68, ErrorCode.MPI_RMA_RANGE),
    RMA_ATTACH(69, ErrorCode.MPI_WINDOW),
    RMA_FLAVOR(70, ErrorCode.MPI_WINDOW),
    RMA_SHARED(71, ErrorCode.MPI_WINDOW),
    PEER_LEFT(16, ErrorCode.MPI_PEER_LEFT),
    DEADLOCK(16, ErrorCode.MPI_DEADLOCK),
    CALLBACK(16, ErrorCode.MPI_CALLBACK),
    NO_MEMORY(39, ErrorCode.MPI_RESOURCES),
    PEER_FAILED(75, ErrorCode.MPI_PEER_FAILED);

    private final int value;
    private final ErrorCode code;

    ErrorClass(int value, ErrorCode code) {
        this.value = value;
        this.code = code;
    }

    /** The number that users compare with {@code MPI.ERR_…}. */
    public int value() {
        return value;
    }

    /** The code that {@code braid explain} knows. */
    ErrorCode code() {
        return code;
    }
}
