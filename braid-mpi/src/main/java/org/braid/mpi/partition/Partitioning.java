package org.braid.mpi.partition;

import org.braid.mpi.data.BaseType;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/**
 * How one side has cut the message into parts of equal length.
 *
 * @param partitions how many; none make an empty message
 * @param bytes of each
 * @param type code of the elements, as messages carry it
 */
public record Partitioning(int partitions, long bytes, int type) {
    static final int LONGS = 3;

    /** The type of what was packed: it fits all. */
    private static final int PACKED = 9;

    /** Which numbers they have, for who has given another one. */
    public String numbers() {
        return partitions == 0 ? "the message has no partitions" : "partitions are 0 to " + (partitions - 1);
    }

    long total() {
        return partitions * bytes;
    }

    void put(long[] words, int at) {
        words[at] = partitions;
        words[at + 1] = bytes;
        words[at + 2] = type;
    }

    static Partitioning get(long[] words, int at) {
        return new Partitioning((int) words[at], words[at + 1], (int) words[at + 2]);
    }

    /**
     * Both sides may cut the message in their own way, but it is one message; both find the same.
     *
     * @param end what its side is called
     */
    static void throwUnlessFitting(String end, Partitioning sent, Partitioning received) {
        if (sent.total() != received.total()) {
            throw new MpiFailure(
                    ErrorClass.COUNT, end + " has met one that it does not fit", "the sender has " + sent.text() + " and the receiver " + received.text(), "Give as many bytes in all at both ends");
        }
        if (sent.type != received.type && sent.type != PACKED && received.type != PACKED && sent.total() > 0) {
            throw new MpiFailure(
                    ErrorClass.TYPE, end + " has met one that it does not fit", "the sender's basic type is " + BaseType.nameOf(sent.type) + " and the receiver's is " + BaseType.nameOf(received.type),
                    "Name the same basic datatype on both sides; MPI.PACKED fits all");
        }
    }

    private String text() {
        return partitions + " partitions of " + bytes + " bytes";
    }

    /** The first of the sender's parts that part {@code partition} of this side needs. */
    int firstNeeded(int partition, Partitioning sent) {
        return sent.bytes == 0 ? 0 : (int) (partition * bytes / sent.bytes);
    }

    /** One past the last of them. */
    int endNeeded(int partition, Partitioning sent) {
        return sent.bytes == 0 ? sent.partitions : (int) (((partition + 1) * bytes + sent.bytes - 1) / sent.bytes);
    }
}
