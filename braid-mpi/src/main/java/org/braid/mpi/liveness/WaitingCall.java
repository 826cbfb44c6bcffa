package org.braid.mpi.liveness;

import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** Which call of the program the calling thread is in, for people: its name, its communicator and the program's line. */
final class WaitingCall {
    /** Longer texts are cut: each member of a deadlock is told those of all. */
    static final int MOST_CHARS = 200;

    private WaitingCall() {}

    static String text(Awaited awaited) {
        StackTraceElement[] frames = Thread.currentThread().getStackTrace();
        int program = programsFrame(frames);
        StringBuilder text = new StringBuilder(program == 0 ? "a call" : frames[program - 1].getMethodName());
        LcoSlots communicator = communicator(awaited);
        if (communicator != null) {
            text.append(" on ").append(communicator.title());
        }
        if (program < frames.length && frames[program].getFileName() != null) {
            text.append(" at ").append(frames[program].getFileName()).append(':').append(frames[program].getLineNumber());
        }
        return text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) : text.toString();
    }

    /** The first one below those of this library, which the call that was made is the outermost of. */
    private static int programsFrame(StackTraceElement[] frames) {
        int at = 0;
        while (at < frames.length && !isOfLibrary(frames[at])) {
            at++; // the way into Thread
        }
        while (at < frames.length && isOfLibrary(frames[at])) {
            at++;
        }
        return at;
    }

    private static boolean isOfLibrary(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("mpi.") || name.startsWith("org.braid.mpi.") || name.startsWith("org.braid.coll.") || name.startsWith("org.braid.link.");
    }

    private static @Nullable LcoSlots communicator(Awaited awaited) {
        for (Request r : awaited.requests()) {
            LcoSlots object = r.communicator();
            if (object != null) {
                return object;
            }
        }
        return null;
    }
}
