package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.spi.DeliveryClass;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a stream takes that carries nothing, at its two ends, beside its lane. */
class IdleStreamTest {
    private static final int STREAMS = 10_000;
    private static final int MOST_BYTES = 1024;

    private interface End {
        Object open(int number);
    }

    @Test
    void oneThatIsIdleTakesNoMoreThanAKibibyteAtEitherEnd() {
        try (ContextPair pair = new ContextPair()) {
            Peer b = pair.a.startpointTo(pair.b.id(), 1).peer();
            Carrier carrier = Carrier.none(b.id(), new BraidException(ErrorCode.PEER_LOST, "a", "b", "c"));
            assertSmall("sending", number -> new Stream(b, number, Wish.DEFAULT, carrier));
            Answers nobody = nobody();
            assertSmall("receiving", number -> new ReceivingStream(b, nobody, number));
        }
    }

    private static Answers nobody() {
        return new Answers() {
            @Override
            public int offer(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {
                return 0;
            }

            @Override
            public void wantPoll() {}
        };
    }

    private static void assertSmall(String end, End ends) {
        List<Object> idle = new ArrayList<>(STREAMS);
        long before = usedBytes();
        for (int i = 1; i <= STREAMS; i++) {
            idle.add(ends.open(StreamNumber.of(i, DeliveryClass.ORDERED, 0)));
        }
        long each = (usedBytes() - before) / idle.size();
        assertTrue(each > 0 && each <= MOST_BYTES, () -> "an idle stream takes " + each + " bytes at its " + end + " end");
    }

    private static long usedBytes() {
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
