package org.braid.mpi.liveness;

import java.util.Objects;
import java.util.function.Predicate;
import org.braid.coll.agreement.Disagreement;
import org.braid.link.Context;
import org.braid.link.progress.Progress;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.CallWitnesses;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.CallWitness;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.RequestPool;
import org.braid.mpi.p2p.SendSlot;
import org.braid.mpi.p2p.Sending;
import org.jspecify.annotations.Nullable;

/** The agreement of each object of this process ({@link Agreement}), and what all of them need. Guarded by the context's token. */
public final class Agreements implements CallWitnesses {
    private final Progress progress;
    private final RequestPool requests;
    private final Leave leave;
    private final Inquiries inquiries;
    private long count; // of those that were made
    private @Nullable Agreement latest; // of open objects; each knows the one that was made before, so that an object costs no hash

    /** No object yet; members ask each other from {@code context}. */
    public Agreements(Context context, RequestPool requests, Sending sending, Leave leave) {
        this.progress = context.progress();
        this.requests = requests;
        this.leave = leave;
        this.inquiries = new Inquiries(context, sending, this);
    }

    @Override
    public CallWitness of(Lco made) {
        Agreement agreement = new Agreement(this, count++, progress, made.inbox());
        agreement.follow(latest);
        latest = agreement;
        return agreement;
    }

    /** Copies of the communicator that no message has told of may not be copies at the members that differ. Caller holds the token. */
    void tellCopies(long original, Disagreement disagreement) {
        for (Agreement each = latest; each != null; each = each.older()) {
            each.foundInOriginal(original, disagreement);
        }
    }

    /** The agreement of an object that is open. Any thread asks. */
    public Agreement at(Lco object) {
        progress.enter();
        try {
            return Objects.requireNonNull(at(object.inbox()), "the object is closed");
        } finally {
            progress.exit();
        }
    }

    /** The agreement of the object with this inbox; null if it was closed. */
    @Nullable Agreement at(Inbox inbox) {
        return !inbox.isClosed() && inbox.witness() instanceof Agreement agreement ? agreement : null;
    }

    void forget(Agreement closed) {
        latest = latest == closed ? closed.older() : latest;
        closed.leaveRow();
    }

    @Nullable Disagreement compareEarlyCalls() {
        Disagreement unnoticed = null;
        progress.enter();
        try {
            for (Agreement each = latest; each != null; each = each.older()) {
                each.compareEarly();
                Disagreement here = each.knownInLeave();
                unnoticed = here == null ? unnoticed : here; // of several the one on the oldest object
            }
        } finally {
            progress.exit();
        }
        return unnoticed;
    }

    /** The number of the leave that this process takes now; 0 if it takes none. Caller holds the token. */
    int leave() {
        return leave.isUnderWay() ? leave.times() : 0;
    }

    void inquire(SendSlot to, int call, long signature) {
        inquiries.inquire(to, call, signature);
    }

    void tell(SendSlot to, Disagreement disagreement) {
        inquiries.tell(to, disagreement);
    }

    /** Whether this process, which is about to leave MPI, makes no further call on that object. */
    boolean makesNoCallOn(Inbox inbox) {
        return leave.excludes(inbox);
    }

    /** Ends the receives of collective calls there that the disagreement concerns. */
    void fail(Inbox inbox, Disagreement disagreement) {
        fail(inbox, disagreement, r -> disagreement.concerns(r.wantedTag()));
    }

    /** Ends those that wait in this one call for the member that has called it off. */
    void failOne(Inbox inbox, Disagreement calledOff) {
        fail(inbox, calledOff, r -> r.wantedTag() == calledOff.call() && r.wantedSource() == calledOff.rank());
    }

    private void fail(Inbox inbox, Disagreement why, Predicate<Request> ends) {
        MpiFailure failure = MpiFailure.of(why.error(), ErrorClass.OTHER);
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && r.inbox() == inbox && r.kind() == Request.Kind.COLLECTIVE_RECEIVE && ends.test(r) && inbox.takeBack(r)) {
                r.fail(failure);
            }
        }
    }
}
