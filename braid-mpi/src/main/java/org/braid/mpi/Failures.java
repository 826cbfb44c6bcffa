package org.braid.mpi;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.mpi.data.BaseType;

/** The sentences for requests that failed: what happened, the figures, what to do. */
final class Failures {
    private Failures() {}

    static MpiFailure of(Request r) {
        BraidException cause = r.failure();
        ErrorClass error = r.error;
        if (cause != null) {
            return of(cause, ErrorClass.PEER_FAILED);
        }
        return switch (error == null ? ErrorClass.OTHER : error) {
            case TRUNCATE -> truncated(r);
            case COUNT -> unequalBlock(r, ErrorClass.COUNT, "a block of a collective call is too short");
            case TYPE -> wrongType(r);
            case NO_MEMORY -> tooLongForTheHeap(r);
            default -> collectivesDiffer(r);
        };
    }

    /** A failure of the layers below with MPI's class: that of the user's memory, if it refused, else {@code otherwise}. */
    static MpiFailure of(BraidException cause, ErrorClass otherwise) {
        MpiFailure known = MpiFailure.of(cause);
        return known != null ? known : new MpiFailure(otherwise, cause);
    }

    static boolean isOfMemory(ErrorCode code) {
        return code == ErrorCode.MEMORY_UNSUITABLE || code == ErrorCode.MEMORY_RANGE || code == ErrorCode.MEMORY_READ_ONLY;
    }

    /** What ended a collective that was started: a failure that MPI knows, or whatever the program's operator threw. */
    static MpiFailure ofCollective(Throwable cause) {
        return cause instanceof BraidException failure
                ? of(failure, ErrorClass.OTHER)
                : new MpiFailure(
                        ErrorClass.CALLBACK,
                        "a collective that was started has failed at this rank",
                        "its operator, or other code of the program that it runs, threw " + cause,
                        "See the cause; ranks that wait for this one are told that it has called the collective off",
                        cause);
    }

    static MpiFailure collectiveInside() {
        return new MpiFailure(
                ErrorClass.CALLBACK,
                "a collective was called from inside another one of the same communicator",
                "an operator's function, or a handler that ran while that one waited, has called it",
                "Call no collective of a communicator from an operator that works for it; a handler starts another thread for that");
    }

    private static MpiFailure truncated(Request r) {
        if (r.kind == Request.Kind.COLLECTIVE_RECEIVE) {
            return unequalBlock(r, ErrorClass.TRUNCATE, "a block of a collective call was truncated");
        }
        return new MpiFailure(
                ErrorClass.TRUNCATE,
                "receive(source=" + r.source + ", tag=" + r.tag + ") was truncated",
                "the message has " + r.bytes + " bytes and the buffer " + r.capacityBytes,
                "Probe first, or receive into a buffer of at least " + r.bytes + " bytes");
    }

    private static MpiFailure unequalBlock(Request r, ErrorClass error, String what) {
        return new MpiFailure(
                error, what, "rank " + r.source + " sent " + r.bytes + " bytes where this rank counts on " + r.capacityBytes, "Give the same count for that block at both ranks");
    }

    private static MpiFailure wrongType(Request r) {
        return new MpiFailure(
                ErrorClass.TYPE,
                "receive(source=" + r.source + ", tag=" + r.tag + ") met a message of another datatype",
                "the sender's basic type is " + typeName(r.senderType) + " and the receiver's is " + typeName(r.type),
                "Name the same basic datatype on both sides; MPI.PACKED fits all");
    }

    /** Codes are those of the envelope: one more than the number of the basic type. */
    private static String typeName(int code) {
        BaseType[] known = BaseType.values();
        return code >= 1 && code <= known.length ? "MPI." + known[code - 1].name() : "of code " + code;
    }

    private static MpiFailure tooLongForTheHeap(Request r) {
        return new MpiFailure(
                ErrorClass.NO_MEMORY,
                "receive(source=" + r.source + ", tag=" + r.tag + ") has no room for its message",
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

    static MpiFailure rank(int slot, int slots, boolean receiving) {
        return new MpiFailure(
                ErrorClass.RANK,
                "rank " + slot + " is out of range",
                "the communicator has " + slots + (slots == 1 ? " rank" : " ranks"),
                "Use a rank from 0 to " + (slots - 1) + (receiving ? ", or MPI.ANY_SOURCE" : ""));
    }

    static MpiFailure tag(int tag, boolean receiving) {
        return new MpiFailure(
                ErrorClass.TAG,
                "tag " + tag + " is out of range",
                "tags are not negative",
                "Use a tag from 0 to " + Integer.MAX_VALUE + (receiving ? ", or MPI.ANY_TAG" : ""));
    }

    static MpiFailure bytes(long bytes) {
        return new MpiFailure(ErrorClass.COUNT, "a message of " + bytes + " bytes is impossible", "counts are not negative", "Check the count argument");
    }

    static MpiFailure freed() {
        return new MpiFailure(ErrorClass.COMM, "the communicator cannot be used", "it was freed", "Free a communicator after its last use");
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

    static MpiFailure left(ContextId rank) {
        return left("Rank " + rank.number() + " has left MPI", "it has");
    }

    static MpiFailure allLeft() {
        return left("All other ranks have left MPI", "they have");
    }

    private static MpiFailure left(String what, String whoHas) {
        return new MpiFailure(
                ErrorClass.PEER_LEFT,
                what,
                whoHas + " called MPI.Finalize, all that was sent before has arrived, and what this call waits for was not among it",
                "Let every rank finalize after the last message to and from it");
    }

    static MpiFailure staleRequest() {
        return new MpiFailure(ErrorClass.REQUEST, "the request cannot be used", "it was completed or freed before", "Use each request until it is complete, then no more");
    }
}
