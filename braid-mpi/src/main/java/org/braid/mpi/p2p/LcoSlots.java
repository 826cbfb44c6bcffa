package org.braid.mpi.p2p;

import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.stream.Peer;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a local communicator object: where its send slots lead, and its place in the communicator that it belongs to, if any (generalized-communicators, section 3). A
 * superclass of the object and no part of it: every message looks here.
 */
public abstract class LcoSlots implements Titled {
    /** In place of a source or tag of a receive: any. */
    public static final int ANY = -1;

    /** In place of a rank: nobody. Sends vanish, receives complete at once with no data (MPI 4.1, section 3.11). */
    public static final int PROC_NULL = -2;

    /** The rank of an LCO that is not part of a communicator. */
    public static final int NO_RANK = -1;

    private static final int MOST_NAMED = 8;

    private final SendSlots sendSlots = new SendSlots(this);
    private @Nullable SendSlot recent; // the last destination is mostly the next; any sending thread may write it
    private int rank = NO_RANK;
    private int ownSlot = NO_RANK;
    private String givenTitle = "";
    private @Nullable Titled servesFor; // whose title follows the given one
    private @Nullable Way way;

    /** Freed: nothing goes through a slot any more, but what was posted may still complete. */
    private boolean closing;

    private boolean needsAll;

    /** An object without slots. */
    protected LcoSlots() {}

    /** Appends send slots: slot i of them leads to {@code receiveSlots[i]} of {@code names[i]} (MPI_COMM_ADD_SEND_SLOTS). */
    public void addSendSlots(LcoName[] names, int[] receiveSlots) {
        sendSlots.add(names, receiveSlots);
    }

    /** Number of send slots that were added, each with an index from 0; deleted ones count. */
    public int sendSlots() {
        return sendSlots.count();
    }

    /** Nothing is sent through this slot any more; its index is not given out again. */
    public void deleteSendSlot(int index) {
        sendSlots.delete(index);
        recent = null;
    }

    /** Whether there is a send slot with this index that was not deleted. */
    public boolean hasSendSlot(int index) {
        return index >= 0 && index < sendSlots.count() && sendSlots.has(index);
    }

    /**
     * This object is one of those that its send slots lead to: they form an intracommunicator, or two groups of which it belongs to one.
     *
     * @param own the slot that leads to itself, or {@link #NO_RANK}
     */
    public void becomeMember(int newRank, int own) {
        rank = newRank;
        ownSlot = own;
    }

    /** Ranks that this object sends to: those of the intracommunicator that it belongs to, or of the other group. */
    public int size() {
        return sendSlots.count();
    }

    /** This object's rank in its communicator, or {@link #NO_RANK}. */
    @Override
    public int rank() {
        return rank;
    }

    /** The slot that leads to this object itself: its rank, or {@link #NO_RANK} if none does, as in an intercommunicator. */
    public int ownSlot() {
        return ownSlot;
    }

    /** What the program calls this object, for messages; empty: nothing. */
    public void entitle(String title) {
        givenTitle = title;
    }

    /** As {@link #entitle(String)}, of an object that the program knows nothing of: it serves {@code purpose} of another one. */
    public void entitle(String purpose, Titled of) {
        givenTitle = purpose;
        servesFor = of;
    }

    /** What people call this object: the same at each member, unless they have given it different titles. */
    @Override
    public final String title() {
        if (servesFor != null) {
            return givenTitle + " on " + servesFor.title();
        }
        if (rank == NO_RANK) {
            return "a communicator object of this rank";
        }
        int endpoint = sendSlots.nameAt(0).endpoint();
        if (isWellKnown()) {
            return endpoint == LcoName.WORLD_ENDPOINT ? "MPI.COMM_WORLD" : "MPI.COMM_SELF";
        }
        return (ownSlot == NO_RANK ? "intercommunicator " : "communicator ") + (givenTitle.isEmpty() ? "#" + endpoint : '"' + givenTitle + '"') + (ownSlot == NO_RANK ? " to " : " of ") + members();
    }

    /** Who this member is, for messages about its calls. */
    public final String place() {
        if (servesFor != null) {
            return "rank " + servesFor.rank() + " in " + title();
        }
        return rank == NO_RANK ? title() : "rank " + rank + " of " + title();
    }

    /** Whether every process knows this object without being told: that of COMM_WORLD, or of COMM_SELF. */
    public final boolean isWellKnown() {
        if (rank == NO_RANK || ownSlot == NO_RANK) {
            return false;
        }
        int endpoint = sendSlots.nameAt(ownSlot).endpoint();
        return endpoint == LcoName.WORLD_ENDPOINT || endpoint == LcoName.SELF_ENDPOINT;
    }

