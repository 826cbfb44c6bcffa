package org.braid.pipe.hello;

import java.nio.ByteBuffer;
import org.braid.base.wire.Hello;
import org.jspecify.annotations.Nullable;

/** The first 16 bytes in both directions: who we are, and whether the other end may go on. */
final class Greeter {
    private final Hello ours;
    private @Nullable Hello theirs;

    Greeter(Hello ours) {
        this.ours = ours;
    }

    /** True once a hello was read, good or bad. */
    boolean greeted() {
        return theirs != null;
    }

    void putOurs(ByteBuffer to) {
        ours.put(to);
    }

    /** Reads the other end's hello; null if the two may be in one job. */
    @Nullable HandshakeFault check(ByteBuffer in) {
        if (in.getInt(in.position()) != Hello.MAGIC) {
            return HandshakeFault.garbage();
        }
        Hello read = Hello.get(in);
        theirs = read;
        return read.equals(ours) ? null : HandshakeFault.otherBuild("it is Braid " + read + ", this process is Braid " + ours);
    }
}
