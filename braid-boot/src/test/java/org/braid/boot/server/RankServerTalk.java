package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.braid.base.wire.Hello;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/** A rank server of four ranks: what clients say to it, and what they hear from it. */
abstract class RankServerTalk {
    static final int SIZE = 4;
    static final Ticket JOB = new Ticket(77, 11, 22, 0, SIZE, 0, SIZE, 0, "unix:/x", Secret.random(), "", "", false);

    final Heard heard = new Heard();
    final RankServerCore core = new RankServerCore(JOB, heard);

    static byte[] hello(int build) {
        return RankProtocol.hello(build).put(RankProtocol.buffer(Hello.BYTES)).array();
    }

    static byte[] frame(int kind, byte[] payload) {
        return RankProtocol.putHead(RankProtocol.buffer(4 + payload.length), kind, payload.length).put(payload).array();
    }

    static byte[] join(long jobLow, int rank, int size, Secret secret) {
        ByteBuffer out = RankProtocol.buffer(RankProtocol.JOIN_BYTES).putLong(11).putLong(jobLow).putInt(rank).putInt(size);
        return frame(RankProtocol.JOIN, out.put(secret.toBytes()).array());
    }

    static byte[] lookup(int first, int count) {
        return frame(RankProtocol.LOOKUP, RankProtocol.buffer(8).putInt(first).putInt(count).array());
    }

    static byte[] lookupNow(int first, int count) {
        return frame(RankProtocol.LOOKUP_NOW, RankProtocol.buffer(8).putInt(first).putInt(count).array());
    }

    static byte[] whole(int rank) {
        return frame(RankProtocol.WHOLE, RankProtocol.buffer(4).putInt(rank).array());
    }

    Session connect(byte[]... said) {
        return connect(core, "", said);
    }

    static Session connect(RankServerCore core, String source, byte[]... said) {
        Session session = core.open(source, 0);
        assertNotNull(session);
        for (byte[] bytes : said) {
            core.received(session, ByteBuffer.wrap(bytes));
        }
        return session;
    }

    Session member(int rank) {
        Session session = connect(hello(77), join(22, rank, SIZE, JOB.secret()));
        assertEquals(RankProtocol.WELCOME, next(session).kind());
        return session;
    }

    void say(Session session, byte[] bytes) {
        core.received(session, ByteBuffer.wrap(bytes));
    }

    record Said(int kind, ByteBuffer payload) {
        String text() {
            return StandardCharsets.UTF_8.decode(payload.duplicate()).toString();
        }
    }

    static Said next(Session session) {
        Said said = peek(session);
        assertNotNull(said, "the server said nothing");
        return said;
    }

    static @Nullable Said peek(Session session) {
        ByteBuffer out = session.outgoing();
        if (out == null) {
            return null;
        }
        ByteBuffer copy = ByteBuffer.allocate(out.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(out).flip();
        int word = copy.getInt();
        assertEquals(copy.remaining(), word >>> 8);
        return new Said(word & 0xff, copy.slice().order(ByteOrder.LITTLE_ENDIAN));
    }

    static void assertRefused(Session session, String code) {
        Said said = next(session);
        assertEquals(RankProtocol.REFUSED, said.kind());
        assertTrue(said.text().startsWith(code), said.text());
        assertTrue(session.isClosing());
    }
}
