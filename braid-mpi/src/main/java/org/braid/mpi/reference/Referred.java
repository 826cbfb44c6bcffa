package org.braid.mpi.reference;

import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.stream.Peer;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Referrers;
import org.jspecify.annotations.Nullable;

/** The receive slots of one object and how many send slots lead to each. Guarded by the context's token. */
final class Referred implements Referrers {
    /** In place of a slot's keys: none. */
    static final int NO_KEY = 0;

    private final References all;
    final Inbox inbox;
    final long object;
    private final boolean countsAll;
    private int[] keys = {};
    private int[] senders = {};
    private @Nullable MpiFailure[] ends = new @Nullable MpiFailure[0];
    private int references;
    private @Nullable Endpoint endpoint;

    /** Why nobody may come to the first so many receive slots, unless somebody leads there: a process has died that may have been about to. */
    private @Nullable MpiFailure death;

    private int slotsAtDeath;

    /** @param countsAll whether nobody can send but by send slots that are counted here: others are members of an ordinary communicator */
    Referred(References all, Inbox inbox, long object, boolean countsAll) {
        this.all = all;
        this.inbox = inbox;
        this.object = object;
        this.countsAll = countsAll;
    }

    /** Slot {@code slot} is known to be there, or expected. */
    private void see(int slot) {
        if (slot >= senders.length) {
            int room = Math.max(slot + 1, Math.min(SlotAddress.MOST_SLOTS, 2 * senders.length));
            keys = Arrays.copyOf(keys, room);
            senders = Arrays.copyOf(senders, room);
            ends = Arrays.copyOf(ends, room);
        }
    }

    /** So many receive slots are there from now on. Names can be given away before there is any. */
    void added(int slots, boolean areTheFirst) {
        if (death != null && areTheFirst) {
            slotsAtDeath = slots;
        }
    }

    /** A process has died. Whether it had the name of this object, and was about to lead a send slot here, nobody knows. */
    void died(MpiFailure how) {
        if (countsAll) {
            death = how;
            slotsAtDeath = inbox.receiveSlots();
            all.endInVain(inbox);
        }
    }

    /** Only who shows the key may lead a send slot to this one. */
    void lock(int slot, int key) {
        see(slot);
        keys[slot] = key;
    }

    /** A send slot that was counted is refused. */
    void uncount(int slot) {
        senders[slot]--;
    }

    @Override
    public boolean admits(Peer from, int slot) {
        return keyOf(slot) == NO_KEY || all.isCounted(this, from, slot);
    }

    /** Why a send slot with this key can't lead there; null if it can, now or later. */
    @Nullable Reason refusal(int slot, int key) {
        if (inbox.isClosed()) {
            return Reason.FREED;
        }
        boolean exists = slot < inbox.receiveSlots();
        if (exists && !inbox.hasReceiveSlot(slot)) {
            return Reason.DELETED;
        }
        return exists && keyOf(slot) != key ? Reason.KEY : null;
    }

    private int keyOf(int slot) {
        return slot < keys.length ? keys[slot] : NO_KEY;
    }

    void attached(Reference one, boolean counts) {
        references++;
        if (counts) {
            see(one.slot());
            senders[one.slot()]++;
        }
    }

    /** @param why what ended it, if that was its process's end */
    void detached(Reference one, boolean counted, @Nullable BraidException why) {
        references--;
        int slot = one.slot();
        if (counted && --senders[slot] == 0) {
            ends[slot] = why == null ? noSender() : new MpiFailure(ErrorClass.PEER_FAILED, why);
            if (countsAll) {
                all.endInVain(inbox);
            }
        }
        closeEndpoint();
    }

    /** {@inheritDoc} A slot that nobody has led to yet may still get a sender, unless a process has died since it was there. */
    @Override
    public @Nullable MpiFailure inVain(int source) {
        if (!countsAll) {
            return null;
        }
        return source != LcoSlots.ANY ? endOf(source) : endOfAll();
    }

    private @Nullable MpiFailure endOf(int slot) {
        MpiFailure last = slot >= 0 && slot < ends.length ? ends[slot] : null;
        if (slot < 0 || slot < senders.length && senders[slot] > 0) {
            return null;
        }
        return last == null && slot < slotsAtDeath ? death : last;
    }

    private @Nullable MpiFailure endOfAll() {
        MpiFailure last = null;
        for (int slot = 0; slot < inbox.receiveSlots(); slot++) {
            if (inbox.hasReceiveSlot(slot)) {
                last = endOf(slot);
                if (last == null) {
                    return null;
                }
            }
        }
        return last;
    }

    /** Of a receive at a slot to which nobody has led yet. */
    static MpiFailure ofDeath(BraidException cause) {
        return new MpiFailure(
                ErrorClass.PEER_FAILED,
                "nothing may come for this receive",
                "no send slot leads to its receive slot yet, and a process that may have been about to add one has ended: " + cause.what() + ", " + cause.why(),
                "Delete the receive slot, and add another one for whoever is to come in its place",
                cause);
    }

    private static MpiFailure noSender() {
        return new MpiFailure(
                ErrorClass.NO_SENDER, "nothing can come for this receive", "the last send slot that led to its receive slot was deleted, or its communicator freed", "Receive as many messages as are sent, or take this for the end");
    }

    @Override
    public boolean lost(@Nullable Peer from, int slot) {
        Reason why = inbox.isClosed() ? Reason.FREED : slot >= inbox.receiveSlots() ? Reason.NOT_ADDED : Reason.DELETED;
        return all.tellOfLoss(this, from, slot, why);
    }

    @Override
    public boolean knows(@Nullable Peer from, int slot) {
        return all.oneOf(this, from, slot) != null;
    }

    @Override
    public void closed(Endpoint at) {
        endpoint = at;
        all.tellGone(this, LcoSlots.ANY, Reason.FREED);
        closeEndpoint();
    }

    /** What is closed stays until nothing more can come: else the last messages would be lost without a word. */
    private void closeEndpoint() {
        Endpoint open = endpoint;
        if (open != null && references == 0) {
            endpoint = null;
            open.close();
            all.forget(this);
        }
    }
}
