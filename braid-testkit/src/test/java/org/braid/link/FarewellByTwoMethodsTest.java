package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.FrameHeader;
import org.braid.link.ring.RingConsumer;
import org.braid.link.ring.RingLayout;
import org.braid.link.ring.RingProducer;
import org.braid.testkit.contract.FakeMethod;
import org.junit.jupiter.api.Test;

/** A peer that takes leave says so by each of its lanes; the news is told by the last one that brings something, of whatever method. */
class FarewellByTwoMethodsTest {
    private static final ContextId PEER = new ContextId(1, 2, 1);
    private static final int CAPACITY_BYTES = 4096;
    private static final BraidException LEFT = new BraidException(ErrorCode.CONTEXT_CLOSED, "Context 1 has ended its lane", "it closed in good order", "");

    private final List<BraidException> told = new ArrayList<>();
    private final Hearing one = new Hearing("one");
    private final Hearing other = new Hearing("other");

    /** A method by which something may come. */
    private static final class Hearing extends FakeMethod {
        private boolean hears = true;

        Hearing(String name) {
            super(name);
        }

        @Override
        public boolean hears(ContextId peer) {
            return hears;
        }

        @Override
        public boolean open() {
            return true;
        }
    }

    private void saysFarewell(Context context, Hearing port) {
        port.hears = false;
        isTold(context, port);
    }

    private void isTold(Context context, Hearing port) {
        context.progress().enter();
        try {
            context.arrivals().from(context.peer(PEER), port.name()).ended(LEFT);
            context.progress().poll();
        } finally {
            context.progress().exit();
        }
    }

    @Test
    void theEndOfOneLaneIsNotToldWhileAnotherMethodMayBringSomething() {
        try (Context context = Context.open(ContextConfig.alone().withServes(false).withId(new ContextId(1, 2, 0)).withTransports(List.of(one, other)))) {
            context.onFailure((peer, cause) -> told.add(cause));
            saysFarewell(context, one);
            assertEquals(List.of(), told);
            saysFarewell(context, other);
            assertEquals(List.of(LEFT), told);
        }
    }

    /** The last lane of the other method was left by its stream, which is nothing that the context is told. */
    @Test
    void itIsToldWhenTheOtherMethodBringsNothingAnyMore() {
        try (Context context = Context.open(ContextConfig.alone().withServes(false).withId(new ContextId(1, 2, 0)).withTransports(List.of(one, other)))) {
            context.onFailure((peer, cause) -> told.add(cause));
            saysFarewell(context, one);
            other.hears = false;
            assertTrue(context.progress().awaitThat(() -> told.equals(List.of(LEFT)), 20_000_000_000L));
        }
    }

    /** A ring says that something of the peer found no way in time; that its other lanes ended in good order does not mend it. */
    @Test
    void whatOneRingSaysToBeMissingIsMissed() {
        try (Context context = Context.open(ContextConfig.alone().withServes(false).withId(new ContextId(1, 2, 0)).withTransports(List.of(one, other)));
                Arena arena = Arena.ofConfined()) {
            context.onFailure((peer, cause) -> told.add(cause));
            MemorySegment memory = arena.allocate(RingLayout.memoryBytes(CAPACITY_BYTES), RingLayout.ALIGNMENT_BYTES);
            one.hears = false;
            context.progress().enter();
            try {
                context.progress().rings().add(new RingConsumer(memory, 0, CAPACITY_BYTES, context.arrivals().from(context.peer(PEER), one.name())));
                assertTrue(new RingProducer(memory, 0, CAPACITY_BYTES).farewell(0, FrameHeader.BYE_INCOMPLETE));
                context.progress().poll();
            } finally {
                context.progress().exit();
            }
            assertEquals(List.of(), told, "the other method may bring something still");
            saysFarewell(context, other);
            assertEquals(List.of(ErrorCode.PEER_LOST), told.stream().map(BraidException::code).toList());
        }
    }
}
