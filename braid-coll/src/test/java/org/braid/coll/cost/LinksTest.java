package org.braid.coll.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
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