    private String members() {
        int size = size();
        if (size > 2 && membersFollow()) {
            return "ranks " + member(0) + " to " + member(size - 1);
        }
        if (size > MOST_NAMED) {
            return size + " ranks";
        }
        StringBuilder text = new StringBuilder(size == 1 ? "rank " : "ranks ").append(member(0));
        for (int slot = 1; slot < size; slot++) {
            text.append(", ").append(member(slot));
        }
        return text.toString();
    }

    private boolean membersFollow() {
        int slot = 1;
        while (slot < size() && member(slot) == member(0) + slot) {
            slot++;
        }
        return slot == size();
    }

    private long member(int slot) {
        return sendSlots.nameAt(slot).context().number();
    }

    /** Where a send slot leads. */
    public LcoName nameOf(int slot) {
        return isOpenSlot(slot) ? sendSlots.nameAt(slot) : slot(slot).name;
    }

    private boolean isOpenSlot(int slot) {
        return slot >= 0 && slot < sendSlots.count() && !closing;
    }

    /** Makes this object rank {@code newRank} of the objects with these names. */
    protected final void connect(int newRank, LcoName[] names) {
        connectAcross(newRank, names);
        ownSlot = newRank;
    }

    /** Connects this object, which has this rank in its own group, with those of another group: slot j leads to rank j of it. */
    protected final void connectAcross(int newRank, LcoName[] names) {
        sendSlots.addMembers(names, newRank);
        rank = newRank;
    }

    /** As {@link #connect(int, LcoName[])}, of objects of the same processes as those behind the slots of {@code original}, by their {@linkplain LcoName#object numbers}. */
    protected final void connect(int newRank, LcoSlots original, long[] objects) {
        sendSlots.addOthers(original.sendSlots, objects, newRank);
        rank = newRank;
        ownSlot = newRank;
    }

    /** As {@link #connect(int, LcoName[])}, with names that follow a rule. */
    protected final void connect(int newRank, int size, SendSlots.Rule names) {
        sendSlots.addByRule(size, names, newRank);
        rank = newRank;
        ownSlot = newRank;
    }

    /** The slot with this index, of an object that is not closing. */
    public final SendSlot slot(int slot) {
        SendSlot last = recent;
        return last != null && last.index == slot ? last : find(slot);
    }

    private SendSlot find(int slot) {
        if (slot < 0 || slot >= sendSlots.count() || closing) {
            throw closing ? Refusals.freed(title()) : Refusals.rank(place(), slot, sendSlots.count(), false);
        }
        SendSlot found = sendSlots.at(slot);
        recent = found;
        return found;
    }

    /** As {@link #slot}, of an index that was checked; a closing object still says why. */
    public final SendSlot sendSlot(int index) {
        return sendSlots.at(index);
    }

    /** Those through which something may have been sent to another process. */
    public final List<SendSlot> usedSlots() {
        return sendSlots.used();
    }

    /** By which way processes are reached that are met from now on; null: the usual one. */
    final @Nullable Way way() {
        return way;
    }

    /** Chooses it. */
    protected final void go(Way chosen) {
        way = chosen;
    }

    /** Nothing goes through a slot from now on. */
    protected final void closeSlots() {
        closing = true;
        recent = null;
    }

    /** Whether it was freed: nothing goes through a slot any more, but what was posted may still complete. */
    protected final boolean isClosing() {
        return closing;
    }

    final void throwIfClosing() {
        if (closing) {
            throw Refusals.freed(title());
        }
    }

    // ---- the processes behind the slots

    /** What is sent here belongs to calls of all members: whoever receives is told of the death of any of them, for the one that it waits for may wait for that one. */
    public final void needAllMembers() {
        needsAll = true;
    }

    final boolean needsAllMembers() {
        return needsAll;
    }

    /** Whether what a receive or probe names may be what the peer sends. */
    final boolean mayComeFrom(Peer peer, int source) {
        return rank != NO_RANK && sendSlots.mayLeadTo(peer, source);
    }

    /** Why nothing can come from this source any more; null if something can. */
    final @Nullable BraidException failureOf(int source, Map<ContextId, BraidException> failed) {
        return rank == NO_RANK ? null : sendSlots.failureAt(source, failed);
    }

    /** The process behind a slot; null if this is no part of a communicator. */
    public final @Nullable ContextId contextOf(int slot) {
        return rank == NO_RANK ? null : sendSlots.nameAt(slot).context();
    }
}
