package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.braid.boot.ticket.Secret;
import org.junit.jupiter.api.Test;

/** What a stranger must show to become a member (reliability.md section 4.3), and what it is told when it cannot. */
class AdmissionTest extends RankServerTalk {
    @Test
    void whoKnowsTheSecretJoins() {
        for (int rank = SIZE - 1; rank >= 0; rank--) {
            member(rank);
        }
        assertEquals("", heard.all());
    }

    @Test
    void aStrangersFirstBytesAreRefused() {
        assertRefused(connect("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)), "BRD-1010");
    }

    @Test
    void anotherBuildIsRefusedWithBothNames() {
        Session session = connect(hello(78));
        Said said = next(session);
        assertTrue(said.text().startsWith("BRD-1011"), said.text());
        assertTrue(said.text().contains(Integer.toHexString(77)) && said.text().contains(Integer.toHexString(78)), said.text());
    }

    @Test
    void aWrongSecretIsRefused() {
        assertRefused(connect(hello(77), join(22, 0, SIZE, Secret.random())), "BRD-1403");
    }

    @Test
    void anotherJobIsToldNothingElse() {
        Session session = connect(hello(77), join(23, 0, SIZE, JOB.secret()));
        assertRefused(session, "BRD-1406");
        assertNull(peek(session));
    }

    @Test
    void anotherCountIsRefusedWithBothNumbers() {
        Session session = connect(hello(77), join(22, 0, 5, JOB.secret()));
        Said said = next(session);
        assertTrue(said.text().contains("4 ranks") && said.text().contains("expect 5"), said.text());
    }

    @Test
    void nothingButAJoinIsHeardBeforeJoining() {
        assertRefused(connect(hello(77), frame(RankProtocol.FINISHED, new byte[0])), "BRD-1403");
        assertTrue(heard.lines.stream().noneMatch(line -> line.startsWith("finished")));
    }
}
