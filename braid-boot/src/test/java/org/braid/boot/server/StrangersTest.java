package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.braid.boot.ticket.Secret;
import org.junit.jupiter.api.Test;

/** Whoever has not joined has little time, little room and few attempts. */
class StrangersTest extends RankServerTalk {
    @Test
    void whoeverDoesNotJoinWithinFiveSecondsIsShownTheDoor() {
        Session silent = connect();
        Session slow = connect(hello(77));
        assertEquals(Strangers.JOIN_DEADLINE_NS, core.deadlineNs());
        core.tick(Strangers.JOIN_DEADLINE_NS - 1);
        assertFalse(silent.isClosing());
        core.tick(Strangers.JOIN_DEADLINE_NS);
        assertRefused(silent, "BRD-1403");
        assertRefused(slow, "BRD-1403");
        assertEquals(Long.MAX_VALUE, core.deadlineNs());
    }

    @Test
    void strangersAreCountedAndMembersAreNot() {
        member(0);
        List<Session> strangers = new ArrayList<>();
        for (int i = 0; i < Strangers.MOST; i++) {
            strangers.add(connect());
        }
        assertNull(core.open("", 0));
        core.closed(strangers.getFirst());
        assertNotNull(core.open("", 0));
    }

    @Test
    void aSourceThatFailsTenTimesIsLockedOut() {
        for (int i = 0; i < Strangers.MOST_FAILURES; i++) {
            assertRefused(connect(core, "10.0.0.7", hello(77), join(22, 2, SIZE, Secret.random())), "BRD-1403");
        }
        assertNull(core.open("10.0.0.7", 0));
        assertNotNull(core.open("10.0.0.8", 0));
    }
}
