package org.braid.boot;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of exceptions that nobody catches once a rank has died: those that say no more than that are dropped, since the launcher says it, once for all threads of all ranks.
 * Others are treated as before.
 *
 * @param before who had them until now; null for the JDK's own way
 */
record SaidOnce(Job job, Thread.@Nullable UncaughtExceptionHandler before) implements Thread.UncaughtExceptionHandler {
    static void from(Job job) {
        Thread.setDefaultUncaughtExceptionHandler(new SaidOnce(job, Thread.getDefaultUncaughtExceptionHandler()));
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        if (job.isOfDeath(thrown)) {
            return;
        }
        if (before != null) {
            before.uncaughtException(thread, thrown);
        } else {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            thrown.printStackTrace();
        }
    }
}
