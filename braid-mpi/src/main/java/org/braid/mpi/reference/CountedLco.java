package org.braid.mpi.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.braid.base.BraidException;
import org.braid.base.os.Entropy;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.LcoSlots;
import org.jspecify.annotations.Nullable;

/**
 * A local communicator object of which everybody knows who leads to it: slots are added and deleted one by one, and counted at both ends (generalized-communicators, sections 4 and 6). Making one, and adding
 * receive slots, says nothing to anybody; adding send slots tells the processes that they lead to, and waits for none.
 */
public final class CountedLco implements AutoCloseable {
    private final Lco lco;
    private final CountedLcos all;
    private final References references;
    private final Progress progress;
    private final Completions completions;
    private final TreeMap<Integer, Referring> sendSlots = new TreeMap<>();
    private final Referred referred;
    private boolean closed;

    CountedLco(Lco made, CountedLcos all, References references, Progress progress) {
        this.lco = made;
        this.all = all;
        this.references = references;
        this.progress = progress;
        this.completions = made.completions();
        this.referred = references.of(made, true);
        made.closesBy(this::close);
        made.methods().choosesBehind(this::waysOfNotices);
    }

    /** What sends and receives. */
    public Lco lco() {
        return lco;
    }

    /** Adds receive slots behind those that there are (MPI_COMM_ADD_RECEIVE_SLOTS). */
    public void addReceiveSlots(int count) {
        inside(() -> {
            int before = lco.receiveSlots();
            checkMayChange(count, before);
            lco.addReceiveSlots(count);
            referred.added(before + count, before == 0);
        });
    }

    /** Adds a receive slot for those who are given its address: the object's name does not lead there (generalized-communicators, section 4.1). */
    public SlotAddress addLockedReceiveSlot() {
        int key = newKey();
        int[] slot = new int[1];
        inside(() -> {
            slot[0] = lco.receiveSlots();
            checkMayChange(1, slot[0]);
            referred.lock(slot[0], key);
            lco.inbox().guard(slot[0]);
            lco.addReceiveSlots(1);
            referred.added(1 + slot[0], slot[0] == 0);
            references.refuseThoseBefore(referred, slot[0]);
        });
        return new SlotAddress(lco.name(), slot[0], key);
    }

    private static int newKey() {
        int key = Referred.NO_KEY;
        while (key == Referred.NO_KEY) {
            key = (int) Entropy.nextLong();
        }
        return key;
    }

    /** Deletes a receive slot: senders are told, messages that nobody has received are dropped and told of, and receives that wait for it alone fail. The indexes of the others stay. */
    public void deleteReceiveSlot(int slot) {
        inside(() -> {
            checkMayChange(0, 0);
            if (!lco.inbox().hasReceiveSlot(slot)) {
                throw noSlot("receive", slot, lco.receiveSlots());
            }
            lco.deleteReceiveSlot(slot, new MpiFailure(ErrorClass.RANK, "nothing can come for this receive", "its receive slot " + slot + " was deleted", "Delete a receive slot after its last receive"));
            references.tellGone(referred, slot, Reason.DELETED);
        });
    }

    /** Adds send slots behind those that there are (MPI_COMM_ADD_SEND_SLOTS). */
    public void addSendSlots(List<SlotAddress> to) {
        for (SlotAddress each : to) {
            if (each.slot() < 0 || each.slot() >= SlotAddress.MOST_SLOTS) {
                throw new MpiFailure(ErrorClass.RANK, "a send slot can't lead to receive slot " + each.slot(), "receive slots have indexes from 0 to " + (SlotAddress.MOST_SLOTS - 1), "Give the index of a receive slot");
            }
        }
        inside(() -> {
            int first = lco.sendSlots();
            checkMayChange(to.size(), first);
            lco.addSendSlots(to.stream().map(SlotAddress::object).toArray(LcoName[]::new), to.stream().mapToInt(SlotAddress::slot).toArray());
            for (int i = 0; i < to.size(); i++) {
                sendSlots.put(first + i, references.refer(lco, lco.slot(first + i), first + i, to.get(i)));
            }
        });
    }

