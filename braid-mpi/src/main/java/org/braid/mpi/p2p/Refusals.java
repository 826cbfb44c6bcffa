package org.braid.mpi.p2p;

import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/** The sentences for calls that are refused before anything happens: what is wrong with an argument, and what would be right. */
public final class Refusals {
    private Refusals() {}

    /** A rank that the communicator does not have; {@code place} is who names it. */
    static MpiFailure rank(String place, int slot, int slots, boolean receiving) {
        return new MpiFailure(
                ErrorClass.RANK,
                "rank " + slot + " is out of range",
                "it is named by a " + (receiving ? "receive" : "send") + " of " + place + ", and the communicator has " + slots + (slots == 1 ? " rank" : " ranks"),
                slots == 0 ? "Add slots first" : "Use a rank from 0 to " + (slots - 1) + (receiving ? ", or MPI.ANY_SOURCE" : ""));
    }

    /** A slot that was deleted. */
    static MpiFailure deleted(String kind, int slot) {
        return new MpiFailure(ErrorClass.RANK, kind + " slot " + slot + " cannot be used", "it was deleted", "Use a slot until it is deleted; slots that are added later have other indexes");
    }

    /** A receive at an object that nothing can come to. */
    static MpiFailure noReceiveSlot() {
        return new MpiFailure(ErrorClass.RANK, "nothing can be received here", "the local communicator has no receive slot", "Add receive slots first");
    }

    /** A message to a receive slot that is not there; {@code why} is a clause. */
    public static MpiFailure slotGone(String what, String why) {
        return new MpiFailure(ErrorClass.SLOT_GONE, what, why, "Let the receiver keep a receive slot until its senders have deleted the send slots that lead to it");
    }

    /** A tag that no message can have; {@code place} is who gives it. */
    public static MpiFailure tag(String place, int tag, boolean receiving) {
        return new MpiFailure(
                ErrorClass.TAG,
                "tag " + tag + " is out of range",
                "it is given to a " + (receiving ? "receive" : "send") + " of " + place + ", and tags are not negative",
                "Use a tag from 0 to " + Integer.MAX_VALUE + (receiving ? ", or MPI.ANY_TAG" : ""));
    }

    /** A length below zero. */
    public static MpiFailure bytes(long bytes) {
        return new MpiFailure(ErrorClass.COUNT, "a message of " + bytes + " bytes is impossible", "counts are not negative", "Check the count argument");
    }

    /** A call on an object that was freed. */
    static MpiFailure freed(String title) {
        return new MpiFailure(ErrorClass.COMM, "the communicator cannot be used", title + " was freed", "Free a communicator after its last use");
    }

    /** A receive or a probe that waited when its process left MPI. */
    static MpiFailure finalized() {
        return new MpiFailure(ErrorClass.REQUEST, "no message will come for the receive or probe", "MPI.Finalize was called while it waited", "Let the calls of all threads return before MPI.Finalize");
    }

    /** A request that was completed or freed before. */
    public static MpiFailure staleRequest() {
        return new MpiFailure(ErrorClass.REQUEST, "the request cannot be used", "it was completed or freed before", "Use each request until it is complete, then no more");
    }
}
