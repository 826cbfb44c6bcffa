package org.braid.coll.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.sim.ChannelCost;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinksTest {
    private static long latencyNs(Links links) {
        return links.of(Topology.flat(2)).channels().getFirst().latencyPs() / 1000;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "host latency=1us;host latency=2us             | a line before it",
        "host latency=1us;host bandwidth=1GB/s         | a line before it",
        "* latency=1us;host latency=1us;* latency=1us  | a line before it",
        "host latency=1us latency=2us                  | latency has been said before",
        "host latency=1us shared shared                | shared has been said before",
        "compute cores=2;compute turn=1us cores=4      | cores has been said before",
        "board show=1ns look=1ns;board show=2ns        | show has been said before"
    })
    void whatOneTextSaysTwiceIsRefused(String text, String why) {
        BraidException refused = assertThrows(BraidException.class, () -> new Links().read(text.replace(";", "\n")));
        assertEquals(ErrorCode.NETWORK_INVALID, refused.code());
        assertTrue(refused.why().startsWith(why), refused::getMessage);
    }

    /** Two processes of two ranks each, of one host; in the second topology these are behind one cache as well. */
    @Test
    void whatNothingIsSaidOfInsideAProcessCostsWhatIsAroundIt() {
        List<Place> places = List.of(Place.of("", "", "a", "0"), Place.of("", "", "a", "0"), Place.of("", "", "a", "1"), Place.of("", "", "a", "1"));
        Topology threads = Topology.of(Level.of(false, true), places);
        Topology behindCaches = Topology.of(Level.of(true, true), places.stream().map(place -> Place.of("", "", "a", "0", "0", place.names().getLast())).toList());
        Links links = new Links();
        links.read("host latency=3us");
        assertEquals(3000, insideNs(links, threads));
        links.read("cache latency=2us");
        assertEquals(3000, insideNs(links, threads));
        assertEquals(2000, insideNs(links, behindCaches));
        links.read("process latency=1us");
        assertEquals(1000, insideNs(links, threads));
        assertEquals(1000, insideNs(links, behindCaches));
        assertEquals(5, links.of(threads).channels().size());
    }

    private static long insideNs(Links links, Topology topology) {
        return links.of(topology).channels().getLast().latencyPs() / 1000;
    }

    @Test
    void whoSharesAPipeIsSaid() {
        Links links = new Links();
        links.read("host latency=1us shared=side\n* shared");
        assertEquals(ChannelCost.Pipe.OF_SIDE, links.of(Topology.flat(2)).channels().getFirst().pipe());
        BraidException refused = assertThrows(BraidException.class, () -> links.read("host shared=both"));
        assertEquals(ErrorCode.NETWORK_INVALID, refused.code());
        assertTrue(refused.why().contains("'both'"), refused::getMessage);
    }

    @Test
    void aLaterTextReplacesAnEarlierOne() {
        Links links = new Links();
        links.read("host latency=1us\ncompute cores=2\ncompute turn=1us");
        assertEquals(1000, latencyNs(links));
        links.read("host latency=2us");
        links.read("compute cores=4");
        assertEquals(2000, latencyNs(links));
    }
}
