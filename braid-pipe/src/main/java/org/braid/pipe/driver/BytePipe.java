package org.braid.pipe.driver;

import java.nio.ByteBuffer;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/**
 * One connection, as the driver of a transport has it: bytes in both directions, in order, as many at a time as the driver likes. No method waits, and none throws because of what the other end or the way
 * there does.
 *
 * <p>Threads: one at a time writes, and none once {@link #close} was called; everything else is called by the holder of the context's token. The two may meet.
 */
public interface BytePipe {
    /** In place of a number of bytes: none can be moved now. */
    int NOT_NOW = 0;

    /** The other end has closed in good order: nothing more will come. */
    int ENDED = -1;

    /** Nothing can be moved any more; {@link #why} knows the reason. */
    int BROKEN = -2;

    /** Whether bytes can flow, or could until the pipe broke. While a call is under way, asking moves it on. */
    boolean isConnected();

    /** Where the other end is, for people; known from the beginning. */
    String there();

    /** By what way its bytes travel, for people, once it is connected: by which interface, from where to where. Asked for by reports alone. */
    default String way() {
        return there();
    }

    /** How its bytes are protected, for people, once it is connected; "" if they are not. */
    default String protection() {
        return "";
    }

    /** Why it broke or never came to be; null while all is well. */
    @Nullable String why();

    /** Whether somebody is there, though more may have to be said before it is connected. */
    default boolean isAnswered() {
        return isConnected();
    }

    /** Whether the other end has shown that it belongs to the job, though not yet who it is: strangers are sent away before it. */
    default boolean isOfTheJob() {
        return false;
    }

    /** Why the other end cannot be this context, by what the connection itself has shown of it; null if it may be. Asked once, when the peer has proven that it says so. */
    default @Nullable String whyNot(ContextId peer) {
        return null;
    }

    /** Whether the other end let go of it in good order before its first byte, having kept to whatever the pipe itself asks of it: it has found another connection (both called at once). */
    default boolean wasLeft() {
        return false;
    }

    /** Once it broke: whether every other connection to this peer would break likewise, since the two agree on nothing. */
    default boolean isHopeless() {
        return false;
    }

    /**
     * Moves what has come into {@code room}, from its position on.
     *
     * @param address of the byte at that position if the buffer is direct, so that a driver may hand it to the kernel itself; else 0
     * @return bytes, {@link #NOT_NOW}, {@link #ENDED} or {@link #BROKEN}
     */
    long read(ByteBuffer room, long address);

    /** As {@link #read(ByteBuffer, long)}, into one buffer after the other. */
    long read(ByteBuffer[] rooms);

    /**
     * Takes bytes of {@code piece}, from its position on.
     *
     * @param address of the byte at that position if the memory is direct and the lane's own, else 0
     * @return bytes, {@link #NOT_NOW} or {@link #BROKEN}
     * @throws RuntimeException if the memory refuses to be read: then nothing was taken
     */
    long write(ByteBuffer piece, long address);

    /** As {@link #write(ByteBuffer, long)}, of {@code count} buffers from {@code pieces[first]} on, in order. */
    long write(ByteBuffer[] pieces, int first, int count);

    /**
     * From now on a process that sleeps is woken when bytes have come.
     *
     * @param forRoom also when there is room for bytes again
     */
    void watch(boolean forRoom);

    /** Lets go of it. What was written may still arrive. */
    void close();
}
