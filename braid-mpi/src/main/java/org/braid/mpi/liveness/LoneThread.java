package org.braid.mpi.liveness;

import org.braid.boot.threads.RankThreads;
import org.braid.link.Context;
import org.jspecify.annotations.Nullable;

/** Whether the calling thread is the only one of the program: then nobody else can send to this process from within. */
final class LoneThread {
    /** Those that never call the program, by how their names begin. Pollers wake virtual threads, whose carriers are there to be seen; a cleaner, of which Braid has one, gives memory back. */
    private static final String JVMS_OWN = "(Reference Handler|Finalizer|Signal Dispatcher|Common-Cleaner|Cleaner-|Notification Thread|Attach Listener|Service Thread|Monitor Deflation Thread|(Read|Write|Master)-Poller|VirtualThread-|JFR ).*";

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

    /** The JVM's own threads and ours, but those that run the program's code. The JDK's own may do that: what tells of a child's end, or of what an asynchronous channel has done, calls the program. So does a carrier of virtual threads. */
    static boolean isOfTheRuntime(Thread thread) {
        String name = thread.getName();
        boolean ours = name.startsWith("braid-") && !ProgramThread.is(thread);
        return ours || isOfTheJvm(thread.getThreadGroup()) && name.matches(JVMS_OWN);
    }

    private static boolean isOfTheJvm(@Nullable ThreadGroup group) {
        return group == null || group.getName().equals("system") || group.getName().equals("InnocuousThreadGroup");
    }
}