    /**
     * Deletes a send slot. If anything was sent through it, waits until the other side has seen all of that. The indexes of the others stay.
     *
     * @throws MpiFailure SLOT_GONE if messages were lost of which nobody was told yet; PEER_FAILED if the other side has died before it could say so. The slot is deleted then, too
     */
    public void deleteSendSlot(int slot) {
        List<Referring> deleted = new ArrayList<>();
        inside(() -> {
            checkMayChange(0, 0);
            Referring known = sendSlots.remove(slot);
            if (known == null) {
                throw noSlot("send", slot, lco.sendSlots());
            }
            references.followMessages(known);
            lco.deleteSendSlot(slot);
            deleted.add(known);
        });
        release(deleted);
    }

    private void release(List<Referring> deleted) {
        List<Completion> answers = new ArrayList<>();
        inToken(() -> deleted.forEach(each -> {
            Completion answer = references.release(each);
            if (answer != null) {
                answers.add(answer);
            }
        }));
        BraidException failure = null;
        for (Completion answer : answers) {
            boolean ignored = completions.await(answer, Long.MAX_VALUE);
            failure = failure == null ? answer.failure() : failure;
        }
        List<BraidException> untold = new ArrayList<>();
        inToken(() -> deleted.forEach(each -> {
            MpiFailure lost = references.end(each);
            if (lost != null) {
                untold.add(lost);
            }
        }));
        failure = failure == null && !untold.isEmpty() ? untold.getFirst() : failure;
        if (failure != null) {
            throw MpiFailure.of(failure, ErrorClass.PEER_FAILED);
        }
    }

    /** What a send slot leads to; null if there is no such slot. */
    public @Nullable SlotAddress addressOf(int slot) {
        Referring[] found = new Referring[1];
        inToken(() -> found[0] = sendSlots.get(slot));
        return found[0] == null ? null : found[0].to();
    }

    /** Whether there is a receive slot with this index. */
    public boolean hasReceiveSlot(int slot) {
        boolean[] found = new boolean[1];
        inToken(() -> found[0] = lco.inbox().hasReceiveSlot(slot));
        return found[0];
    }

    /**
     * Frees the object (MPI_COMM_FREE): receives that wait fail, senders are told, and all send slots are deleted as by {@link #deleteSendSlot}.
     *
     * @throws MpiFailure as that does; the object is freed then, too
     */
    @Override
    public void close() {
        List<Referring> deleted = new ArrayList<>();
        inToken(() -> {
            if (!closed) {
                closed = true;
                sendSlots.values().forEach(references::followMessages);
                lco.endReceives(new MpiFailure(ErrorClass.COMM, "nothing can come for this receive", "its local communicator was freed", "Free a local communicator after its last receive"));
                lco.free();
                deleted.addAll(sendSlots.values());
                sendSlots.clear();
            }
        });
        all.remove(this);
        release(deleted);
    }

    /** What has gone by these must be handled before messages, and notices about their slots, go another way. */
    private List<Startpoint> waysOfNotices() {
        List<Startpoint> ways = new ArrayList<>();
        inToken(() -> ways.addAll(references.waysOf(sendSlots.values())));
        return ways;
    }

    private void checkMayChange(int more, int now) {
        if (closed) {
            throw new MpiFailure(ErrorClass.COMM, "the local communicator cannot be used", "it was freed", "Free a local communicator after its last use");
        }
        if (more < 0) {
            throw new MpiFailure(ErrorClass.COUNT, more + " slots cannot be added", "counts are not negative", "Check the count argument");
        }
        if (lco.rank() != LcoSlots.NO_RANK) {
            throw new MpiFailure(ErrorClass.COMM, "the slots of the local communicator cannot change", "it is a member of a communicator since its first collective call", "Make another local communicator");
        }
        if (more > SlotAddress.MOST_SLOTS - now) {
            throw new MpiFailure(ErrorClass.NO_MEMORY, more + " slots cannot be added to " + now, "a local communicator has at most " + SlotAddress.MOST_SLOTS + " of a kind, deleted ones included", "Make another local communicator");
        }
    }

    private static MpiFailure noSlot(String kind, int slot, int slots) {
        return new MpiFailure(ErrorClass.RANK, kind + " slot " + slot + " cannot be deleted", slot >= 0 && slot < slots ? "it was deleted before" : "there are " + slots + " " + kind + " slots", "Give the index of a slot that is there");
    }

    private void inside(Runnable change) {
        progress.refuseToWaitInHandlers();
        inToken(change);
    }

    private void inToken(Runnable change) {
        boolean entered = progress.enterUnlessMine();
        try {
            change.run();
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }
}
