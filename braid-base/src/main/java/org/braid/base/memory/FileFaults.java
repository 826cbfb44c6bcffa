package org.braid.base.memory;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * User memory that is a mapped file may end before its mapping does: somebody truncates the file, or its disk fails. The processor then refuses an access in the middle of a copy. The
 * JDK's own copies survive that with an {@link InternalError}; machine code that the JDK does not know, as {@link StreamingCopy}'s, would end the JVM.
 */
final class FileFaults {
    private static final Object ANY = new Object();

    private FileFaults() {}

    /** False only of what is known to be memory. A typed view of a direct buffer does not tell what lies below. */
    static boolean mayHit(Object base) {
        if (base instanceof MemorySegment segment) {
            return segment.isMapped();
        }
        return base instanceof Buffer buffer && buffer.isDirect() && !(buffer instanceof ByteBuffer bytes && !MemorySegment.ofBuffer(bytes).isMapped());
    }

    /**
     * The JDK notes what compiled code has met, and throws when the thread is next asked to stop, which may be long after the message was sent. Each native call asks; this one does
     * nothing else, in 15 ns.
     *
     * @throws InternalError if an access of this thread was refused since it was last asked
     */
    static void throwNow() {
        boolean ignored = Thread.holdsLock(ANY);
    }
}
