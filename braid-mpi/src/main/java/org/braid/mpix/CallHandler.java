package org.braid.mpix;

/** What a message to a local communicator runs there (generalized-communicators, section 6); see {@link LocalComm#onCall}. */
@FunctionalInterface
public interface CallHandler {
    /**
     * A message has come. Runs in a virtual thread, one call of a handler after the other, and may call MPI.
     *
     * @param slot the receive slot at which it came
     * @param data its bytes, in native order; the handler's own
     */
    void called(int slot, byte[] data);
}
