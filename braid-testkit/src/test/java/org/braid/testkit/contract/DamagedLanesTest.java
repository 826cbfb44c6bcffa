package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes of both directions are damaged, killed and stalled at the same time, so that what each end has to say of them goes by lanes that the other end refuses: every message arrives once and in order. */
@Timeout(120)
class DamagedLanesTest {
    private static final int MESSAGES = 1_000;
    private static final int BYTES = 64;

    @ParameterizedTest
    @ValueSource(strings = {
        "checksum+chaos(corrupt=3%, seed=SEED)+shm",
        "checksum+chaos(corrupt=2%, truncate=2%, kill=2%, seed=SEED)+shm",
        "lz4+delay(100us)+chaos(kill=5%, seed=SEED)+shm",
        "checksum+delay(300us)+chaos(corrupt=1%, seed=SEED)+tcp",
        "stripe(checksum+chaos(corrupt=2%, kill=1%, seed=SEED)+shm, checksum+chaos(corrupt=1%, seed=SEED)+tcp)",
        "checksum+stripe(chaos(kill=1%, seed=SEED)+unix, checksum+chaos(corrupt=2%, truncate=2%, seed=SEED)+shm)",
        "failover(checksum+chaos(corrupt=10%, kill=2%, stall=2%, pause=100us, seed=SEED)+shm, lz4+shm, after=1ms)"
    })
    void everyMessageOfBothDirectionsArrivesOnceAndInOrder(String method) throws InterruptedException {
        for (int seed = 0; seed < 4; seed++) {
            String chain = method.replace("SEED", Integer.toString(seed));
            try (World world = World.apart(2, "*=" + chain, false)) {
                talk(world, chain, new SplittableRandom(seed));
            }
        }
    }

    private static void talk(World world, String chain, SplittableRandom random) {
        int[] seen = new int[2];
        int hear = world.register("damaged.hear", at -> (to, a0, a1, a2, a3, payload) -> assertTrue(a0 == seen[at]++, () -> "message " + a0 + " came to " + at + " over " + chain));
        Startpoint[] to = {world.link(0, 1), world.link(1, 0)};
        int[] sent = new int[2];
        byte[] data = new byte[BYTES];
        world.until("all messages over " + chain, () -> {
            for (int i = random.nextInt(6); i > 0; i--) {
                int by = random.nextInt(2);
                if (sent[by] < MESSAGES && to[by].trySend(hear, sent[by], 0, 0, 0, data, 0, BYTES) == Lane.TAKEN) {
                    sent[by]++;
                }
            }
            return seen[0] == MESSAGES && seen[1] == MESSAGES;
        });
    }
}
