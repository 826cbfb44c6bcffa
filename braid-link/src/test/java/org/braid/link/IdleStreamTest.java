package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.stream.Carrier;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Wish;
import org.junit.jupiter.api.Test;

/** What a stream takes that carries nothing, at its two ends, beside its lane: no more than is allocated to open it. */
class IdleStreamTest {
    private static final int STREAMS = 10_000;
    private static final int MOST_BYTES = 1024;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private interface End {
        Object open(int number);
    }

    @Test
    void oneThatIsIdleTakesNoMoreThanAKibibyteAtEitherEnd() {
        try (ContextPair pair = new ContextPair()) {
            Peer b = pair.a.startpointTo(pair.b.id(), 1).peer();
            Carrier carrier = Carrier.none(b.id(), new BraidException(ErrorCode.PEER_LOST, "a", "b", "c"));
            assertSmall("sending", number -> b.newStream(number, Wish.DEFAULT, carrier));
            assertSmall("receiving", number -> b.receiving().of(number));
        }
    }

    private static void assertSmall(String end, End ends) {
        List<Object> idle = new ArrayList<>(STREAMS);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 1; i <= STREAMS; i++) {
            idle.add(ends.open(i << 10)); // its serial is above channel and class
        }
        long each = (THREADS.getCurrentThreadAllocatedBytes() - before) / idle.size();
        assertTrue(each > 0 && each <= MOST_BYTES, () -> "an idle stream takes " + each + " bytes at its " + end + " end");
    }
}
