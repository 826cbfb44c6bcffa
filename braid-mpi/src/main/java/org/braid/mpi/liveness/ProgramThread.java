package org.braid.mpi.liveness;

/** A thread of Braid's that runs the program's code, such as what objects call when they are read, or a function of a reduction. That may send and receive, so beside one of these no thread is {@linkplain LoneThread alone}. */
public final class ProgramThread {
    private static final String NAME = "braid-program-";

    private ProgramThread() {}

    /**
     * A daemon that is still to be started. It is a platform thread: a virtual one would not run while as many of the program's as there are cores look by {@code test} without a pause.
     *
     * @param task what its name tells about it
     */
    public static Thread unstarted(String task, Runnable work) {
        return Thread.ofPlatform().daemon().name(NAME + task).unstarted(work);
    }

    static boolean is(Thread thread) {
        return thread.getName().startsWith(NAME);
    }
}
