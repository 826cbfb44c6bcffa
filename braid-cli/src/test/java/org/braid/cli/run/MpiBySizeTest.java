package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.Policy;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.progress.AddressSpace;
import org.braid.link.select.Directory;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.MethodWish;
import org.braid.mpi.p2p.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MPI messages of two ranks under policies that divide by size: one tag, all sizes around the edge and far from it, in order and whole, and the bytes go where the lanes' counts say. */
@Timeout(60)
class MpiBySizeTest {
    private static final int BYTE = 1;
    private static final int ROUNDS = 4;

    private final List<AddressSpace> spaces = List.of(new AddressSpace(64 << 20), new AddressSpace(64 << 20));
    private final List<Context> contexts = new ArrayList<>();
    private final List<MpiProcess> processes = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    private static ContextId idOf(int rank) {
        return new ContextId(7, 8, rank);
    }

    private Lco rank(int rank, String policy) {
        Directory directory = id -> contexts.get((int) id.number()).table();
        ContextConfig config = ContextConfig.alone().withDirectory(directory).withCoresForAll(false).withSecret(new byte[32]).withPolicy(Policy.parse(policy));
        Context context = Context.open(config.withServes(false).withSpace(spaces.get(rank)).withId(idOf(rank)));
        contexts.add(context);
        MpiProcess process = MpiProcess.open(context, true);
        processes.add(process);
        return process.world(rank, 2, MpiBySizeTest::idOf);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            host=shm(max=64KiB)       | 65536
            host=tcp(max=4KiB)        | 4096
            tcp(max=100B)             | 100
            host=shm(min=4KiB), *=tcp | 4095
            """)
    void messagesArriveInOrderAndWholeByTheMethodOfTheirSize(String policy, int edge) throws InterruptedException {
        List<Lco> worlds = List.of(rank(0, policy), rank(1, policy));
        boolean shortByShm = policy.startsWith("host=shm(max");
        String other = policy.startsWith("host=shm") ? "unix" : "tcp"; // what the policy names, or else the fastest of the rest
        int[] sizes = {0, edge - 1, 1 << 20, edge, edge + 1, 7, 300_000, edge + 1};
        Thread receiver = ranksThread(() -> receive(worlds.get(1), sizes));
        Thread sender = ranksThread(() -> send(worlds.get(0), sizes));
        sender.join();
        receiver.join();
        assertEquals(List.of(), failures);
        long byOther = frames(other);
        long byShm = frames("shm");
        Thread more = ranksThread(() -> receive(worlds.get(1), new int[] {1 << 20, 1 << 20}));
        ranksThread(() -> send(worlds.get(0), new int[] {1 << 20, 1 << 20})).join();
        more.join();
        long carried = shortByShm ? frames(other) - byOther : frames("shm") - byShm;
        long announced = shortByShm ? frames("shm") - byShm : frames(other) - byOther;
        assertTrue(carried >= 2 * ROUNDS * 4, carried + " frames for " + 2 * ROUNDS + " messages of 1 MiB");
        assertTrue(announced >= 2 * ROUNDS && announced < 4 * ROUNDS, announced + " frames for their envelopes");
        closeAll();
    }

    @Test
    void aCommunicatorThatChoosesOthersLaterSendsItsLongMessagesByThem() throws InterruptedException {
        List<Lco> worlds = List.of(rank(0, "*=shm"), rank(1, "*=shm"));
        int[] sizes = {1 << 20, 100, 1 << 20};
        List<Long> byTcp = new ArrayList<>();
        for (String methods : List.of("shm(max=64KiB), tcp", "shm", "tcp(min=64KiB), shm", "unix", "auto")) {
            long before = framesOfAll("tcp");
            Thread receiver = ranksThread(() -> receive(worlds.get(1), sizes));
            Thread sender = ranksThread(() -> {
                worlds.get(0).methods().choose(new MethodWish(MethodExpression.parseOrder(methods), 0));
                send(worlds.get(0), sizes);
            });
            sender.join();
            receiver.join();
            assertEquals(List.of(), failures, methods);
            byTcp.add(framesOfAll("tcp") - before);
        }
        int long2 = 2 * ROUNDS * 4; // a message of 1 MiB takes more frames than four
        assertTrue(byTcp.get(0) >= long2 && byTcp.get(1) < ROUNDS && byTcp.get(2) >= long2 && byTcp.get(3) < ROUNDS && byTcp.get(4) < ROUNDS, () -> "frames by tcp: " + byTcp);
        closeAll();
    }

    /** Frames that all lanes of a method have sent from rank 0, those of channels of their own included; of lanes that have ended since, none. */
    private long framesOfAll(String method) {
        return contexts.get(0).lanes().stream().filter(each -> each.method().equals(method)).mapToLong(each -> each.counters().getFirst().value()).sum();
    }

    /** Frames that a method's lane has sent from rank 0 to rank 1. */
    private long frames(String method) {
        return contexts.get(0).startpointTo(idOf(1), 40).by(MethodExpression.parse(method)).lane().counters().getFirst().value();
    }

    private Thread ranksThread(Runnable body) {
        return Thread.ofPlatform().start(() -> {
            try {
                body.run();
            } catch (Throwable failure) {
                synchronized (failures) {
                    failures.add(failure);
                }
            }
        });
    }

    private static void send(Lco world, int[] sizes) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < sizes.length; i++) {
                byte[] data = new byte[sizes[i]];
                Arrays.fill(data, (byte) (round + i));
                world.send(data, 0, sizes[i], BYTE, 1, 3);
            }
        }
    }

    private static void receive(Lco world, int[] sizes) {
        byte[] got = new byte[1 << 20];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < sizes.length; i++) {
                Request r = world.recv(got, 0, got.length, BYTE, 0, 3);
                r.check();
                assertEquals(sizes[i], r.bytes(), "message " + i + " of round " + round);
                for (int at = 0; at < sizes[i]; at++) {
                    if (got[at] != (byte) (round + i)) {
                        throw new AssertionError("message " + i + " of round " + round + " is damaged at byte " + at);
                    }
                }
                world.completions().release(r);
            }
        }
    }

    private void closeAll() throws InterruptedException {
        List<Thread> closers = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            MpiProcess process = processes.get(rank);
            Context context = contexts.get(rank);
            closers.add(ranksThread(() -> {
                process.close();
                context.close();
            }));
        }
        for (Thread closer : closers) {
            closer.join();
        }
        assertEquals(List.of(), failures);
        spaces.forEach(AddressSpace::close);
    }
}
