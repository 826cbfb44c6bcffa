package org.braid.boot.server;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Hello;
import org.braid.boot.ticket.Ticket;

/** How a stranger becomes a member: it says hello as a process of the same build, then names job, rank and size and shows that it knows the job's secret. */
final class Admission {
    private final Ticket job;
    private final boolean challenges;
    private final Members members;
    private final Strangers strangers;

    /** @param challenges true where the connection itself does not say who the peer is (any network) */
    Admission(Ticket job, boolean challenges, Members members, Strangers strangers) {
        this.job = job;
        this.challenges = challenges;
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
        if (challenges) {
            session.send(RankProtocol.frame(RankProtocol.CHALLENGE, RankProtocol.NONCE_BYTES).put(session.nonce));
        }
    }

    /** The first frame has come, which must be a JOIN, or a PROVE if this server challenges. */
    void join(Session session, int kind, ByteBuffer in) {
        int expected = challenges ? RankProtocol.PROVE : RankProtocol.JOIN;
        int length = challenges ? RankProtocol.PROVE_BYTES : RankProtocol.JOIN_BYTES;
        if (kind != expected || in.remaining() != length) {
            fail(session, ErrorCode.JOIN_REFUSED, "a join was expected");
            return;
        }
        long jobHigh = in.getLong();
        long jobLow = in.getLong();
        int rank = in.getInt();
        int size = in.getInt();
        if (jobHigh != job.jobHigh() || jobLow != job.jobLow()) {
            fail(session, ErrorCode.OTHER_JOB, "this is the rank server of another job");
        } else if (!isProved(session, in, rank, size)) {
            fail(session, ErrorCode.JOIN_REFUSED, "the job's secret was not proved");
        } else if (size != job.size()) {
            session.refuse(ErrorCode.JOB_SIZE_DIFFERS, "the job has " + job.size() + " ranks, you expect " + size);
        } else if (!members.contains(rank)) {
            session.refuse(ErrorCode.JOB_SIZE_DIFFERS, "rank " + rank + " is not among the job's " + size);
        } else if (members.get(rank) != null || members.isGone(rank)) {
            session.refuse(ErrorCode.RANK_DUPLICATE, "rank " + rank + " has joined before; the first one stays");
        } else {
            admit(session, rank, size, in);
        }
    }

    private boolean isProved(Session session, ByteBuffer in, int rank, int size) {
        if (!challenges) {
            return job.secret().matches(in.array(), in.position(), in.remaining());
        }
        byte[] proof = new byte[32];
        in.get(in.position() + RankProtocol.NONCE_BYTES, proof);
        return MessageDigest.isEqual(proof, proof("client", rank, size, clientNonce(in), session));
    }

    private static byte[] clientNonce(ByteBuffer in) {
        byte[] nonce = new byte[RankProtocol.NONCE_BYTES];
        in.get(in.position(), nonce);
        return nonce;
    }

    private byte[] proof(String role, int rank, int size, byte[] clientNonce, Session session) {
        return Proof.of(job.secret(), role, job.jobHigh(), job.jobLow(), rank, size, clientNonce, session.nonce);
    }

    private void admit(Session session, int rank, int size, ByteBuffer in) {
        byte[] answer = challenges ? proof("server", rank, size, clientNonce(in), session) : new byte[0];
        session.send(RankProtocol.frame(RankProtocol.WELCOME, answer.length).put(answer));
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
