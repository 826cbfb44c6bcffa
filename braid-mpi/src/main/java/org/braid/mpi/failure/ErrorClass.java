package org.braid.mpi.failure;

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
    GROUP(9, ErrorCode.MPI_ARGUMENT),
    ARG(13, ErrorCode.MPI_ARGUMENT),
    TRUNCATE(15, ErrorCode.MPI_TRUNCATED),
    OTHER(16, ErrorCode.MPI_COLLECTIVE_DIFFERS),
    OP(10, ErrorCode.MPI_OP),
    T_SESSION(62, ErrorCode.MPI_ARGUMENT),
    T_SET_NEVER(64, ErrorCode.MPI_ARGUMENT),
    T_NO_START(65, ErrorCode.MPI_ARGUMENT),
    T_NAME(73, ErrorCode.MPI_ARGUMENT),
    VALUE_TOO_LARGE(79, ErrorCode.MPI_ARGUMENT),
    SESSION(78, ErrorCode.MPI_FINALIZED),
    ASSERT(22, ErrorCode.MPI_ARGUMENT),
    DISPLACEMENT(26, ErrorCode.MPI_ARGUMENT),
    INFO(34, ErrorCode.MPI_ARGUMENT),
    LOCK_TYPE(37, ErrorCode.MPI_ARGUMENT),
    SIZE(49, ErrorCode.MPI_ARGUMENT),
    RMA_SYNC(47, ErrorCode.MPI_RMA_SYNC),
    WINDOW(53, ErrorCode.MPI_WINDOW),
    RMA_RANGE(68, ErrorCode.MPI_RMA_RANGE),
    RMA_ATTACH(69, ErrorCode.MPI_WINDOW),
    RMA_FLAVOR(70, ErrorCode.MPI_WINDOW),
    RMA_SHARED(71, ErrorCode.MPI_WINDOW),
    SLOT_GONE(5, ErrorCode.MPI_SLOT_GONE),
    NO_SENDER(16, ErrorCode.MPI_NO_SENDER),
    PEER_LEFT(16, ErrorCode.MPI_PEER_LEFT),
    DEADLOCK(16, ErrorCode.MPI_DEADLOCK),
    CALLBACK(16, ErrorCode.MPI_CALLBACK),
    NOT_DELIVERED(16, ErrorCode.MPI_NOT_DELIVERED),
    ACCESS(20, ErrorCode.MPI_FILE),
    AMODE(21, ErrorCode.MPI_FILE_MODE),
    BAD_FILE(23, ErrorCode.MPI_FILE),
    FILE_EXISTS(28, ErrorCode.MPI_FILE),
    FILE_IN_USE(29, ErrorCode.MPI_FILE),
    FILE(30, ErrorCode.MPI_FILE),
    IO(35, ErrorCode.MPI_FILE_IO),
    NO_MEMORY(39, ErrorCode.MPI_RESOURCES),
    NOT_SAME(40, ErrorCode.MPI_FILE_MODE),
    NO_SPACE(41, ErrorCode.MPI_FILE_IO),
    NO_SUCH_FILE(42, ErrorCode.MPI_FILE),
    QUOTA(44, ErrorCode.MPI_FILE_IO),
    READ_ONLY(45, ErrorCode.MPI_FILE),
    UNSUPPORTED_DATAREP(51, ErrorCode.MPI_FILE_MODE),
    UNSUPPORTED_OPERATION(52, ErrorCode.MPI_FILE_MODE),
    NAME(38, ErrorCode.MPI_SERVICE),
    PORT(43, ErrorCode.MPI_PORT),
    SERVICE(48, ErrorCode.MPI_SERVICE),
    SPAWN(50, ErrorCode.MPI_SPAWN),
    PEER_FAILED(75, ErrorCode.MPI_PEER_FAILED);

    private final int value;
    private final ErrorCode code;

    ErrorClass(int value, ErrorCode code) {
        this.value = value;
        this.code = code;
    }

    /** The class of this number; ARG for those that the engines have no name for. */
    public static ErrorClass of(int value) {
        for (ErrorClass each : values()) {
            if (each.value == value) {
                return each;
            }
        }
        return ARG;
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
