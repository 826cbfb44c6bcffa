package org.braid.mpi.reference;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.base.wire.StartpointImage;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.stream.Peer;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Envelope;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.RequestPool;
import org.braid.mpi.p2p.SendSlot;
import org.jspecify.annotations.Nullable;

/** The counted slots of one process, both ends: what it says to others about them and hears of them. Made with the first local communicator; guarded by the context's token. */
final class References implements Peer.EndListener {
    private static final int ALL_THAT_WAS_SENT = -1;

    private final Context context;
    private final RequestPool requests;
    private final int attach;
    private final int gone;
    private final int detach;
    private final int detached;
    private final Map<Integer, Referring> own = new HashMap<>();
    private final Map<SlotAddress, Destination> destinations = new HashMap<>();
    private final Map<Reference.Key, Reference> others = new LinkedHashMap<>();
    private final Map<Long, Referred> objects = new HashMap<>();
    private final Map<ContextId, Startpoint> ways = new HashMap<>();
    private int numbers;

    References(Context context, RequestPool requests) {
        this.context = context;
        this.requests = requests;
        this.attach = context.register("mpi.slot.attach", (to, a0, a1, a2, a3, payload) -> attached(payload.source().id(), (long) a0 << 32 | a1 & 0xFFFF_FFFFL, a2, a3));
        this.gone = context.register("mpi.slot.gone", (to, a0, a1, a2, a3, payload) -> gone(payload.source().id(), a0, a1, a2));
        this.detach = context.register("mpi.slot.detach", (to, a0, a1, a2, a3, payload) -> detached(payload.source().id(), a0, a1 != 0));
        this.detached = context.register("mpi.slot.detached", (to, a0, a1, a2, a3, payload) -> seen(payload.source().id(), a0));
        context.onFailure(this);
    }

    // ---- send slots of this process

    /** Leads others to count this slot. What becomes of that is known later. */
    Referring refer(Lco owner, SendSlot slot, int index, SlotAddress to) {
        Destination there = destinations.computeIfAbsent(to, Destination::new);
        Referring made = new Referring(++numbers, index, owner, slot, there);
        there.add(made);
        own.put(made.number, made);
        followMessages(made);
        post(made, attach, (int) (to.where() >>> 32), (int) to.where(), made.number, to.key());
        return made;
    }

    /** What is said about a slot goes by the stream of what is sent through it: streams have no order among each other. Called when that may be another one than before, and all that was said before was handled. */
    void followMessages(Referring slot) {
        ContextId process = slot.to().object().context();
        if (slot.owner.methods().isMade() && !process.equals(context.id())) {
            slot.follow(beside(slot.owner, process));
        }
    }

    /** Null if nothing of the object's own way leads to that process, so that no message goes there by it. */
    private @Nullable Startpoint beside(Lco object, ContextId process) {
        try {
            return object.methods().beside(wayTo(process));
        } catch (BraidException noWay) {
            return null;
        }
    }

    /** By which notices about these slots have gone until now, each way once. */
    List<Startpoint> waysOf(Collection<Referring> slots) {
        Set<Startpoint> all = new LinkedHashSet<>();
        for (Referring each : slots) {
            Startpoint beside = each.besideMessages();
            Startpoint way = beside == null ? ways.get(each.to().object().context()) : beside;
            if (way != null && way.peer().failure() == null) {
                all.add(way);
            }
        }
        return List.copyOf(all);
    }

    /**
     * The slot is deleted. The number of what was lost is known when the result is done.
     *
     * @return null if nothing can have been sent through it
     */
    @Nullable Completion release(Referring slot) {
        boolean asks = slot.mayHaveSent() || slot.destination.hasOthers();
        Completion answer = asks ? new Completion() : null;
        slot.detached = answer;
        BraidException dead = post(slot, detach, slot.number, asks ? 1 : 0, 0, 0);
        if (dead != null && answer != null && !answer.isDone()) {
            answer.fail(dead);
        }
        return answer;
    }

