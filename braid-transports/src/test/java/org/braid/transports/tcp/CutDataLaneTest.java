package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.link.select.Directory;
import org.braid.transports.inet.Addresses;
import org.braid.transports.tcp.FaultRelay.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Short messages by shm, long data by tcp, and the tcp connection is cut in the middle of the data: all arrives, once, and in order with the rest. */
@Timeout(60)
class CutDataLaneTest {
    private static final int MAILBOX = 5;
    private static final int CUTS = 15;
    private static final int LONG_BYTES = 1 << 20;

    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final List<AddressSpace> spaces = List.of(new AddressSpace(64 << 20), new AddressSpace(64 << 20));
    private final List<Context> both = new ArrayList<>();
    private final List<byte[]> arrived = new ArrayList<>();
    private final List<Completion> arriving = new ArrayList<>();

    private Context open(int rank) {
        Directory directory = id -> both.get((int) id.number()).table();
        Context context = Context.open(ContextConfig.alone().withServes(false).withSpace(spaces.get(rank)).withDirectory(directory).withSecret(Node.SECRET).withId(Node.id(rank)));
        both.add(context);
        return context;
    }

    @AfterEach
    void close() {
        both.forEach(context -> context.close(0));
        spaces.forEach(AddressSpace::close);
    }

    @Test
    void aCutAnywhereInLongDataCostsNothingButTime() throws IOException {
        Context a = open(0);
        Context b = open(1);
        b.newEndpoint(MAILBOX, null);
        int handler = a.registerForOffers("cut.receive", (to, a0, a1, a2, a3, payload) -> {});
        b.registerForOffers("cut.receive", (to, a0, a1, a2, a3, payload) -> {
            assertEquals(arrived.size(), a0);
            arrived.add(new byte[(int) payload.length()]);
            arriving.add(new Completion());
            if (payload.isOffer()) {
                payload.takeOffer().pull(arrived.getLast(), 0, payload.length(), arriving.getLast());
            } else {
                payload.copyTo(arrived.getLast(), 0, (int) payload.length());
                arriving.getLast().complete();
            }
        });
        int port = Addresses.decode(Objects.requireNonNull(b.table().find("tcp")).body()).getFirst().getPort();
        try (FaultRelay relay = new FaultRelay(port, seed)) {
            Startpoint link = a.startpointTo(b.id(), MAILBOX)
                    .withFirst(new Descriptor(TcpTransport.NAME, relay.descriptorBody()))
                    .by(MethodExpression.parse("shm(max=64KiB)"), MethodExpression.parse("tcp"));
            SplittableRandom random = new SplittableRandom(seed);
            byte[] data = new byte[LONG_BYTES];
            random.nextBytes(data);
            for (int cut = 1; cut <= CUTS; cut++) {
                relay.next(List.of(Fault.RESET, Fault.END, Fault.FLIP).get(cut % 3), 1000 + random.nextInt(LONG_BYTES - 1000));
                relay.cutAll();
                exchange(link, handler, data, relay);
                assertEquals(cut, relay.strikes(), "in the middle of the long message");
            }
            assertEquals("shm", link.lane().method());
        }
    }

    /** A long message between two short ones. */
    private void exchange(Startpoint link, int handler, byte[] data, FaultRelay relay) {
        int first = arrived.size();
        List<Completion> sends = new ArrayList<>();
        for (int bytes : new int[] {100, data.length, 64 << 10}) {
            sends.add(new Completion());
            if (link.start(handler, first + sends.size() - 1, 0, 0, 0, data, 0, bytes, sends.getLast())) {
                sends.getLast().complete();
            }
        }
        until(relay, () -> arrived.size() == first + 3 && arriving.stream().allMatch(Completion::isDone) && sends.stream().allMatch(Completion::isDone));
        sends.forEach(send -> assertNull(send.failure()));
        assertArrayEquals(data, arrived.get(first + 1), "seed " + seed);
    }

    private void until(FaultRelay relay, BooleanSupplier so) {
        long deadlineNs = System.nanoTime() + 30_000_000_000L;
        while (!so.getAsBoolean()) {
            int strikes = relay.strikes();
            relay.step();
            if (relay.strikes() > strikes) {
                relay.next(Fault.NONE, 0); // the connection that replaces this one lives
            }
            for (Context each : both) {
                each.progress().enter();
                each.progress().poll();
                each.progress().exit();
            }
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> "after 30 s, seed " + seed + ", connections " + relay.connections());
        }
    }
}
