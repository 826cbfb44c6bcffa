package org.braid.mpi.file.collective;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.braid.link.progress.Completion;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** The own part of a collective access, in the caller's thread or in another one. Its end is a {@link Completion}, which orders what it leaves before whoever sees that it is over. */
final class Aside {
    private final FileParts parts;
    private final Completion over = new Completion();
    private final AtomicBoolean begun = new AtomicBoolean();
    private long bytes;
    private @Nullable MpiFailure failure;

    Aside(FileParts parts) {
        this.parts = parts;
    }

    void start(LongSupplier access, boolean elsewhere) {
        if (elsewhere) {
            startElsewhere(access);
        } else {
            runHere(access);
        }
    }

    /** The other ranks wait for this access, so a process that gets no thread for it does it in the caller's. */
    private void startElsewhere(LongSupplier access) {
        try {
            parts.threads().execute(() -> {
                if (begun.compareAndSet(false, true)) {
                    run(access);
                    parts.context().completeFromOutside(over);
                }
            });
        } catch (RuntimeException | Error noThread) {
            if (begun.compareAndSet(false, true)) {
                runHere(access);
            }
        }
    }

    private void runHere(LongSupplier access) {
        run(access);
        over.complete();
    }

    private void run(LongSupplier access) {
        try {
            bytes = access.getAsLong();
        } catch (RuntimeException | Error failed) {
            failure = Outcome.failureOf(failed);
        }
    }

    boolean isOver() {
        return over.isDone();
    }

    long bytes() {
        return bytes;
    }

    @Nullable MpiFailure failure() {
        return failure;
    }

    /** The caller holds the token. */
    void watch(@Nullable Completion news) {
        over.watchedBy(news);
    }
}