    /** All that was sent through a slot was seen, or nothing will be heard of it any more. What was lost without anybody being told; null if nothing was. */
    @Nullable MpiFailure end(Referring released) {
        Destination there = released.destination;
        own.remove(released.number);
        released.follow(null);
        there.remove(released);
        MpiFailure untold = there.untold(released);
        if (there.isUnused()) {
            destinations.remove(there.address);
        }
        return untold;
    }

    private void gone(ContextId by, int number, int why, int messages) {
        Referring slot = own.get(number);
        Reason reason = Reason.of(why);
        if (slot != null && reason != null && slot.to().object().context().equals(by)) {
            slot.destination.gone(reason, messages, requests, context.longMessages());
            if (reason == Reason.FREED && messages <= 0) { // the news of a lost message may have overtaken others
                slot.destination.endCollectives(requests);
            }
        }
    }

    private void seen(ContextId by, int number) {
        Referring slot = own.get(number);
        Completion waiting = slot == null || !slot.to().object().context().equals(by) ? null : slot.detached;
        if (waiting != null && !waiting.isDone()) {
            waiting.complete();
        }
    }

    // ---- receive slots of this process

    /** The counts of an object: made when its name may be known to somebody. */
    Referred of(Lco object, boolean countsAll) {
        long key = SlotAddress.objectOf(object.name());
        Referred known = objects.get(key);
        if (known == null) {
            known = new Referred(this, object.inbox(), key, countsAll);
            objects.put(key, known);
            object.inbox().referredBy(known);
        }
        return known;
    }

    void forget(Referred closed) {
        objects.remove(closed.object);
    }

    private void attached(ContextId by, long where, int number, int key) {
        Reference.Key name = new Reference.Key(by, number);
        Referred object = objects.get(SlotAddress.objectOf(where));
        if (object == null) {
            post(by, gone, number, Reason.FREED.ordinal(), ALL_THAT_WAS_SENT, 0);
            return;
        }
        Reason refusal = object.refusal(SlotAddress.slotOf(where), key);
        Reference made = new Reference(by, number, object, SlotAddress.slotOf(where), refusal == null);
        if (others.putIfAbsent(name, made) == null) {
            object.attached(made, made.counts());
            if (refusal != null) {
                post(by, gone, number, refusal.ordinal(), 0, 0);
            }
        }
    }

    private void detached(ContextId by, int number, boolean asks) {
        Reference known = others.remove(new Reference.Key(by, number));
        if (asks) {
            post(by, detached, number, 0, 0, 0);
        }
        if (known != null) {
            known.object().detached(known, known.counts(), null);
        }
    }

    /** Tells those who have led a send slot to this receive slot, or to any, behind what the object has sent to them: nothing comes from it afterwards. */
    void tellGone(Referred object, int slot, Reason why) {
        Map<ContextId, Startpoint> beside = besideMessagesOf(object.inbox);
        for (Reference each : new ArrayList<>(others.values())) {
            if (each.object() == object && (slot == LcoSlots.ANY || each.slot() == slot)) {
                Startpoint messages = beside.get(each.process());
                if (messages == null) {
                    post(each.process(), gone, each.number(), why.ordinal(), 0, 0);
                } else {
                    post(messages, gone, each.number(), why.ordinal(), 0, 0);
                }
            }
        }
    }

    private Map<ContextId, Startpoint> besideMessagesOf(Inbox object) {
        Map<ContextId, Startpoint> found = new HashMap<>();
        for (Referring each : own.values()) {
            Startpoint messages = each.besideMessages();
            if (messages != null && each.owner.inbox() == object) {
                found.put(each.to().object().context(), messages);
            }
        }
        return found;
    }

    /** Whether a send slot of that process may send to this receive slot. */
    boolean isCounted(Referred object, Peer from, int slot) {
        for (Reference each : others.values()) {
            if (each.object() == object && each.slot() == slot && each.counts() && each.process().equals(from.id())) {
                return true;
            }
        }
        return false;
    }

    /** Tells one of the send slots by which the message may have come: its process knows the others. */
    boolean tellOfLoss(Referred object, @Nullable Peer from, int slot, Reason why) {
        Reference told = oneOf(object, from, slot);
        if (told != null) {
            post(told.process(), gone, told.number(), why.ordinal(), 1, 0);
        }
        return told != null;
    }

