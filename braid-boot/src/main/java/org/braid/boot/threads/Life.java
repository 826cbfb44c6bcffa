package org.braid.boot.threads;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a rank that is a thread has of its own where a process would have the JVM's. Any thread. */
public interface Life {
    /** The rank's standard output, as it is at first: it goes on meaning that, whatever its program sets. */
    PrintStream out();

    /** The rank's standard error, in the same way. */
    PrintStream err();

    /** The rank's standard input, in the same way. */
    InputStream in();

    /** The program has set another output: what the JDK prints for this rank's threads goes there from now on. Null, as a program may set it: to the first one. */
    void setOut(@Nullable PrintStream to);

    /** The same of its standard error. */
    void setErr(@Nullable PrintStream to);

    /** A variable of the environment, or null. */
    @Nullable String variable(String name);

    /** All variables of the environment. */
    Map<String, String> variables();

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
