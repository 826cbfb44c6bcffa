package org.braid.mpi.meeting;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.braid.base.os.Entropy;
import org.braid.boot.hosts.HostIdentity;
import org.braid.boot.server.Proof;
import org.braid.boot.ticket.Secret;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.meeting.socket.Agreement;
import org.braid.mpi.meeting.socket.BorrowedSocket;

/**
 * How two processes meet whose programs have a socket in common (MPI 4.1, section 11.10.5), which stays the programs'. On one host they talk through it, since nothing said there has to be hidden. Between hosts they find a capability there, which nobody shows, and go on by a port
 * that is opened for it.
 *
 * <pre>
 *   both          whether all of its job is on one host | 2 its host | whether this socket will do for strangers
 *   then both     2 number of its family | 4 nonce            one family: the capability is HMAC by the family's secret of both nonces
 *   or else both  4 public key                                strangers, if both say that it will do: by X25519
 *   who speaks first     port | addresses of it               the other one calls, and says whether it has got there
 * </pre>
 */
public final class SocketMeeting {
    private static final String ROLE = "socket";
    private static final int PLACE_WORDS = 4;
    private static final int FAMILY_WORDS = 2;
    private static final int NONCE_WORDS = 4;

    private final Talk talk;
    private final Origin origin;
    private final boolean suffices;

    private SocketMeeting(Talk talk, Origin origin, boolean suffices) {
        this.talk = talk;
        this.origin = origin;
        this.suffices = suffices;
    }

    /**
     * A stream for the two processes; the program's own if they are on one host.
     *
     * @param allowsClear whether the user lets bytes leave the host unprotected
     * @throws MpiFailure PORT if the socket fails, if the other host is lost (the socket is closed then), if the other end is no process that joins, or if the two are strangers on different hosts and nothing protects the socket
     */
    public static Talk over(Socket socket, Origin origin, boolean allowsClear) {
        try (BorrowedSocket borrowed = new BorrowedSocket(socket)) {
            return over(socket, borrowed, origin, allowsClear);
        } catch (IOException e) {
            throw failure(e.toString(), e);
        }
    }

    private static Talk over(Socket socket, BorrowedSocket borrowed, Origin origin, boolean allowsClear) throws IOException {
        try {
            Talk talk = new Talk(new DataInputStream(socket.getInputStream()), new DataOutputStream(socket.getOutputStream()), () -> {}, false);
            talk.greet(origin.build());
            borrowed.isGreeted();
            return new SocketMeeting(talk, origin, allowsClear || isProtected(socket)).found();
        } catch (IOException e) {
            throw failure(borrowed.reason(e), e);
        }
    }

    private static MpiFailure failure(String why, IOException cause) {
        return new MpiFailure(ErrorClass.PORT, "join cannot use the socket", why, "Give both processes the two ends of one socket that is connected, and that nothing is under way on", cause);
    }

    /** The program that brings a TLS socket answers for who is at its other end. */
    private static boolean isProtected(Socket socket) {
        if (!(socket instanceof SSLSocket tls)) {
            return false;
        }
        SSLSession session = tls.getSession();
        return session.isValid() && !session.getCipherSuite().contains("NULL") && !session.getCipherSuite().contains("_anon_");
    }

    private Talk found() throws IOException {
        HostIdentity here = origin.host();
        long[] place = swap(new long[] {origin.isOnOneHost() ? 1 : 0, here.high(), here.low(), suffices ? 1 : 0}, PLACE_WORDS);
        boolean isNear = origin.isOnOneHost() && place[0] == 1 && here.equals(new HostIdentity(place[1], place[2]));
        return isNear ? talk : byPort(capability(place[3] == 1));
    }

    private long[] swap(long[] ours, int words) throws IOException {
        long[] theirs = talk.swap(ours);
        if (theirs.length != words) {
            throw new IOException("the other end says " + theirs.length + " words where " + words + " were expected");
        }
        return theirs;
    }

    private Secret capability(boolean sufficesThere) throws IOException {
        long[] family = origin.family().get();
        long[] nonce = new long[NONCE_WORDS];
        Arrays.setAll(nonce, i -> Entropy.nextLong());
        long[] own = Arrays.copyOf(family, FAMILY_WORDS + NONCE_WORDS);
        System.arraycopy(nonce, 0, own, FAMILY_WORDS, NONCE_WORDS);
        long[] theirs = swap(own, FAMILY_WORDS + NONCE_WORDS);
        if (origin.isOfFamily(Arrays.copyOf(theirs, FAMILY_WORDS))) {
            return ofFamily(bytes(nonce), bytes(Arrays.copyOfRange(theirs, FAMILY_WORDS, theirs.length)));
        }
        if (!suffices || !sufficesThere) {
            throw refusal();
        }
        Agreement agreement = new Agreement();
        return agreement.with(swap(agreement.publicWords(), Agreement.WORDS), talk.speaksFirst());
    }

    private Secret ofFamily(byte[] ours, byte[] theirs) {
        boolean isFirst = talk.speaksFirst();
        return Secret.of(Proof.of(Secret.of(origin.secret().get()), ROLE, 0, 0, 0, 0, isFirst ? ours : theirs, isFirst ? theirs : ours));
    }

    private static byte[] bytes(long[] words) {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
        bytes.asLongBuffer().put(words);
        return bytes.array();
    }

    private static MpiFailure refusal() {
        return new MpiFailure(
                ErrorClass.PORT, "join cannot connect these processes", "they are on different hosts and their jobs have no secret in common, and nothing says who is at the other end of a plain socket, or listens on its way",
                "Let one accept at a port, and tell the other its name by a way that is safe; or join by an SSLSocket; or run both with --allow-clear if the network between them is yours alone");
    }

    private Talk byPort(Secret capability) throws IOException {
        SocketPort port = new SocketPort(talk, capability);
        return talk.speaksFirst() ? port.listen() : port.call();
    }
}