    /** One of the send slots of that process, or of this one, that lead there. */
    @Nullable Reference oneOf(Referred object, @Nullable Peer from, int slot) {
        ContextId process = from == null ? context.id() : from.id();
        for (Reference each : others.values()) {
            if (each.object() == object && each.slot() == slot && each.process().equals(process)) {
                return each;
            }
        }
        return null;
    }

    /** A slot that is locked from the beginning is not open to who has waited for it without a key. */
    void refuseThoseBefore(Referred object, int slot) {
        for (Reference each : new ArrayList<>(others.values())) {
            if (each.object() == object && each.slot() == slot && each.counts()) {
                others.put(new Reference.Key(each.process(), each.number()), new Reference(each.process(), each.number(), object, slot, false));
                object.uncount(slot);
                post(each.process(), gone, each.number(), Reason.KEY.ordinal(), 0, 0);
            }
        }
    }

    void endInVain(Inbox inbox) {
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && r.inbox() == inbox) {
                boolean ignored = inbox.endsInVain(r);
            }
        }
    }

    // ---- processes

    /** Learns how a process outside of the job is reached; of those in it the directory knows better. */
    void learn(ContextId process, DescriptorTable table) {
        boolean isKnown = process.equals(context.id()) || process.isRankBeside(context.id()) || table.equals(DescriptorTable.EMPTY);
        if (!isKnown && !ways.containsKey(process)) {
            PutBuffer image = new PutBuffer();
            new StartpointImage(List.of(new StartpointImage.Target(process, Envelope.PROCESS_ENDPOINT, 0, 0, table, List.of()))).put(image);
            Startpoint ignored = context.startpointFrom(new GetBuffer(image.toBytes()));
        }
    }

    @Override
    public void ended(Peer peer, BraidException cause) {
        ways.remove(peer.id());
        for (Referring each : new ArrayList<>(own.values())) {
            if (each.to().object().context().equals(peer.id())) {
                each.failed(cause);
            }
        }
        for (Reference each : new ArrayList<>(others.values())) {
            if (each.process().equals(peer.id())) {
                others.remove(new Reference.Key(each.process(), each.number()));
                each.object().detached(each, each.counts(), cause);
            }
        }
        MpiFailure death = Referred.ofDeath(cause);
        new ArrayList<>(objects.values()).forEach(each -> each.died(death));
    }

    /** As {@link #post(ContextId, int, int, int, int, int)}, behind what was sent through the slot. */
    private @Nullable BraidException post(Referring about, int handler, int a0, int a1, int a2, int a3) {
        Startpoint messages = about.besideMessages();
        return messages == null ? post(about.to().object().context(), handler, a0, a1, a2, a3) : post(messages, handler, a0, a1, a2, a3);
    }

    /** @return why it could not be sent: the process has failed, of which others are told by other ways */
    private @Nullable BraidException post(ContextId to, int handler, int a0, int a1, int a2, int a3) {
        if (to.equals(context.id())) {
            here(handler, a0, a1, a2, a3);
            return null;
        }
        try {
            return post(wayTo(to), handler, a0, a1, a2, a3);
        } catch (BraidException dead) {
            return dead;
        }
    }

    private Startpoint wayTo(ContextId process) {
        Startpoint way = ways.get(process);
        if (way == null) {
            way = context.startpointTo(process, Envelope.PROCESS_ENDPOINT);
            ways.put(process, way);
        }
        return way;
    }

    private static @Nullable BraidException post(Startpoint way, int handler, int a0, int a1, int a2, int a3) {
        try {
            way.answer(handler, a0, a1, a2, a3);
            return null;
        } catch (BraidException dead) {
            return dead;
        }
    }

    /** Between objects of this process. */
    private void here(int handler, int a0, int a1, int a2, int a3) {
        ContextId self = context.id();
        if (handler == attach) {
            attached(self, (long) a0 << 32 | a1 & 0xFFFF_FFFFL, a2, a3);
        } else if (handler == gone) {
            gone(self, a0, a1, a2);
        } else if (handler == detach) {
            detached(self, a0, a1 != 0);
        } else {
            seen(self, a0);
        }
    }
}
