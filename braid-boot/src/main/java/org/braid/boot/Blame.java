package org.braid.boot;

/** One line about what a program threw: what, the first line of why, and the place in the program. */
final class Blame {
    private Blame() {}

    static String of(Throwable thrown) {
        String text = thrown.toString();
        int end = text.indexOf('\n');
        return "threw " + (end < 0 ? text : text.substring(0, end).strip() + " …") + at(thrown.getStackTrace());
    }

    /** The first frame of the program; a library's if there is none. */
    private static String at(StackTraceElement[] frames) {
        for (StackTraceElement frame : frames) {
            if (!isLibrary(frame.getClassName())) {
                return " at " + frame;
            }
        }
        return frames.length == 0 ? "" : " at " + frames[0];
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
                || className.startsWith("mpi.") && className.indexOf('.', 4) < 0;
    }
}
