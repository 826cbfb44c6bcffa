package org.braid.boot.threads;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a rank has of its own in its process, whether that is its alone or several ranks are threads of it: variables, what is done at its end, and what shared classes keep of it. Any thread. */
public final class RankScope {
    private final @Nullable Life life;
    private final AfterMain afterMain = new AfterMain();
    private final AtExit atExit = new AtExit(this);
    private volatile @Nullable Object own;
    private volatile boolean isOver;

    /** @param life what the rank has in place of a process; null if it has one */
    public RankScope(@Nullable Life life) {
        this.life = life;
    }

    /** A variable of the environment as this rank sees it, or null. */
    public @Nullable String variable(String name) {
        return life == null ? System.getenv(name) : life.variable(name);
    }

    /** A thread that is run when this rank ends, as it is by {@link Runtime#addShutdownHook} where the rank has a process. */
    public void addHook(Thread hook) {
        if (life == null) {
            Runtime.getRuntime().addShutdownHook(hook);
        } else {
            life.addHook(hook);
        }
    }

    /** Tells this one what the rank's threads throw and nobody catches, but for its main one; not where its program has named another, before or later. */
    public void catchUncaught(UncaughtExceptionHandler handler) {
        if (life == null && Thread.getDefaultUncaughtExceptionHandler() == null) {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        } else if (life != null && life.handler() == null) {
            life.setHandler(handler);
        }
    }

    /** What is done when the program's main method has returned and its other threads have ended, in the thread that called main. Not done if the program exits or is ended. */
    public AfterMain afterMain() {
        return afterMain;
    }

    /** What is done when the program exits, in a thread of its own. */
    public AtExit atExit() {
        return atExit;
    }

    /** The program has come to its end, and has said how, if it failed: it needs no more time. */
    public void over() {
        isOver = true;
    }

    /** Whether it has. */
    public boolean isOver() {
        return isOver;
    }

    /**
     * What a class that several ranks share keeps of this one, in place of statics.
     *
     * @param type of which class it is: one for each rank
     * @param maker makes it at the first call
     */
    public <T> T own(Class<T> type, Supplier<T> maker) {
        Object known = own;
        return type.cast(known != null ? known : makeOwn(maker));
    }

    private synchronized Object makeOwn(Supplier<?> maker) {
        Object known = own;
        if (known == null) {
            known = maker.get();
            own = known;
        }
        return known;
    }
}
