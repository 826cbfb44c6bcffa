package org.braid.mpi.comm;

import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.SendSlot;

/**
 * Intracommunicators that a program has connected itself, object by object (generalized-communicators, sections 3 and 4.2). Object i of n is a member if
 *
 * <pre>
 *   it has n send slots and n receive slots, none of which was deleted
 *   send slot j leads to receive slot i of object j, for every j; so slot i leads to receive slot i of the object itself
 * </pre>
 *
 * which each object sees of itself; that all of them mean the same objects in the same order, they find out together.
 */
public final class FormedCommunicators {
    private FormedCommunicators() {}

    /** Why the object is no member of an intracommunicator; empty if it is, as far as it can tell. */
    public static String describe(Lco object) {
        int size = object.sendSlots();
        if (size == 0 || object.receiveSlots() != size) {
            return "it has " + size + " send slots and " + object.receiveSlots() + " receive slots, and a member has as many of each as there are members";
        }
        int rank = LcoSlots.NO_RANK;
        for (int slot = 0; slot < size; slot++) {
            if (!object.hasSendSlot(slot) || !object.inbox().hasReceiveSlot(slot)) {
                return "slot " + slot + " was deleted";
            }
            SendSlot known = object.slot(slot);
            if (known.receiveSlot() != object.slot(0).receiveSlot()) {
                return "send slot 0 leads to receive slot " + object.slot(0).receiveSlot() + " and send slot " + slot + " to receive slot " + known.receiveSlot() + "; those of a member lead to the receive slot of its own rank";
            }
            rank = known.name().equals(object.name()) ? slot : rank;
        }
        return rank == object.slot(0).receiveSlot() ? "" : rank == LcoSlots.NO_RANK ? "no send slot leads to the object itself" : "its send slot " + rank + " leads to itself, and its send slots lead to receive slot " + object.slot(0).receiveSlot();
    }

    /**
     * Makes the object a member: from now on its slots stay as they are.
     *
     * @throws MpiFailure COMM if it is none
     */
    public static void join(Lco object) {
        String why = object.rank() == LcoSlots.NO_RANK ? describe(object) : "its first collective call has failed";
        if (!why.isEmpty()) {
            throw new MpiFailure(ErrorClass.COMM, "the local communicator is no member of an intracommunicator", why, "Let send slot j of member i lead to receive slot i of member j, its own included");
        }
        int rank = object.slot(0).receiveSlot();
        object.becomeMember(rank, rank);
    }

    /**
     * Whether all members mean the same objects. Collective over them.
     *
     * @throws MpiFailure COMM at all of them if not
     */
    public static void verify(CollectiveRuns members) {
        long[] all = new Words(members).allgather(Purpose.CREATE, new long[] {fingerprint(members.lco())});
        for (int rank = 1; rank < all.length; rank++) {
            if (all[rank] != all[0]) {
                members.lco().becomeMember(members.lco().rank(), LcoSlots.NO_RANK);
                throw new MpiFailure(
                        ErrorClass.COMM, "local communicators do not form an intracommunicator", "members 0 and " + rank + " have other objects behind their send slots, or have them in another order", "Add the same names in the same order at every member");
            }
        }
    }

    private static long fingerprint(Lco object) {
        long[] words = new long[LcoName.BYTES / Long.BYTES];
        long sum = 0;
        for (int slot = 0; slot < object.size(); slot++) {
            object.nameOf(slot).put(words, 0);
            for (long word : words) {
                sum = (sum ^ word) * 0x9E3779B97F4A7C15L;
                sum ^= sum >>> 29;
            }
        }
        return sum;
    }
}
