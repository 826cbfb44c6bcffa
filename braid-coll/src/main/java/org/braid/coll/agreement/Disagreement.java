package org.braid.coll.agreement;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * Two members called different operations under one number: that one and later collectives of the communicator can't succeed, at any member.
 *
 * @param call number of the call, from 0
 * @param rank the member that found it out
 * @param signature what that one called; layout in {@link Signature}
 * @param otherRank the member that has called something else
 * @param otherSignature what that one called
 */
public record Disagreement(int call, int rank, long signature, int otherRank, long otherSignature) {
    /** Ranks share memory from a certain number of calls on, so who has made more or fewer goes another way. */
    private static final String IN_ORDER = "Call the same operations in the same order on every rank, and from one thread of a rank at a time: threads that call at once have a communicator each, by dup. "
            + "If it is so: set BRAID_SHARED_COLLECTIVES alike for every rank of the job. If it is: ";

    private static final String SET_ALIKE = "Set BRAID_COLL, BRAID_PROFILE, BRAID_REPRODUCIBLE and the hints braid_coll and braid_reproducible alike for every rank of the communicator";

    /** A member has left MPI without the call that another one makes. */
    public static Disagreement left(int call, int rank, int otherRank, long otherSignature) {
        return new Disagreement(call, rank, Signature.LEAVING, otherRank, otherSignature);
    }

    /** A member has freed the communicator without the call that another one makes. */
    public static Disagreement freed(int call, int rank, int otherRank, long otherSignature) {
        return new Disagreement(call, rank, Signature.FREEING, otherRank, otherSignature);
    }

    /** A member waits in a call that this one has made and, after an error, called off. */
    static Disagreement calledOff(int call, int rank, int otherRank, long otherSignature) {
        return new Disagreement(call, rank, Signature.CALLED_OFF, otherRank, otherSignature);
    }

    /** This member has called off a call, and says so to those who wait for it before they ask: it is over for them, and no other one is. */
    public static Disagreement calledOff(int call, int rank) {
        return new Disagreement(call, rank, Signature.CALLED_OFF, rank, Signature.CALLED_OFF);
    }

    /** Whether it is about one member alone, as {@link #calledOff(int, int)} makes it. */
    public boolean isOfOneMember() {
        return rank == otherRank;
    }

    /** As {@link #calledOff}, since another member has died, or is gone. */
    static Disagreement lost(int call, int rank, int otherRank, long otherSignature) {
        return new Disagreement(call, rank, Signature.LOST, otherRank, otherSignature);
    }

    /** Whether one member has made the same call and called it off, which those need not know that have made their own. */
    public boolean isCalledOff() {
        return Signature.isCallingOff(signature) || Signature.isCallingOff(otherSignature);
    }

    /** Whether it is about the call with this number, or an earlier one: calls before it may still succeed. Numbers count round. */
    public boolean concerns(int number) {
        return (number - call & CallLog.TAG_MASK) <= CallLog.TAG_MASK >>> 1;
    }

    /** The error that ends the calls of every member: it names both members and both operations, and if those are the same both sizes, in the same words at each, whoever found it. */
    public BraidException error() {
        return rank < otherRank ? errorInOrder() : new Disagreement(call, otherRank, otherSignature, rank, signature).errorInOrder();
    }

    private BraidException errorInOrder() {
        if (signature == Signature.LOST || otherSignature == Signature.LOST) {
            return lossToldBy(signature == Signature.LOST ? rank : otherRank);
        }
        if (isCalledOff()) {
            return calledOffBy(signature == Signature.CALLED_OFF ? rank : otherRank);
        }
        if (Signature.differByPlanOnly(signature, otherSignature)) {
            String first = Signature.differBySharing(signature, otherSignature) ? IN_ORDER : "";
            return error(Signature.textWithPlan(signature), Signature.textWithPlan(otherSignature), first + SET_ALIKE);
        }
        boolean sizesDiffer = Signature.nameSame(signature, otherSignature);
        String one = sizesDiffer ? Signature.textWithSize(signature) : Signature.text(signature);
        String other = sizesDiffer ? Signature.textWithSize(otherSignature) : Signature.text(otherSignature);
        if (Signature.differByTableOnly(signature, otherSignature)) {
            return error(one, other + " in blocks of other lengths", "Give the same counts of all ranks on every rank of the communicator");
        }
        if (sizesDiffer && Signature.differByHash(signature, otherSignature)) {
            return error(Signature.textWithPlan(signature), Signature.textWithPlan(otherSignature), "Give the same count and type, of 256 KiB and more, on every rank. If they are: " + SET_ALIKE);
        }
        if (sizesDiffer && Signature.isBcast(signature)) {
            return error(one, other, "Give bcast the root's count and type on every rank: a buffer may be longer than that, a count may not");
        }
        if (Signature.isOfProfile(signature) || Signature.isOfProfile(otherSignature)) {
            return error(one, other, "Set BRAID_PROFILE alike for every rank of the job, on every host; a file of costs has the same lines on all of them");
        }
        return error(one, other, "Call the same operations in the same order, with the same root, count and type, on every rank of the communicator");
    }

    private BraidException lossToldBy(int told) {
        return new BraidException(
                ErrorCode.MPI_PEER_FAILED, "collective call " + call + " of this communicator can't go on", "a member that takes part is lost, and rank " + told + " calls it off for that", "See what rank " + told + " is told, and the last words of the process that is lost");
    }

    private BraidException calledOffBy(int failed) {
        return new BraidException(
                ErrorCode.MPI_COLLECTIVE_DIFFERS, "collective call " + call + " of this communicator can't go on", "there rank " + failed + " calls it off after an error of its own", "See what rank " + failed + " is told, or what its operator throws");
    }

    private BraidException error(String one, String other, String whatToDo) {
        return new BraidException(
                ErrorCode.MPI_COLLECTIVE_DIFFERS, "collective call " + call + " of this communicator can't go on", "there rank " + rank + " calls " + one + " and rank " + otherRank + " calls " + other, whatToDo);
    }
}
