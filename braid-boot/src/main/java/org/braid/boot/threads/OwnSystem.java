package org.braid.boot.threads;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What stands for members of {@code System}, {@code Runtime}, {@code Thread} and {@code ClassLoader} in the classes of a rank that is a thread: {@link OwnCalls} names this class instead. Every rank's {@link RankLoader} defines a copy of it, so
 * that its fields are the rank's: those that a program sets are variables here, and what it reads is the very object that it has set.
 */
public final class OwnSystem {
    private static final Life LIFE = RankLoader.lifeOf(OwnSystem.class);

    /** In place of {@link System#out}. */
    public static volatile PrintStream out = LIFE.out();

    /** In place of {@link System#err}. */
    public static volatile PrintStream err = LIFE.err();

    /** In place of {@link System#in}. */
    public static volatile InputStream in = LIFE.in();

    private OwnSystem() {}

    /** In place of {@link System#setOut}. */
    public static void setOut(PrintStream to) {
        out = to;
        LIFE.setOut(to);
    }

    /** In place of {@link System#setErr}. */
    public static void setErr(PrintStream to) {
        err = to;
        LIFE.setErr(to);
    }

    /** In place of {@link System#setIn}. */
    public static void setIn(InputStream from) {
        in = from;
    }

    /** In place of {@link System#getenv(String)}. */
    public static @Nullable String getenv(String name) {
        return LIFE.variable(name);
    }

    /** In place of {@link System#getenv()}: the process's. */
    public static Map<String, String> getenv() {
        return LIFE.variables();
    }

    /** In place of {@link System#exit}. */
    public static void exit(int code) {
        LIFE.exit(code);
    }

    /** In place of {@link Runtime#exit}. */
    public static void exit(Runtime runtime, int code) {
        LIFE.exit(code);
    }

    /** In place of {@link Runtime#halt}. */
    public static void halt(Runtime runtime, int code) {
        LIFE.halt(code);
    }

    /** In place of {@link Runtime#addShutdownHook}: it runs at this rank's end. */
    public static void addShutdownHook(Runtime runtime, Thread hook) {
        LIFE.addHook(hook);
    }

    /** In place of {@link Runtime#removeShutdownHook}. */
    public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
        return LIFE.removeHook(hook);
    }

    /** In place of {@link ClassLoader#getSystemClassLoader}: in a process that is where the program's classes are. */
    public static ClassLoader getSystemClassLoader() {
        return OwnSystem.class.getClassLoader();
    }

    /** In place of {@link Thread#setDefaultUncaughtExceptionHandler}: of this rank's threads. */
    public static void setDefaultUncaughtExceptionHandler(@Nullable UncaughtExceptionHandler handler) {
        LIFE.setHandler(handler);
    }

    /** In place of {@link Thread#getDefaultUncaughtExceptionHandler}. */
    public static @Nullable UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return LIFE.handler();
    }
}
