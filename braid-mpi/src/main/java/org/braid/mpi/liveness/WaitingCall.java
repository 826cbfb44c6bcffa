package org.braid.mpi.liveness;

import java.lang.StackWalker.StackFrame;
import java.net.URL;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** Which call of the program the calling thread is in, for people: its name, its communicator and the program's line. */
final class WaitingCall {
    /** Longer texts are cut: each member of a deadlock is told those of all. */
    static final int MOST_CHARS = 200;

    private static final StackWalker FRAMES = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private WaitingCall() {}

    static String text(Awaited awaited) {
        LcoSlots communicator = communicator(awaited);
        return text(communicator == null ? "" : " on " + communicator.title());
    }

    /** The call alone, whatever it waits for. */
    static String here() {
        return text("");
    }

    private static String text(String on) {
        List<StackFrame> frames = FRAMES.walk(Stream::toList);
        int program = programsFrame(frames);
        StringBuilder text = new StringBuilder(program == 0 ? "a call" : nameOf(frames.get(program - 1))).append(on);
        if (program < frames.size() && frames.get(program).getFileName() != null) {
            text.append(" at ").append(frames.get(program).getFileName()).append(':').append(frames.get(program).getLineNumber());
        }
        return text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) : text.toString();
    }

    /** Of a constructor that is the name of its class. */
    private static String nameOf(StackFrame call) {
        return call.getMethodName().equals("<init>") ? "new " + call.getDeclaringClass().getSimpleName() : call.getMethodName();
    }

    /** The first one below those of this library, which the call that was made is the outermost of. */
    private static int programsFrame(List<StackFrame> frames) {
        int at = 0;
        while (at < frames.size() && isOfLibrary(frames.get(at).getDeclaringClass())) {
            at++;
        }
        return at;
    }

    /** A program may have packages below {@code mpi} of its own, and classes in it: only those that came from where this class did are ours. */
    private static boolean isOfLibrary(Class<?> type) {
        String name = type.getName();
        return name.startsWith("mpi.")
                ? Objects.equals(origin(type), origin(WaitingCall.class))
                : name.startsWith("org.braid.mpi.") || name.startsWith("org.braid.mpix.") || name.startsWith("org.braid.coll.") || name.startsWith("org.braid.link.");
    }

    /** The jar or directory that the class was loaded from; null of the boot loader, which has Braid's one jar. */
    private static @Nullable URL origin(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
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
