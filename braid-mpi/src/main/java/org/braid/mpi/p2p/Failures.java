package org.braid.mpi.p2p;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/** The sentences for requests that failed: what happened, the figures, what to do. */
final class Failures {
    private Failures() {}

    static MpiFailure of(Request r) {
        BraidException cause = r.failure();
        ErrorClass error = r.error;
        if (cause != null) {
            MpiFailure known = MpiFailure.of(cause, ErrorClass.PEER_FAILED);
            return known.errorClass() == ErrorClass.BUFFER && r.kind == Request.Kind.RECEIVE ? unusable(r, known) : known;
        }
        return switch (error == null ? ErrorClass.OTHER : error) {
            case TRUNCATE -> truncated(r);
            case COUNT -> unequalBlock(r, ErrorClass.COUNT, "a block of a collective call is too short");
            case TYPE -> wrongType(r);
            case NO_MEMORY -> tooLongForTheHeap(r);
            default -> collectivesDiffer(r);
        };
    }

    /** What a sender says whose call has failed. */
    static BraidException callFailed() {
        return new BraidException(ErrorCode.MESSAGE_TAKEN_BACK, "A large message was not delivered", "the call that sent it has failed", "See the error of that call");
    }

    private static MpiFailure truncated(Request r) {
        if (r.kind == Request.Kind.COLLECTIVE_RECEIVE) {
            return unequalBlock(r, ErrorClass.TRUNCATE, "a block of a collective call was truncated");
        }
        return new MpiFailure(
                ErrorClass.TRUNCATE,
                receive(r) + " was truncated",
                "the message has " + r.bytes + " bytes and the buffer " + r.capacityBytes,
                "Probe first, or receive into a buffer of at least " + r.bytes + " bytes");
    }

    private static String receive(Request r) {
        Inbox at = r.inbox;
        return "receive(source=" + r.source + ", tag=" + r.tag + ")" + (at == null ? "" : " of " + at.place());
    }

    private static MpiFailure unusable(Request r, MpiFailure known) {
        return new MpiFailure(ErrorClass.BUFFER, receive(r) + " could not use its buffer", known.what() + ": " + known.why(), known.whatToDo(), known);
    }

    private static MpiFailure unequalBlock(Request r, ErrorClass error, String what) {
        return new MpiFailure(
                error, what, "rank " + r.source + " sent " + r.bytes + " bytes where this rank counts on " + r.capacityBytes, "Give the same count for that block at both ranks");
    }

    private static MpiFailure wrongType(Request r) {
        return new MpiFailure(
                ErrorClass.TYPE,
                receive(r) + " met a message of another datatype",
                "the sender's basic type is " + BaseType.nameOf(r.senderType) + " and the receiver's is " + BaseType.nameOf(r.type),
                "Name the same basic datatype on both sides; MPI.PACKED fits all");
    }

    private static MpiFailure tooLongForTheHeap(Request r) {
        return new MpiFailure(
                ErrorClass.NO_MEMORY,
                receive(r) + " has no room for its message",
                "the message has " + r.bytes + " bytes and the heap has no array of that length",
                "Send less at once, or give the process a larger heap (--jvm-args -Xmx...)");
    }

    private static MpiFailure collectivesDiffer(Request r) {
        return new MpiFailure(
                ErrorClass.OTHER,
                "ranks of one communicator called different collectives",
                "rank " + r.source + " called " + Long.toHexString(r.senderSignature) + ", this rank " + Long.toHexString(r.signature),
                "Call the same collectives, with the same root, type and count, in the same order on every rank");
    }

    static MpiFailure exhausted(int limit) {
        return new MpiFailure(
                ErrorClass.NO_MEMORY,
                "too many messages wait for a receive",
                limit + " messages have come for which no receive was posted, the most that a process holds",
                "Receive more often, post receives earlier, or let senders wait for answers");
    }

    static MpiFailure notKept(Throwable cause) {
        return new MpiFailure(
                ErrorClass.NO_MEMORY,
                "a message that came before its receive could not be kept",
                "there was no memory for it: " + cause,
                "Receive more often, post receives earlier, or give the process more memory (--jvm-args -XX:MaxDirectMemorySize=...)",
                cause);
    }
}
