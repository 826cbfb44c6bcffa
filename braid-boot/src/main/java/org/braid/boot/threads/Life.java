package org.braid.boot.threads;

import java.lang.Thread.UncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;

/** What a rank that is a thread has of its own where a process would have the JVM's. Any thread. */
public interface Life {
    /** The rank's standard output. */
    RankStream out();

    /** The rank's standard error. */
    RankStream err();

    /** The rank's standard input. */
    RankInputStream in();

    /** A variable of the environment, or null. */
    @Nullable String variable(String name);

    /** Ends this rank alone, behind its hooks; the calling thread does not go on. */
    void exit(int code);

    /** As {@link #exit}, without hooks. */
    void halt(int code);

    /** A thread that is run when this rank ends. */
    void addHook(Thread hook);

    /** Takes it back; false if it was not there. */
    boolean removeHook(Thread hook);

    /** Who is told of what the rank's threads throw and nobody catches; null for the rank's standard error. */
    @Nullable UncaughtExceptionHandler handler();

    /** Sets it. */
    void setHandler(@Nullable UncaughtExceptionHandler handler);
}
