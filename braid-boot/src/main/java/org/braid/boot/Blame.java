package org.braid.boot;

import java.net.URL;
import java.security.CodeSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a program threw, in a line: what, the first line of why, and the place in the program. */
final class Blame {
    private Blame() {}

    /** What and why: {@code threw java.lang.IllegalStateException: lost at sea}. */
    static String sentence(Throwable thrown) {
        String text = thrown.toString();
        int end = text.indexOf('\n');
        return "threw " + (end < 0 ? text : text.substring(0, end).strip() + " …");
    }

    /** Where: {@code at Main.main(Main.java:7)}, the first frame of the program; a library's if there is none, "" without any. */
    static String place(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        for (StackTraceElement frame : frames) {
            if (!isLibrary(frame.getClassName())) {
                return "at " + frame;
            }
        }
        return frames.length == 0 ? "" : "at " + frames[0];
    }

    /** Programs may put packages of their own below {@code mpi}. */
    private static boolean isLibrary(String className) {
        return className.startsWith("java.")
                || className.startsWith("jdk.")
                || className.startsWith("org.braid.base.")
                || className.startsWith("org.braid.link.")
                || className.startsWith("org.braid.pipe.")
                || className.startsWith("org.braid.transports.")
                || className.startsWith("org.braid.boot.")
                || className.startsWith("org.braid.coll.")
                || className.startsWith("org.braid.mpi.")
                || className.startsWith("org.braid.mpix.")
                || className.startsWith("mpi.") && className.indexOf('.', 4) < 0 && isOfFacade(className);
    }

    /** Programs may put classes into package {@code mpi} itself: ours are those that lie where {@code mpi.MPI} does. What cannot be looked up is taken for ours. */
    private static boolean isOfFacade(String className) {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            return Objects.equals(origin(Class.forName(className, false, loader)), origin(Class.forName("mpi.MPI", false, loader)));
        } catch (ClassNotFoundException | LinkageError e) {
            return true;
        }
    }

    private static @Nullable URL origin(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
    }
}
