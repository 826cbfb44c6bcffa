package org.braid.boot.server;

import java.nio.ByteBuffer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Hello;
import org.braid.boot.ticket.Ticket;

/** How a stranger becomes a member: it says hello as a process of the same build, then names job, rank and size and shows that it knows the job's secret. */
final class Admission {
    private final Ticket job;
    private final Members members;
    private final Strangers strangers;

    Admission(Ticket job, Members members, Strangers strangers) {
        this.job = job;
        this.members = members;
        this.strangers = strangers;
    }

    /** The hello has come. */
    void greet(Session session, ByteBuffer in) {
        BraidException refusal;
        try {
            refusal = RankProtocol.hello(job.build()).refusal(Hello.get(in), "the process that wants to join");
        } catch (BraidException e) {
            refusal = e;
        }
        if (refusal != null) {
            fail(session, refusal.code(), refusal.what() + ": " + refusal.why());
            return;
        }
        session.state = Session.State.JOINING;
    }

    /** The first frame has come, which must be a JOIN. */
    void join(Session session, int kind, ByteBuffer in) {
        if (kind != RankProtocol.JOIN || in.remaining() != RankProtocol.JOIN_BYTES) {
            fail(session, ErrorCode.JOIN_REFUSED, "a join was expected");
            return;
        }
        long jobHigh = in.getLong();
        long jobLow = in.getLong();
        int rank = in.getInt();
        int size = in.getInt();
        if (jobHigh != job.jobHigh() || jobLow != job.jobLow()) {
            fail(session, ErrorCode.OTHER_JOB, "this is the rank server of another job");
        } else if (!job.secret().matches(in.array(), in.position(), in.remaining())) {
            fail(session, ErrorCode.JOIN_REFUSED, "the job's secret was not shown");
        } else if (size != job.size()) {
            session.refuse(ErrorCode.JOB_SIZE_DIFFERS, "the job has " + job.size() + " ranks, you expect " + size);
        } else if (!members.contains(rank)) {
            session.refuse(ErrorCode.JOB_SIZE_DIFFERS, "rank " + rank + " is not among the job's " + size);
        } else if (members.get(rank) != null || members.isGone(rank)) {
            session.refuse(ErrorCode.RANK_DUPLICATE, "rank " + rank + " has joined before; the first one stays");
        } else {
            admit(session, rank);
        }
    }

    private void admit(Session session, int rank) {
        session.send(RankProtocol.frame(RankProtocol.WELCOME, 0));
        session.join(rank);
        members.put(rank, session);
        strangers.remove(session);
    }

    /** Refuses what may be an attack. */
    private void fail(Session session, ErrorCode code, String reason) {
        strangers.failed(session.source);
        session.refuse(code, reason);
    }
}
