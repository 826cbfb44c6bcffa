package org.braid.transports.tcp;

import java.util.Arrays;
import java.util.Locale;

/**
 * Lanes beside bare sockets, in one run, interleaved: latency of a polled ping-pong, rate of small frames, bandwidth; by two threads, or with {@code -Dalone=true} by one, which is steady
 * on a machine that others use, too. Prints medians of rounds, fastest rounds, and ours over theirs. Not a test.
 */
final class TcpBenchMain {
    private static final int ROUNDS = Integer.getInteger("rounds", 15);

    /** A round of one kind of work; returns ns per unit. */
    private interface Work {
        double run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        try (TimedLanes lanes = new TimedLanes(); BareSockets bare = new BareSockets()) {
            if (Boolean.getBoolean("alone")) { // two spinning threads measure the scheduler when the machine is not ours alone
                race("8 B both ways in one thread, ns one way", () -> lanes.alone(8, 5000), () -> bare.alone(8, 5000));
                race("1 KiB both ways in one thread, ns one way", () -> lanes.alone(1024, 5000), () -> bare.alone(1024, 5000));
                race("8 B frames in one thread, ns each", () -> lanes.stream(8, 341 * 200), () -> bare.alone(16 << 10, 200) / 341);
                race("64 KiB fragments in one thread, ns per KiB", () -> lanes.stream(64 << 10, 1000) / 64, () -> bare.alone(64 << 10, 1000) / 64);
                race("256 KiB fragments in one thread, ns per KiB", () -> lanes.stream(256 << 10, 250) / 256, () -> bare.alone(256 << 10, 250) / 256);
                return;
            }
            for (int bytes : new int[] {8, 1024, 16 << 10}) {
                int turns = bytes < 10_000 ? 1000 : 300;
                race("ping-pong " + bytes + " B, ns one way", () -> lanes.pingPong(bytes, turns), () -> bare.pingPong(bytes, turns));
            }
            race("frames of 8 B, ns each", () -> lanes.flood(8, 50_000), () -> bare.flood(16 << 10, 500) / 341);
            for (int bytes : new int[] {64 << 10, 256 << 10}) {
                race("stream of " + (bytes >> 10) + " KiB frames, ns per KiB", () -> lanes.flood(bytes, (64 << 20) / bytes) * 1024 / bytes,
                        () -> bare.flood(bytes, (64 << 20) / bytes) * 1024 / bytes);
            }
        }
    }

    private static void race(String what, Work ours, Work theirs) throws Exception {
        double[] a = new double[ROUNDS];
        double[] b = new double[ROUNDS];
        for (int i = -5; i < ROUNDS; i++) {
            double x = ours.run();
            double y = theirs.run();
            if (i >= 0) {
                a[i] = x;
                b[i] = y;
            }
        }
        Arrays.sort(a);
        Arrays.sort(b);
        System.out.printf(Locale.ROOT, "%-42s lane %9.1f (best %9.1f)  bare %9.1f (best %9.1f)  ratio %.2f (best %.2f)%n", what, a[ROUNDS / 2], a[0], b[ROUNDS / 2], b[0],
                a[ROUNDS / 2] / b[ROUNDS / 2], a[0] / b[0]);
    }

    private TcpBenchMain() {}
}
