package org.braid.mpi.objects.stream;

/** Carries out one broadcast. */
@FunctionalInterface
public interface PieceBroadcast {
    /** The first {@code length} bytes, from the sender's array to those of all others; waits until this member's part is done. */
    void carry(byte[] bytes, int length);
}
