package org.braid.cli.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.coll.cost.Links;
import org.braid.coll.sim.ChannelCost;
import org.braid.coll.sim.Network;
import org.junit.jupiter.api.Test;

/** What an experiment says of its links is what a profile is read as. */
class LiveJobTest {
    private final Machines machines = Machines.ofFigure(9, false, Machines.RANKS);

    private Network network(String costs) {
        Links links = new Links();
        links.read(costs);
        return links.of(machines.whole());
    }

    @Test
    void theLinksAreWhatTheyWere() {
        Network emulated = network("host latency=20us send=3us receive=4us gap=5us bandwidth=1GB/s shared=side\nsite latency=1ms overhead=20us bandwidth=100MB/s shared offered=16KiB trips=4\n* latency=30ms bandwidth=10MB/s");
        assertEquals(emulated.channels(), network(LiveJob.costs(emulated, 1)).channels());
    }

    @Test
    void dilationMakesLinksBetweenMachinesSlower() {
        Network dilated = network(LiveJob.costs(network("host latency=20us\nsite latency=1ms bandwidth=100MB/s\n* latency=30ms overhead=7us bandwidth=10MB/s"), 12));
        ChannelCost between = dilated.channels().getFirst();
        assertEquals(360_000_000_000L, between.latencyPs());
        assertEquals(7_000_000L, between.sendPs());
        assertEquals(833_333, Math.round(1e12 / between.psPerByte()));
        assertEquals(20_000_000L, dilated.channels().getLast().latencyPs());
    }
}
