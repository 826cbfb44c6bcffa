package org.braid.mpi.comm;

import org.braid.coll.agreement.CallLog;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.SendSlot;

/**
 * Intercommunicators that a program has connected itself (generalized-communicators, section 3). Object i of a group is a member if its send slot j leads to receive slot i of object j of the other group, which has as many objects as it
 * has send slots, and as it has receive slots. An object knows nothing of its own group; the other one tells:
 *
 * <pre>
 *   each      how many objects the receiver's group has, its name, that of its object among all      to each of the other group
 *   first     what those of the other group have said, in their order                                 to each of the other group
 * </pre>
 */
public final class FormedIntercommunicators {
    private static final int NAME_LONGS = LcoName.BYTES / Long.BYTES;
    private static final int MEMBER_LONGS = 2 * NAME_LONGS;
    private static final int NAMES_TAG = CallLog.FREE_TAGS;
    private static final int GROUP_TAG = CallLog.FREE_TAGS + 1;
    private static final long SIGNATURE = 0;

    private FormedIntercommunicators() {}

    /** Why the object is no member of an intercommunicator; empty if it is, as far as it can tell. */
    private static String describe(Lco object) {
        int others = object.sendSlots();
        if (others == 0 || object.receiveSlots() != others) {
            return "it has " + others + " send slots and " + object.receiveSlots() + " receive slots, and a member has as many of each as the other group has members";
        }
        for (int slot = 0; slot < others; slot++) {
            if (!object.hasSendSlot(slot) || !object.inbox().hasReceiveSlot(slot)) {
                return "slot " + slot + " was deleted";
            }
            SendSlot known = object.slot(slot);
            if (known.receiveSlot() != object.slot(0).receiveSlot() || known.name().equals(object.name())) {
                return known.name().equals(object.name())
                        ? "send slot " + slot + " leads to the object itself"
                        : "send slots 0 and " + slot + " lead to different receive slots; those of a member lead to the receive slot of its own rank";
            }
        }
        return "";
    }

    /**
     * Makes the object a member. Collective over both groups.
     *
     * @throws MpiFailure COMM if it is none, or if the other group knows another object in its place
     */
    public static Intercommunicator form(Lco across) {
        String why = across.rank() == LcoSlots.NO_RANK ? describe(across) : "it is a member of a communicator already";
        if (!why.isEmpty()) {
            throw new MpiFailure(ErrorClass.COMM, "the local communicator is no member of an intercommunicator", why, "Let send slot j of member i lead to receive slot i of member j of the other group");
        }
        Lco all = across.newLco();
        boolean formed = false;
        try {
            Intercommunicator made = exchange(new Intercommunicator(across, all), across.slot(0).receiveSlot());
            formed = true;
            return made;
        } finally {
            if (!formed) {
                all.close();
            }
        }
    }

    private static Intercommunicator exchange(Intercommunicator made, int rank) {
        Lco across = made.across();
        int others = across.sendSlots();
        long[] mine = new long[1 + MEMBER_LONGS];
        mine[0] = others;
        across.name().put(mine, 1);
        made.all().name().put(mine, 1 + NAME_LONGS);
        made.all().addReceiveSlots(Integer.MAX_VALUE); // others of this group may send as soon as they know the name, which they may before this member knows how many they are
        for (int slot = 0; slot < others; slot++) {
            send(across, mine, slot, NAMES_TAG);
        }
        long[] theirs = new long[others * MEMBER_LONGS];
        long[] one = new long[1 + MEMBER_LONGS];
        int size = 0;
        for (int slot = 0; slot < others; slot++) {
            receive(across, one, slot, NAMES_TAG);
            System.arraycopy(one, 1, theirs, slot * MEMBER_LONGS, MEMBER_LONGS);
            size = (int) one[0];
        }
        for (int slot = 0; slot < others && rank == 0; slot++) {
            send(across, theirs, slot, GROUP_TAG);
        }
        long[] ours = new long[Math.multiplyExact(size, MEMBER_LONGS)];
        receive(across, ours, 0, GROUP_TAG);
        if (rank >= size || !LcoName.get(ours, rank * MEMBER_LONGS).equals(across.name())) {
            throw new MpiFailure(ErrorClass.COMM, "local communicators do not form an intercommunicator", "the other group has another object than this one at place " + rank, "Add the same names in the same order at every member of a group");
        }
        return made.form(rank, names(ours, 0), names(theirs, 0), names(ours, NAME_LONGS), names(theirs, NAME_LONGS));
    }

    private static LcoName[] names(long[] said, int at) {
        LcoName[] names = new LcoName[said.length / MEMBER_LONGS];
        for (int i = 0; i < names.length; i++) {
            names[i] = LcoName.get(said, i * MEMBER_LONGS + at);
        }
        return names;
    }

    private static void send(Lco across, long[] words, int slot, int tag) {
        Completions completions = across.completions();
        Request r = across.collectiveSend(words.clone(), 0, (long) words.length * Long.BYTES, slot, tag, SIGNATURE);
        completions.releaseWhenDone(r);
    }

    private static void receive(Lco across, long[] words, int slot, int tag) {
        across.completions().finish(across.collectiveReceive(words, 0, (long) words.length * Long.BYTES, slot, tag, SIGNATURE));
    }
}
