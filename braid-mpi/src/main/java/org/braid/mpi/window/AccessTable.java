package org.braid.mpi.window;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.link.Context;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.link.stream.Peer;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** The messages of accesses that this process has sent and that are not answered, of all its windows; and what becomes of messages that come. Guarded by the token. */
final class AccessTable implements Peer.EndListener {
    private static final String REQUEST = "mpi.window.access";
    private static final String ANSWER = "mpi.window.answer";

    /** A part of an access that was sent. */
    private record Sent(Access access, long packed, int bytes, boolean isOffer) {}

    private final Map<Integer, Sent> sent = new HashMap<>();
    private final int request;
    private final int answer;
    private int next;

    AccessTable(Context context) {
        this.request = context.register(REQUEST, new RequestHandler());
        this.answer = context.register(ANSWER, new AnswerHandler());
        context.onFailure(this);
    }

    int requestHandler() {
        return request;
    }

    /** One message more is to be sent; the number that its answer will bring. */
    int begin(Access access, long packed, int bytes) {
        int number = next++;
        sent.put(number, new Sent(access, packed, bytes, false));
        access.begun();
        access.target.messagesUnderWay++;
        return number;
    }

    /** The target fetches the bytes of this message, if it is not answered already. */
    void offered(int number) {
        Sent known = sent.get(number);
        if (known != null) {
            sent.put(number, new Sent(known.access, known.packed, known.bytes, true));
            known.access.target.offersUnderWay++;
        }
    }

    /** No answer will come. */
    void fail(int number, BraidException why) {
        Sent lost = sent.remove(number);
        if (lost != null) {
            end(lost, why);
        }
    }

    private static void end(Sent message, @Nullable BraidException why) {
        message.access.target.messagesUnderWay--;
        message.access.target.offersUnderWay -= message.isOffer ? 1 : 0;
        message.access.ended(why);
    }

    @Override
    public void ended(Peer peer, BraidException cause) {
        for (Map.Entry<Integer, Sent> each : new ArrayList<>(sent.entrySet())) {
            if (each.getValue().access.target.id().equals(peer.id())) {
                fail(each.getKey(), cause);
            }
        }
    }

    /** The part of a window that messages to this endpoint mean; null if there is none. */
    private static @Nullable ExposedMember exposed(Endpoint to, Payload payload, int rank) {
        return to.userData() instanceof ExposedMember known && known.isMember(rank, payload.source()) ? known : null;
    }

    /** An access has come, of origin {@code a0}, with number {@code a1} there. */
    private final class RequestHandler implements Handler {
        @Override
        public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
            ExposedMember here = exposed(to, payload, a0);
            if (here == null) {
                return; // of nobody who takes part: it has no answer
            }
            try {
                byte[] fetched = AccessMessage.applyTo(here.exposure(), a2, a3, payload);
                here.answer(answer, a0, a1, fetched);
            } catch (RefusedAccess refused) {
                here.refuse(answer, a0, a1, refused.reason);
            }
        }
    }

    /** Target {@code a0} answers message {@code a1}. */
    private final class AnswerHandler implements Handler {
        @Override
        public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
            Sent message = sent.get(a1);
            if (message == null || exposed(to, payload, a0) == null || message.access.target.rank != a0 || !message.access.target.id().equals(payload.source().id())) {
                return;
            }
            sent.remove(a1);
            end(message, a2 == RefusedAccess.NONE ? take(message, payload) : refused(a2));
        }
    }

    private static @Nullable BraidException take(Sent message, Payload payload) {
        Access access = message.access;
        if (!access.fetches()) {
            return null;
        }
        if (payload.length() != message.bytes) {
            return refused(RefusedAccess.UNREADABLE);
        }
        try {
            payload.copyTo(access.resultMemory(), access.resultStart() + message.packed, message.bytes);
            return null;
        } catch (BraidException unsuitable) {
            return unsuitable;
        }
    }

    private static MpiFailure refused(int reason) {
        return new MpiFailure(RefusedAccess.errorClass(reason), "an access was refused by its target", RefusedAccess.text(reason), "Access what the target has given to the window, for as long as it is there");
    }
}
