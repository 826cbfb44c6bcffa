package org.braid.mpi.liveness;

import org.braid.coll.agreement.CallLog;
import org.braid.coll.agreement.Disagreement;
import org.braid.link.progress.Progress;
import org.braid.mpi.p2p.CallWitness;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.LcoSlots;
import org.jspecify.annotations.Nullable;

/**
 * Whether the members of one communicator call the same collectives (reliability, promise C5). A member that waits long inquires at those it waits for; one that finds a disagreement, in a message or
 * in an inquiry, tells all members, whose waiting and later calls then fail with the same sentence.
 *
 * <pre>
 *   A ── inquire(call, signature) ──> B: compares with its log ── disagree ──> A, C, D …
 * </pre>
 *
 * An inquiry that comes after that is answered with what is known, so that also a member learns of it that nobody could tell.
 */
public final class Agreement implements CallWitness {
    private static final long NONE = -1;

    private final Agreements others;
    private final Progress progress;
    private final Inbox inbox;
    private final LcoSlots slots;
    private final CallLog log = new CallLog();

    /** The row of all agreements of this process, in the order in which they were made. Guarded by the token. */
    private @Nullable Agreement older;
    private @Nullable Agreement newer;

    /** Of those found the one about the earliest call, since calls before it may still wait. Written under the token; read by the callers of collectives, who may come a little late. */
    private volatile @Nullable Disagreement known;

    /** Of the calls that were called off without a question the last one. Written under the token. */
    private volatile @Nullable Disagreement calledOff;

    private final long id;

    /** The one of the communicator that this one is a copy of, which no message has said, and by which of its calls. Guarded by the token. */
    private long original = NONE;
    private int copiedBy;

    /** The program frees the communicator right now. Guarded by the token. */
    private boolean freeing;

    /** In which leave of this process it has become known; 0 if before any, when whoever calls is told. Guarded by the token. */
    private int leaveOfKnown;

    /** @param id no other one of this process has it */
    Agreement(Agreements others, long id, Progress progress, Inbox inbox) {
        this.id = id;
        this.others = others;
        this.progress = progress;
        this.inbox = inbox;
        this.slots = inbox.slots();
    }

    /** The calls that this member has made. */
    public CallLog log() {
        return log;
    }

    /** The disagreement that was found, of several the one about the earliest call; null if none was. Any thread asks. */
    public @Nullable Disagreement known() {
        return known;
    }

    /** The object of {@code copy} is a copy that this member has made by that call, without a word of the others: where they are found to have made another one in its place, nobody waits for them there. Any thread. */
    public void copiedTo(Inbox copy, int call) {
        progress.enter();
        try {
            if (copy.witness() instanceof Agreement of) {
                of.original = id;
                of.copiedBy = call;
            }
        } finally {
            progress.exit();
        }
    }

    /** Its communicator's original has a disagreement about the call that has made the copy, or one before it. Caller holds the token. */
    void foundInOriginal(long ofOriginal, Disagreement disagreement) {
        Disagreement here = new Disagreement(0, disagreement.rank(), disagreement.signature(), disagreement.otherRank(), disagreement.otherSignature());
        if (original == ofOriginal && disagreement.concerns(copiedBy) && isNews(here)) {
            learn(here);
        }
    }

    /**
     * This member has met a message of another call. Its sender may have sent for an earlier call, too, which this member has made otherwise and without a look at what came.
     *
     * @return the one about the earliest call that is known now
     */
    public Disagreement found(Disagreement disagreement) {
        progress.enter();
        try {
            compareEarly();
            settle(disagreement);
            Disagreement first = known;
            return first == null || !first.concerns(disagreement.call()) ? disagreement : first;
        } finally {
            progress.exit();
        }
    }

    /**
     * The member at {@code slot} waits for this one, perhaps in a call that this one has not come to: then it may have sent for an earlier one, before this member made another call in its place. The caller holds the token.
     */
    void inquired(int slot, int call, long signature) {
        Disagreement before = known;
        if (!isRank(slot)) {
            return; // no member says so
        }
        if (before != null) {
            tell(slot, before);
        }
        if (before == null || !before.concerns(call)) {
            compare(slot, call, signature);
            compareEarly();
        }
    }

