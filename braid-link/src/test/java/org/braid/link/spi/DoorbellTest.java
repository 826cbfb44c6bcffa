package org.braid.link.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One word for all who sleep in a process. */
@Timeout(60)
class DoorbellTest {
    private static final long LONG_NS = 30_000_000_000L;

    private final MemorySegment word = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);
    private final Doorbell here = new Doorbell(word, 0);
    private final Doorbell peers = new Doorbell(word, 0);

    @Test
    void nobodyRingsForWhoIsAwake() {
        assertFalse(peers.mustRing(true));
    }

    @Test
    void onlyFramesThatNeedItRingForTheBackground() {
        int background = here.announce(Doorbell.IDLE);
        assertFalse(peers.mustRing(false));
        assertTrue(peers.mustRing(true));
        here.withdraw(background);
        assertFalse(peers.mustRing(true));
    }

    @Test
    void theBackgroundsAnnouncementDoesNotSilenceACallThatWaits() {
        int call = here.announce(Doorbell.WAITED);
        int background = here.announce(Doorbell.IDLE);
        assertTrue(peers.mustRing(false));
        here.withdraw(background);
        assertTrue(peers.mustRing(false), "the call still sleeps");
        here.withdraw(call);
        assertFalse(peers.mustRing(true));
    }

    @Test
    void aCallThatLeavesSilencesNeitherOtherCallsNorTheBackground() {
        int background = here.announce(Doorbell.IDLE);
        int first = here.announce(Doorbell.WAITED);
        int second = here.announce(Doorbell.WAITED);
        here.withdraw(first);
        assertTrue(peers.mustRing(false), "the second call still sleeps");
        here.withdraw(second);
        assertFalse(peers.mustRing(false));
        assertTrue(peers.mustRing(true), "the background still sleeps");
        here.withdraw(background);
    }

    @Test
    void aRingIsForAllAndIsNotUndoneByWhoAnnouncesAfterIt() {
        int background = here.announce(Doorbell.IDLE);
        int call = here.announce(Doorbell.WAITED);
        peers.ring();
        assertFalse(peers.mustRing(true), "everybody wakes anyway");
        int again = here.announce(Doorbell.WAITED);
        here.sleep(call, LONG_NS, Clock.MACHINE); // returns: it was rung
        here.sleep(background, LONG_NS, Clock.MACHINE);
        here.withdraw(background);
        here.withdraw(call);
        assertTrue(peers.mustRing(false), "what was announced after the ring stays");
        here.withdraw(again);
        assertFalse(peers.mustRing(true));
    }

    @Test
    void allSleepersAreWokenByOneRing() throws InterruptedException {
        AtomicInteger announced = new AtomicInteger();
        Thread[] sleepers = new Thread[3];
        for (int i = 0; i < sleepers.length; i++) {
            int state = i == 0 ? Doorbell.IDLE : Doorbell.WAITED;
            sleepers[i] = Thread.ofPlatform().start(() -> {
                int ticket = here.announce(state);
                announced.incrementAndGet();
                for (long endNs = System.nanoTime() + LONG_NS; System.nanoTime() < endNs && Announcements.holds(ticket, word.get(ValueLayout.JAVA_INT, 0)); ) {
                    here.sleep(ticket, LONG_NS, Clock.MACHINE);
                }
                here.withdraw(ticket);
            });
        }
        while (announced.get() < sleepers.length) {
            Thread.onSpinWait();
        }
        peers.ring();
        for (Thread sleeper : sleepers) {
            sleeper.join(LONG_NS / 2_000_000);
            assertFalse(sleeper.isAlive());
        }
        assertFalse(peers.mustRing(true));
    }

    @Test
    void aScribbledWordIsARing() {
        int call = here.announce(Doorbell.WAITED);
        word.set(ValueLayout.JAVA_INT, 0, 0x7FFF_FFFF);
        here.sleep(call, LONG_NS, Clock.MACHINE);
        here.withdraw(call);
        assertFalse(peers.mustRing(true));
    }

    /** Three sleepers with a timeout each have 2,190,689 states and lose nothing either, in a minute and a half. */
    @Test
    void inNoInterleavingDoesASleeperMissItsMessage() {
        assertLosesNothing(1, Doorbell.WAITED);
        assertLosesNothing(1, Doorbell.WAITED, Doorbell.IDLE);
        assertLosesNothing(1, Doorbell.WAITED, Doorbell.WAITED);
        assertLosesNothing(0, Doorbell.WAITED, Doorbell.WAITED, Doorbell.IDLE);
    }

    private static void assertLosesNothing(int timeouts, int... needs) {
        SleepersModel<Announcements> model = new SleepersModel<>(new Shared(), timeouts, needs);
        assertNull(model.lostMessage());
        assertTrue(model.states() > 20 * needs.length, model.states() + " states");
    }

    @Test
    void theModelCatchesSleepersThatOverwriteEachOther() {
        assertNull(new SleepersModel<>(new Overwriting(), 1, Doorbell.WAITED).lostMessage(), "one alone is safe");
        assertNotNull(new SleepersModel<>(new Overwriting(), 1, Doorbell.WAITED, Doorbell.IDLE).lostMessage());
        assertNotNull(new SleepersModel<>(new Overwriting(), 1, Doorbell.WAITED, Doorbell.WAITED).lostMessage());
    }

    @Test
    void theModelCatchesCountersThatForgetARing() {
        assertNotNull(new SleepersModel<>(new Deaf(), 1, Doorbell.WAITED, Doorbell.IDLE).lostMessage());
    }

    @Test
    void generationsGoRoundWithoutSayingAwake() {
        Announcements old = new Announcements(-1 >>> 2, 1, 0);
        assertEquals(Doorbell.WAITED, Announcements.state(old.word()));
        Announcements next = old.heard(Doorbell.AWAKE).with(Doorbell.IDLE);
        assertEquals(Doorbell.IDLE, next.word(), "generation 2^30 is generation 0");
        assertFalse(Announcements.holds(old.ticket(Doorbell.WAITED), next.word()));
    }

    /** What {@link Doorbell} does under its lock. */
    private static class Shared implements SleepersModel.Protocol<Announcements> {
        @Override
        public Announcements nobody() {
            return Announcements.NONE;
        }

        Announcements heard(Announcements known, int word) {
            return known.heard(word);
        }

        @Override
        public Step<Announcements> announce(Announcements known, int word, int state) {
            Announcements next = heard(known, word).with(state);
            return new Step<>(next, next.word(), next.ticket(state));
        }

        @Override
        public Step<Announcements> withdraw(Announcements known, int word, int ticket) {
            Announcements next = heard(known, word).without(ticket);
            return new Step<>(next, next.word(), ticket);
        }

        @Override
        public boolean maySleep(int ticket, int word) {
            return Announcements.holds(ticket, word);
        }
    }

    /** Planted: who announces or withdraws does not see that somebody has rung. */
    private static final class Deaf extends Shared {
        @Override
        Announcements heard(Announcements known, int word) {
            return known;
        }
    }

    /** Planted: each sleeper writes what it needs itself, and AWAKE when it leaves. */
    private static final class Overwriting extends Shared {
        @Override
        public Step<Announcements> announce(Announcements known, int word, int state) {
            return new Step<>(known, state, state);
        }

        @Override
        public Step<Announcements> withdraw(Announcements known, int word, int ticket) {
            return new Step<>(known, Doorbell.AWAKE, ticket);
        }

        @Override
        public boolean maySleep(int ticket, int word) {
            return ticket == word;
        }
    }
}
