package org.braid.boot.threads;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The threads of one rank among several of a process: its own, and all that these start, but for those that the JDK has for the whole process, such as carriers of virtual threads. */
public class RankThreads extends ThreadGroup {
    /** A group without threads. */
    protected RankThreads(String name) {
        super(name);
    }

    /** Whose thread it is; null for a thread of no rank, as all are where each rank has a process. */
    public static @Nullable RankThreads of(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        while (group != null && !(group instanceof RankThreads)) {
            group = group.getParent();
        }
        return (RankThreads) group;
    }

    /** All threads of the process, in no order; without their stacks, which would have all of them stop. */
    public static Thread[] all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] found = new Thread[root.activeCount() + 16];
        int count = root.enumerate(found);
        return Arrays.copyOf(found, count);
    }
}