    private void compare(int slot, int call, long signature) {
        Disagreement calledOff = log.compareCalledOff(slots.rank(), slot, call, signature);
        if (calledOff != null) {
            settle(calledOff);
        } else {
            arrived(slot, call, signature);
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>Of two members that both send and neither wait, at least one gets the other's message after it has called
     * itself.
     */
    @Override
    public void arrived(int slot, int call, long signature) {
        boolean noMoreCalls = others.makesNoCallOn(inbox);
        Disagreement now = freeing
                ? log.compareOnFreeing(slots.rank(), slot, call, signature)
                : noMoreCalls ? log.compareOnLeaving(slots.rank(), slot, call, signature) : log.compare(slots.rank(), slot, call, signature);
        if (now != null) {
            settle(now);
        }
    }

    /** As {@link #arrived}, once more, of all messages that have come so far and wait; {@link #known} has what that has brought to light. Caller holds the token. */
    void compareEarly() {
        if (known == null) {
            inbox.showCollectives(this);
        }
    }

    /** This member frees the communicator: compares the calls behind messages that came and that nobody waits for. What it makes known is told to those that have not freed it; null if there is nothing new. Any thread. */
    public @Nullable Disagreement compareOnFreeing() {
        progress.enter();
        try {
            boolean isNews = known == null;
            freeing = true;
            compareEarly();
            return isNews ? known : null;
        } finally {
            freeing = false;
            progress.exit();
        }
    }

    /** Asks the member at {@code slot} whether it calls the same; may be lost, never waits. */
    public void inquire(int slot, int call, long signature) {
        others.inquire(slots.slot(slot), call, signature);
    }

    /** This member has called off a call in which the one at {@code slot} waits for it, or will: it says so before that one asks. May be lost, never waits. Any thread. */
    public void callOff(int slot, int call) {
        progress.enter();
        try {
            if (isRank(slot)) {
                tell(slot, Disagreement.calledOff(call, slots.rank()));
            }
        } finally {
            progress.exit();
        }
    }

    /** What was said so of this call; null if nothing was, or something about a later one since. Any thread. */
    public @Nullable Disagreement calledOff(int call) {
        Disagreement last = calledOff;
        return last != null && last.call() == call ? last : null;
    }

    /** What has become known while this process leaves, so that no call here will tell it; null if nothing has. Caller holds the token. */
    @Nullable Disagreement knownInLeave() {
        Disagreement found = known;
        return found != null && leaveOfKnown != 0 && leaveOfKnown == others.leave() && !found.isCalledOff() ? found : null;
    }

    /**
     * Compares the calls behind collective messages that came, on whatever communicator, before this rank's own call and met no receive of it; a disagreement that this has brought to light, or that has become known otherwise while this
     * process leaves MPI, or null.
     */
    public @Nullable Disagreement compareEarlyCalls() {
        return others.compareEarlyCalls();
    }

    /** {@inheritDoc} A member that waits in a call that this one has called off hears of it when it inquires. */
    @Override
    public boolean hasToAnswer() {
        return log.hasCalledOff() && known == null;
    }

    @Override
    public void closed() {
        others.forget(this);
    }

    /** Puts it at the end of the row, behind the last one. Caller holds the token. */
    void follow(@Nullable Agreement last) {
        older = last;
        if (last != null) {
            last.newer = this;
        }
    }

    /** The one that was made before it; null if there is none. Caller holds the token. */
    @Nullable Agreement older() {
        return older;
    }

    /** Caller holds the token. */
    void leaveRow() {
        if (older != null) {
            older.newer = newer;
        }
        if (newer != null) {
            newer.older = older;
        }
        older = null;
        newer = null;
    }

    /** The member at {@code slot} has left MPI, and can't say itself that it does not make this call. Caller holds the token. */
    void left(int slot, int call, long signature) {
        settle(Disagreement.left(call, slot, slots.rank(), signature));
    }

    /** Another member has found one, or has called off a call of its own. Caller holds the token. */
    void told(Disagreement disagreement) {
        if (disagreement.isOfOneMember() && isRank(disagreement.rank()) && disagreement.isCalledOff()) {
            calledOff = disagreement;
            others.failOne(inbox, disagreement);
        } else if (isNews(disagreement) && isRank(disagreement.rank()) && isRank(disagreement.otherRank())) {
            learn(disagreement);
        }
    }

    private boolean isRank(int rank) {
        return rank >= 0 && rank < slots.size();
    }

    private boolean isNews(Disagreement disagreement) {
        Disagreement before = known;
        return before == null || !before.concerns(disagreement.call());
    }

    private void settle(Disagreement disagreement) {
        if (!isNews(disagreement)) {
            return;
        }
        learn(disagreement);
        for (int slot = 0; slot < slots.size(); slot++) {
            if (slot != slots.rank()) {
                tell(slot, disagreement);
            }
        }
    }

    private void learn(Disagreement disagreement) {
        known = disagreement;
        leaveOfKnown = others.leave();
        others.fail(inbox, disagreement);
        if (!disagreement.isCalledOff()) {
            others.tellCopies(id, disagreement);
        }
    }

    private void tell(int slot, Disagreement disagreement) {
        others.tell(slots.sendSlot(slot), disagreement);
    }
}
