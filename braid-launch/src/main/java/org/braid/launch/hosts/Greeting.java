package org.braid.launch.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Entropy;
import org.braid.base.wire.Hello;
import org.braid.boot.server.Proof;
import org.braid.boot.ticket.Secret;
import org.jspecify.annotations.Nullable;

/** The first words on a connection: both ends are of the same build, and each shows that it knows the ticket's secret. A recording is worth nothing, for both choose a number anew. */
final class Greeting {
    private static final int JOB_BYTES = 16;

    private Greeting() {}

    /**
     * The join's part.
     *
     * @throws BraidException if the server refuses, or is none of this job's
     */
    static void call(FrameSocket server, Secret secret, Hello own) throws IOException {
        server.write(own.put(ByteBuffer.allocate(Hello.BYTES).order(ByteOrder.LITTLE_ENDIAN)).array());
        ByteBuffer challenge = answer(server, HostProtocol.CHALLENGE, JOB_BYTES + HostProtocol.NONCE_BYTES);
        long jobHigh = challenge.getLong();
        long jobLow = challenge.getLong();
        byte[] theirs = bytes(challenge);
        byte[] ours = Entropy.bytes(HostProtocol.NONCE_BYTES);
        byte[] proof = Proof.of(secret, HostProtocol.ROLE_JOIN, jobHigh, jobLow, 0, 0, ours, theirs);
        server.write(HostProtocol.frame(HostProtocol.PROVE, HostProtocol.NONCE_BYTES + HostProtocol.PROOF_BYTES).put(ours).put(proof).array());
        byte[] shown = bytes(answer(server, HostProtocol.WELCOME, HostProtocol.PROOF_BYTES));
        if (!MessageDigest.isEqual(shown, Proof.of(secret, HostProtocol.ROLE_SERVER, jobHigh, jobLow, 0, 0, ours, theirs))) {
            throw new BraidException(ErrorCode.OTHER_JOB, "what listens at " + server.there() + " is not the ticket's server", "it does not know the ticket's secret", "Use the ticket that the running braid server has printed");
        }
    }

    private static ByteBuffer answer(FrameSocket server, int expected, int bytes) throws IOException {
        ByteBuffer frame = server.readFrame(HostProtocol.MAX_PAYLOAD);
        if (server.kind() == HostProtocol.REFUSED) {
            throw refused(HostProtocol.text(frame));
        }
        if (server.kind() != expected || frame.remaining() != bytes) {
            throw new IOException("what listens there is no server of a job");
        }
        return frame;
    }

    /** What a server's REFUSED says. */
    static BraidException refused(String said) {
        int end = said.indexOf('\n');
        String reason = end < 0 ? said : said.substring(0, end);
        int space = reason.indexOf(' ');
        ErrorCode code = ErrorCode.find(space < 0 ? reason : reason.substring(0, space));
        return new BraidException(
                code == null ? ErrorCode.JOIN_REFUSED : code, "the job's server refused this join", space < 0 ? reason : reason.substring(space + 1),
                end < 0 ? "Use the ticket that the running braid server has printed, and the same installation of Braid on all hosts" : said.substring(end + 1));
    }

    /**
     * The server's part.
     *
     * @return null if the join is one of this job's; else why it was refused, which it has been told
     */
    static @Nullable String receive(FrameSocket join, Secret secret, long jobHigh, long jobLow, Hello own) throws IOException {
        BraidException other = refusal(own, join.read(Hello.BYTES));
        if (other != null) {
            return refuse(join, other.code(), other.what() + ": " + other.why());
        }
        byte[] ours = Entropy.bytes(HostProtocol.NONCE_BYTES);
        join.write(HostProtocol.frame(HostProtocol.CHALLENGE, JOB_BYTES + ours.length).putLong(jobHigh).putLong(jobLow).put(ours).array());
        ByteBuffer prove = join.readFrame(HostProtocol.MAX_UNPROVED_PAYLOAD);
        if (join.kind() != HostProtocol.PROVE || prove.remaining() != HostProtocol.NONCE_BYTES + HostProtocol.PROOF_BYTES) {
            return refuse(join, ErrorCode.JOIN_REFUSED, "a proof was expected");
        }
        byte[] theirs = new byte[HostProtocol.NONCE_BYTES];
        prove.get(theirs);
        if (!MessageDigest.isEqual(bytes(prove), Proof.of(secret, HostProtocol.ROLE_JOIN, jobHigh, jobLow, 0, 0, theirs, ours))) {
            return refuse(join, ErrorCode.JOIN_REFUSED, "the secret in its ticket is not this job's: the ticket is of another job, or stale");
        }
        join.write(HostProtocol.frame(HostProtocol.WELCOME, HostProtocol.PROOF_BYTES).put(Proof.of(secret, HostProtocol.ROLE_SERVER, jobHigh, jobLow, 0, 0, theirs, ours)).array());
        return null;
    }

    private static @Nullable BraidException refusal(Hello own, ByteBuffer said) {
        try {
            return own.refusal(Hello.get(said), "the braid join");
        } catch (BraidException noHello) {
            return noHello;
        }
    }

    /** Says why, in words that also other builds understand. */
    static String refuse(FrameSocket join, ErrorCode code, String reason) throws IOException {
        String said = code.id() + " " + reason;
        join.write(HostProtocol.withText(HostProtocol.REFUSED, said));
        return said;
    }

    private static byte[] bytes(ByteBuffer in) {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return bytes;
    }
}
