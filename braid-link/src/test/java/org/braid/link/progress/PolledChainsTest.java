package org.braid.link.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.Clock;
import org.junit.jupiter.api.Test;

class PolledChainsTest {
    private static final ContextId PEER = new ContextId(1, 2, 3);

    private final PolledChains chains = new PolledChains();
    private final List<String> events = new ArrayList<>();

    private class Waiting implements PolledChains.Chain {
        private final boolean endsItsPeer;

        Waiting(boolean endsItsPeer) {
            this.endsItsPeer = endsItsPeer;
        }

        @Override
        public boolean pending() {
            return true;
        }

        @Override
        public long dueNs() {
            return 0;
        }

        @Override
        public int poll(long nowNs) {
            events.add("polled");
            if (endsItsPeer) {
                chains.end(PEER);
            }
            return 1;
        }

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public ContextId peer() {
            return PEER;
        }

        @Override
        public boolean receives() {
            return true;
        }

        @Override
        public void end() {
            events.add("ended");
        }
    }

    @Test
    void whatAChainBringsMayEndItsPeerAndAllChainsFromThere() {
        chains.add(new Waiting(false));
        chains.add(new Waiting(false));
        chains.add(new Waiting(true));
        assertEquals(1, chains.poll(Clock.MACHINE));
        assertEquals(List.of("polled", "ended", "ended", "ended"), events);
        assertFalse(chains.any());
    }

    @Test
    void whatAChainHandsUpAsItEndsMayEndTheOthers() {
        for (int before = 0; before < 3; before++) {
            chains.add(new Waiting(false));
        }
        chains.add(new Waiting(false) {
            @Override
            public void end() {
                super.end();
                chains.end(PEER);
            }
        });
        chains.end(PEER);
        assertEquals(List.of("ended", "ended", "ended", "ended"), events);
        assertFalse(chains.any());
    }
}
