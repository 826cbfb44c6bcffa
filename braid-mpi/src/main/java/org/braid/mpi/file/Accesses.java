package org.braid.mpi.file;

import java.lang.foreign.MemorySegment;
import org.braid.base.BraidException;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserStream;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.collective.Access;
import org.braid.mpi.file.collective.FileParts;
import org.braid.mpi.file.collective.Operation;
import org.braid.mpi.file.collective.Outcome;
import org.braid.mpi.file.disk.AdvisoryLock;
import org.braid.mpi.file.shared.TicketLock;
import org.braid.mpi.file.view.Range;
import org.braid.mpi.file.view.View;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** Reading and writing one open file in all forms (MPI 4.1, section 14.4): alone or together, waiting, started, or in two halves. */
final class Accesses {
    private record Split(Operation operation, @Nullable Object buffer, Request request, Outcome outcome) {}

    private final Shared shared;
    private final Pointer pointer;
    private Hints hints;
    private @Nullable Split split;
    private final Started started = new Started();

    Accesses(Shared shared, Pointer pointer, Hints hints) {
        this.shared = shared;
        this.pointer = pointer;
        this.hints = hints;
    }

    void follow(Hints others) {
        hints = others;
    }

    // ---- alone

    long access(Kind kind, UserStream data) {
        check(kind, data);
        return move(kind.call(), kind.writes(), shared.view(), pointer.take(kind, data), data);
    }

    private void check(Kind kind, UserStream data) {
        pointer.check(kind, data);
        shared.throwIfGoneForLong(kind.call());
    }

    private long move(String call, boolean writes, View view, long position, UserStream data) {
        if (data.bytes() == 0) {
            return 0;
        }
        return shared.isAtomic() ? moveLocked(call, writes, view, position, data) : moveNow(writes, view, position, data);
    }

    /** The words keep out the other ranks, the system's lock other programs. */
    private long moveLocked(String call, boolean writes, View view, long position, UserStream data) {
        TicketLock turns = shared.words().lock();
        turns.lock();
        try (AdvisoryLock ignored = lockOut(call, writes, view.range(position, data.bytes()), turns)) {
            return moveNow(writes, view, position, data);
        } finally {
            turns.unlock();
        }
    }

    /** Ranks that all wait beside one program wait once, not one after the other. */
    private AdvisoryLock lockOut(String call, boolean writes, Range touched, TicketLock turns) {
        boolean hasWaited = turns.hasWaitedBehindRefusal(AdvisoryLock.PATIENCE_NS);
        try {
            return shared.disk().lock(call, writes, touched.start(), touched.end(), hasWaited ? 0 : AdvisoryLock.PATIENCE_NS);
        } catch (MpiFailure locked) {
            turns.refuse();
            throw locked;
        }
    }

    private long moveNow(boolean writes, View view, long position, UserStream data) {
        if (!writes) {
            return shared.transfer().read(view, position, data);
        }
        shared.transfer().write(view, position, data);
        return data.bytes();
    }

    /** Another thread does it, unless it may have to wait for its turn there. */
    Request start(Kind kind, UserStream data, Outcome outcome) {
        check(kind, data);
        Request request = shared.system().completions().begin();
        request.attach(outcome);
        try {
            View view = shared.view();
            long position = pointer.take(kind, data);
            Runnable access = () -> finish(kind, view, position, data, outcome, request);
            if (shared.isAtomic()) {
                access.run();
            } else {
                started.run(access, shared.system().threads());
            }
            return request;
        } catch (BraidException refused) {
            shared.system().completions().release(request);
            throw refused;
        }
    }

    /** Returns when those that other threads do are over. */
    void awaitStarted() {
        started.await();
    }

    private void finish(Kind kind, View view, long position, UserStream data, Outcome outcome, Request request) {
        try {
            outcome.succeed(move(kind.call(), kind.writes(), view, position, data));
        } catch (RuntimeException | Error failed) {
            outcome.fail(failed);
        }
        shared.system().context().completeFromOutside(request);
    }

    // ---- together

    long accessTogether(Kind kind, UserStream data, @Nullable MpiFailure mistake) {
        Outcome outcome = Outcome.together();
        shared.system().completions().finish(startTogether(kind, data, outcome, mistake, false));
        return outcome.bytes();
    }

    Request startTogether(Kind kind, UserStream data, Outcome outcome, @Nullable MpiFailure mistake) {
        Request request = startTogether(kind, data, outcome, mistake, true);
        request.attach(outcome);
        return request;
    }

    private Request startTogether(Kind kind, UserStream data, Outcome outcome, @Nullable MpiFailure mistake, boolean aside) {
        shared.alive(kind.call());
        throwIfSplit(kind.call());
        return shared.calls().start(described(kind, data, mistake), parts(kind), outcome, aside);
    }

    private Access described(Kind kind, UserStream data, @Nullable MpiFailure mistake) {
        Operation operation = kind.operation();
        if (operation == null) {
            throw new IllegalArgumentException(kind.call() + " is no collective call");
        }
        MpiFailure own = mistake;
        long position = 0;
        boolean isOrdered = kind.by() == Kind.Where.SHARED;
        try {
            if (own == null) {
                pointer.check(kind, data);
                shared.throwIfGone(kind.call());
                position = isOrdered ? 0 : pointer.take(kind, data);
            }
        } catch (RuntimeException | Error wrong) {
            own = Outcome.failureOf(wrong);
        }
        return new Access(operation, shared.view(), position, own == null ? data : nothing(), kind.writes(), isOrdered, own);
    }

    private static UserStream nothing() {
        return UserStream.of(TypeMap.of(BaseType.BYTE), null, 0, 0, false);
    }

    private FileParts parts(Kind kind) {
        FileParts.Alone alone = (access, position) -> move(access.operation().text(), access.writes(), access.view(), position, access.data());
        return new FileParts(shared.disk(), alone, count -> pointer.takeShared(kind.call(), count), hints.settings(shared.isAtomic(), kind.writes(), shared.isOnOneHost()), shared.system().threads(), shared.system().context());
    }

    // ---- in two halves

    void begin(Kind kind, UserStream data, @Nullable Object buffer) {
        Outcome outcome = Outcome.together();
        Request request = startTogether(kind, data, outcome, null, true);
        if (kind.operation() != null) {
            split = new Split(kind.operation(), buffer, request, outcome);
        }
    }

    /** A wrong end leaves the access under way. */
    long end(Operation operation, @Nullable Object buffer) {
        String call = operation.text() + "End";
        Split begun = split;
        shared.alive(call);
        if (begun == null || begun.operation != operation) {
            throw Refusals.splitNotBegun(shared.at(call), begun == null ? null : begun.operation.text() + "Begin");
        }
        if (!isSame(begun.buffer, buffer)) {
            throw Refusals.otherBuffer(shared.at(call));
        }
        split = null;
        shared.system().completions().finish(begun.request);
        return begun.outcome.bytes();
    }

    /** Slices are new objects each time; those that begin in one place are equal. */
    private static boolean isSame(@Nullable Object one, @Nullable Object other) {
        return one == other || one instanceof MemorySegment segment && segment.equals(other);
    }

    void throwIfSplit(String call) {
        if (split != null) {
            throw Refusals.splitUnderWay(shared.at(call), split.operation.text() + "Begin");
        }
    }
}
