package org.braid.mpi.liveness;

import org.braid.boot.threads.RankThreads;
import org.braid.link.Context;

/** Whether the calling thread is the only one of the program: then nobody else can send to this process from within. */
final class LoneThread {
    private LoneThread() {}

    /**
     * Looks at all threads: for what happens once, not for what happens often.
     *
     * @param mpi the context that MPI is on: handlers of others may call MPI, in their pollers
     */
    static boolean isIt(Context mpi) {
        Thread self = Thread.currentThread();
        if (self.isVirtual()) {
            return false;
        }
        RankThreads own = RankThreads.of(self);
        if (own != null) {
            return isItAmongRanks(self, own, mpi);
        }
        for (Thread other : Thread.getAllStackTraces().keySet()) {
            if (other != self && (!isOfTheRuntime(other) || mpi.isPollerOfOthers(other))) {
                return false;
            }
        }
        return true;
    }

    /** Where other ranks are threads of this process, theirs send for them. */
    private static boolean isItAmongRanks(Thread self, RankThreads own, Context mpi) {
        for (Thread other : RankThreads.all()) {
            RankThreads its = RankThreads.of(other);
            boolean isOfOthers = its != null && its != own;
            if (other != self && !isOfOthers && (!isOfTheRuntime(other) || its == own && mpi.isPollerOfOthers(other))) {
                return false;
            }
        }
        return true;
    }

    /** The JVM's own threads and ours, but those that run the program's code; a carrier of virtual threads may carry the program's. */
    static boolean isOfTheRuntime(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        boolean system = group == null || group.getName().equals("system") || group.getName().equals("InnocuousThreadGroup");
        boolean ours = thread.getName().startsWith("braid-") && !ProgramThread.is(thread);
        return ours || (system && !thread.getClass().getName().endsWith("CarrierThread"));
    }
}
