package org.braid.launch.signal;

import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * The end of the process that has started this one, for launchers that somebody starts who may be killed without a word, as {@code starter.jar} by an IDE. A signal can be passed on, {@code kill -9} cannot: so the child looks for itself.
 */
public final class ParentEnd {
    /** Set in the environment of a launcher that is to end with its parent, to anything. */
    public static final String VARIABLE = "BRAID_END_WITH_PARENT";

    private ParentEnd() {}

    /**
     * Where the environment asks for it, the end of this process's parent is told as if it had sent SIGTERM.
     *
     * @param to gets the signal's number, in a thread of the JDK's
     */
    public static void passOn(IntConsumer to) {
        if (System.getenv(VARIABLE) != null) {
            ProcessHandle.current().parent().ifPresent(parent -> follow(parent, to));
        }
    }

    private static void follow(ProcessHandle parent, IntConsumer to) {
        CompletableFuture<?> ignored = parent.onExit().thenRun(() -> to.accept(Signals.TERM));
    }
}
