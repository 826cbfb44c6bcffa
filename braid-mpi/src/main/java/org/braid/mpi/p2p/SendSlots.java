package org.braid.mpi.p2p;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/** The sequence of send slots of one LCO. Where names follow a rule, a slot is made when it is first used: nothing is done for ranks that are never met. */
public final class SendSlots {
    /** The name of the object that slot {@code i} leads to. */
    public interface Rule {
        /** The name, the same whenever it is asked for. */
        LcoName nameOf(int slot);
    }

    /**
     * Objects of the processes that another rule names, by their {@linkplain LcoName#object numbers}. Where all have the number of the first, as objects have of processes that made as many before, the others are not kept: so a copy of a
     * communicator costs nothing for each member then.
     */
    private static final class Others implements Rule {
        private final Rule processes;
        private final long first;
        private final long @Nullable [] objects; // null: all have the number of the first

        Others(Rule original, long[] objects) {
            this.processes = original instanceof Others other ? other.processes : original;
            this.first = objects[0];
            this.objects = areSame(objects) ? null : objects;
        }

        private static boolean areSame(long[] objects) {
            for (long object : objects) {
                if (object != objects[0]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public LcoName nameOf(int slot) {
            return LcoName.of(processes.nameOf(slot).context(), objects == null ? first : objects[slot]);
        }
    }

    private final LcoSlots owner;
    private @Nullable SendSlot[] slots = new @Nullable SendSlot[0];
    private @Nullable Rule rule;
    private int ruleReceiveSlot;

    SendSlots(LcoSlots owner) {
        this.owner = owner;
    }

    int count() {
        return slots.length;
    }

    /** The slot with this index, which was checked. */
    SendSlot at(int index) {
        SendSlot s = slots[index];
        return s != null ? s : name(index);
    }

    /** Where the slot with this index leads, which was checked; no slot is made for that. */
    LcoName nameAt(int index) {
        SendSlot s = slots[index];
        Rule names = rule;
        return s == null && names != null ? names.nameOf(index) : at(index).name;
    }

    /** {@code names.length} slots, each to receive slot {@code receiveSlot} of an object of a communicator; there are none yet. */
    void addMembers(LcoName[] names, int receiveSlot) {
        Rule compact = CompactNames.of(names);
        if (compact != null) {
            addByRule(names.length, compact, receiveSlot);
        } else {
            int[] all = new int[names.length];
            Arrays.fill(all, receiveSlot);
            add(names, all);
        }
    }

    /** As {@link #addMembers}, of other objects of the processes behind {@code original}'s slots: {@code objects[i]} is the {@linkplain LcoName#object number} of the one that slot i leads to. */
    void addOthers(SendSlots original, long[] objects, int receiveSlot) {
        Rule names = original.rule;
        if (names != null && objects.length > 0) {
            addByRule(objects.length, new Others(names, objects), receiveSlot);
            return;
        }
        LcoName[] all = new LcoName[objects.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = LcoName.of(original.nameAt(i).context(), objects[i]);
        }
        addMembers(all, receiveSlot);
    }

    boolean has(int index) {
        return slots[index] != null || rule != null;
    }

    void delete(int index) {
        slots[index] = null;
    }

    void add(LcoName[] names, int[] receiveSlots) {
        int first = slots.length;
        @Nullable SendSlot[] more = Arrays.copyOf(slots, first + names.length);
        for (int i = 0; i < names.length; i++) {
            more[first + i] = new SendSlot(owner, first + i, names[i], receiveSlots[i]);
        }
        slots = more;
    }

    /** {@code count} slots, each to receive slot {@code receiveSlot} of an object that the rule names. */
    void addByRule(int count, Rule names, int receiveSlot) {
        slots = new @Nullable SendSlot[count];
        rule = names;
        ruleReceiveSlot = receiveSlot;
    }

    /** Those through which something may have been sent to another process. */
    List<SendSlot> used() {
        List<SendSlot> used = new ArrayList<>();
        for (SendSlot each : slots) {
            if (each != null && each.isUsed()) {
                used.add(each);
            }
        }
        return used;
    }

    /** Whether the slot {@code which}, or any slot if that is {@link LcoSlots#ANY}, leads to this peer. */
    boolean mayLeadTo(Peer peer, int which) {
        for (int slot = 0; slot < slots.length; slot++) {
            if ((which == LcoSlots.ANY || which == slot) && nameAt(slot).context().equals(peer.id())) {
                return true;
            }
        }
        return false;
    }

    /** Why the process behind this slot, or behind any slot, has failed; null if none has. */
    @Nullable BraidException failureAt(int which, Map<ContextId, BraidException> failed) {
        BraidException failure = null;
        for (int slot = 0; slot < slots.length && failure == null; slot++) {
            failure = which == LcoSlots.ANY || which == slot ? failed.get(nameAt(slot).context()) : null;
        }
        return failure;
    }

    private SendSlot name(int index) {
        if (rule == null) {
            throw Refusals.deleted("send", index);
        }
        SendSlot s = new SendSlot(owner, index, rule.nameOf(index), ruleReceiveSlot);
        slots[index] = s;
        return s;
    }
}
