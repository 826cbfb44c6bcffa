package org.braid.boot.names;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.braid.boot.names.NameAnswer.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * How a rank asks the register of its family's names. Made at the first question.
 *
 * <p>Any thread may call any method.
 */
public final class Names {
    /** A server of which nothing is heard for eleven seconds is given up, and its ranks with it: an answer that takes longer will not come. */
    private static final long PATIENCE_NS = 30_000_000_000L;

    private final @Nullable Consumer<byte[]> launcher;
    private final long patienceNs;
    private final Map<Integer, CompletableFuture<NameAnswer>> asked = new HashMap<>(); // guarded by this
    private int next; // guarded by this
    private boolean ended; // guarded by this
    private volatile boolean hasNoRegister;

    /** @param launcher takes a request to the launcher; null where there is none */
    public Names(@Nullable Consumer<byte[]> launcher) {
        this(launcher, PATIENCE_NS);
    }

    /** For tests: an answer is waited for so long. */
    Names(@Nullable Consumer<byte[]> launcher, long patienceNs) {
        this.launcher = launcher;
        this.patienceNs = patienceNs;
    }

    /** Whether there is a register, so that names are found on several hosts. */
    public boolean areShared() {
        return ask(NameRequest.Kind.IS_THERE, "", "") == Outcome.DONE;
    }

    private Outcome ask(NameRequest.Kind kind, String service, String port) {
        return answer(kind, service, port).outcome();
    }

    /** Makes a port known under a service: DONE, TAKEN, FULL, NO_REGISTER or SILENCE. */
    public Outcome publish(String service, String port) {
        return ask(NameRequest.Kind.PUBLISH, service, port);
    }

    /** Forgets that: DONE, UNKNOWN, FOREIGN, NO_REGISTER or SILENCE. */
    public Outcome unpublish(String service, String port) {
        return ask(NameRequest.Kind.UNPUBLISH, service, port);
    }

    /** Which port is known under a service: DONE with the port, UNKNOWN, NO_REGISTER or SILENCE. */
    public NameAnswer lookup(String service) {
        return answer(NameRequest.Kind.LOOKUP, service, "");
    }

    /** A launcher that has no register never gets one, and is not asked again. */
    private NameAnswer answer(NameRequest.Kind kind, String service, String port) {
        if (launcher == null || hasNoRegister) {
            return new NameAnswer(0, Outcome.NO_REGISTER, "");
        }
        NameAnswer answer = asked(launcher, kind, service, port);
        hasNoRegister |= answer.outcome() == Outcome.NO_REGISTER;
        return answer;
    }

    private NameAnswer asked(Consumer<byte[]> whom, NameRequest.Kind kind, String service, String port) {
        CompletableFuture<NameAnswer> awaited = new CompletableFuture<>();
        int id = keep(awaited);
        try {
            whom.accept(new NameRequest(id, kind, service, port).toBytes());
            return await(awaited);
        } catch (TimeoutException | ExecutionException silence) {
            return new NameAnswer(id, Outcome.SILENCE, "");
        } finally {
            forget(id);
        }
    }

    /** An interrupt ends no call of MPI; whoever comes after it finds the thread interrupted. */
    private NameAnswer await(CompletableFuture<NameAnswer> awaited) throws TimeoutException, ExecutionException {
        long deadlineNs = System.nanoTime() + patienceNs;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return awaited.get(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized int keep(CompletableFuture<NameAnswer> awaited) {
        asked.put(next, awaited);
        if (ended) {
            end();
        }
        return next++;
    }

    private synchronized void forget(int id) {
        asked.remove(id);
    }

    /** The launcher passes an answer on. Does not wait. */
    public void heard(byte[] payload) {
        NameAnswer answer = NameAnswer.decode(payload);
        CompletableFuture<NameAnswer> awaited = answer == null ? null : awaited(answer.id());
        if (awaited != null) {
            awaited.complete(answer);
        }
    }

    private synchronized @Nullable CompletableFuture<NameAnswer> awaited(int id) {
        return asked.get(id);
    }

    /** The launcher says nothing more: whoever waits for an answer waits in vain. */
    public synchronized void end() {
        ended = true;
        asked.forEach((id, awaited) -> awaited.complete(new NameAnswer(id, Outcome.SILENCE, "")));
    }
}
