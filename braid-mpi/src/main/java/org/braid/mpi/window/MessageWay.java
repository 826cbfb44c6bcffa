package org.braid.mpi.window;

import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.window.layout.Layout;
import org.jspecify.annotations.Nullable;

/**
 * Regions carry what is one block here and there, and messages all the rest: derived types, accumulates, and whatever goes to memory that was attached. The target's progress applies a message, one after the other, while its
 * program computes; its own accumulates take the same token. So accumulates are atomic. They also follow each other as their origin has made them (MPI 4.1, section 12.7.2): a message whose bytes the target fetches may be handled after
 * one that was sent behind it, so whatever accumulates waits for the answers of those.
 */
final class MessageWay implements Way {
    /** What one message brings, or asks for; a multiple of every element's length. */
    static final int PART_BYTES = 1 << 18;

    /** Messages to one target that may be unanswered. */
    private static final int MOST_MESSAGES = 64;

    private final Exposure own;
    private final int self;
    private final Progress progress;
    private final AccessTable table;

    MessageWay(Exposure own, int self, Progress progress, AccessTable table) {
        this.own = own;
        this.self = self;
        this.progress = progress;
        this.table = table;
    }

    @Override
    public @Nullable Completion start(Access access) {
        if (access.target.hasData() && access.layout.isOneBlock() && (access.kind == Access.Kind.PUT || access.kind == Access.Kind.GET && access.result.isOnePiece())) {
            return startByRegion(access);
        }
        if (access.target.rank == self) {
            applyHere(access);
            return null;
        }
        send(access);
        return access;
    }

    private static @Nullable Completion startByRegion(Access access) {
        Member target = access.target;
        long at = target.dataAt(access.at + access.layout.first());
        Completion over = new Completion();
        boolean done = access.kind == Access.Kind.PUT
                ? target.data().put(at, access.data.base(), access.data.start(), access.layout.sizeBytes(), over)
                : target.data().get(at, access.resultMemory(), access.resultStart(), access.layout.sizeBytes(), over);
        return done ? null : over;
    }

    private void applyHere(Access access) {
        boolean entered = progress.enterUnlessMine();
        try {
            own.require(access.at, access.layout);
            access.layout.forEachPart(PART_BYTES, (part, packed) -> applyHere(access, part, packed));
            access.deliver();
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    private void applyHere(Access access, Layout part, long packed) {
        byte[] fetched = own.apply(access.kind, access.at, part, access.operator, access.data.base(), access.data.start() + packed);
        if (fetched != null) {
            UserMemory.copy(fetched, 0, access.resultMemory(), access.resultStart() + packed, fetched.length);
        }
    }

    private void send(Access access) {
        BraidException failure = null;
        try {
            awaitOffers(access);
            access.layout.forEachPart(PART_BYTES, (part, packed) -> send(access, part, packed));
        } catch (BraidException ended) {
            failure = ended; // of the target: what was sent is told so, too
        }
        progress.enter();
        try {
            access.ended(failure);
        } finally {
            progress.exit();
        }
    }

    /** The parts of one access touch different bytes, and need no order. */
    private void awaitOffers(Access access) {
        Member target = access.target;
        if (access.accumulates() && target.offersUnderWay > 0) { // those of this thread it sees
            boolean ignored = progress.awaitThat(() -> target.offersUnderWay == 0, Long.MAX_VALUE);
        }
    }

    private void send(Access access, Layout part, long packed) {
        Member target = access.target;
        byte[] message = AccessMessage.of(access, part, packed);
        if (target.messagesUnderWay >= MOST_MESSAGES) {
            boolean ignored = progress.awaitThat(() -> target.messagesUnderWay < MOST_MESSAGES, Long.MAX_VALUE);
        }
        int number = begin(access, part, packed);
        int operator = access.operator == null ? 0 : access.operator.code();
        Completion taken = new Completion();
        try {
            if (!target.requests.start(table.requestHandler(), self, number, access.kind.ordinal(), operator, message, 0, message.length, taken)) {
                offered(number, taken);
            }
        } catch (BraidException ended) {
            forget(number, ended);
        }
        progress.leaveBehind();
    }

    private int begin(Access access, Layout part, long packed) {
        progress.enter();
        try {
            return table.begin(access, packed, Math.toIntExact(part.sizeBytes()));
        } finally {
            progress.exit();
        }
    }

    /** @param taken has failed already if the target had ended before */
    private void offered(int number, Completion taken) {
        BraidException ended = taken.isDone() ? taken.failure() : null;
        if (ended != null) {
            throw ended;
        }
        progress.enter();
        try {
            table.offered(number);
        } finally {
            progress.exit();
        }
    }

    private void forget(int number, BraidException why) {
        progress.enter();
        try {
            table.fail(number, why);
        } finally {
            progress.exit();
        }
    }
}
