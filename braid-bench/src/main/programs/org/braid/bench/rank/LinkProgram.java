package org.braid.bench.rank;

import java.util.Arrays;

/** Arguments: {@code latency|bandwidth|rate SCALE BYTES...}: the work of {@link MpiProgram} with links alone, the paper's column below MPI. */
public final class LinkProgram {
    private static final int TRIPS = 5_000;

    private final LinkPair pair;
    private final Speaker speaker;
    private final double scale;
    private final boolean isLatency;
    private final byte[] data;

    private LinkProgram(String operation, double scale, int longestBytes) {
        this.scale = scale;
        this.isLatency = operation.equals("latency");
        this.pair = new LinkPair(1, isLatency ? 1 : Counts.WINDOW, Math.max(1, longestBytes));
        this.speaker = new Speaker(pair.rank());
        this.data = new byte[Math.max(1, longestBytes)];
    }

    /** Runs as one rank of two. */
    public static void main(String[] arguments) {
        int[] sizes = Arrays.stream(arguments, 2, arguments.length).mapToInt(Integer::parseInt).toArray();
        int longest = Arrays.stream(sizes).max().orElse(0);
        new LinkProgram(arguments[0], Double.parseDouble(arguments[1]), longest).run(arguments[0], sizes);
    }

    private void run(String operation, int[] sizes) {
        warm(Math.min(1, scale), Math.min(8, data.length));
        for (int bytes : sizes) {
            warm(Math.min(1, scale) / 5, bytes);
            if (isLatency) {
                PingPong.measure(speaker, operation, "byte[]", bytes, Counts.messages(scale, bytes), trip(bytes));
            } else {
                windows(operation, bytes);
            }
        }
        pair.close();
    }

    /** The whole of what is timed, as in {@link Warmth}; whether it goes on is the first byte that rank 0 sends. */
    private void warm(double share, int bytes) {
        if (isLatency) {
            PingPong.Trip trip = trip(bytes);
            speaker.warmedUp(pair.warm(share, () -> PingPong.rehearse(trip, bytes <= 4096 ? TRIPS : 10)));
        } else {
            speaker.warmedUp(Warmth.spend(share, () -> timed(bytes, Counts.windowsOfTrial(scale, bytes)), this::agree));
        }
    }

    private PingPong.Trip trip(int bytes) {
        return () -> pair.trip(data, bytes);
    }

    private boolean agree(boolean goOn) {
        data[0] = (byte) (goOn ? 1 : 0);
        repeat(1, 1);
        return (pair.rank() == 0 ? data[0] : pair.lastByte()) != 0;
    }

    private void windows(String operation, int bytes) {
        int count = Counts.windows(scale, bytes);
        speaker.sayFlow(operation, "byte[]", bytes, (double) count * Counts.WINDOW / timed(bytes, count));
    }

    /** Seconds. */
    private double timed(int bytes, int windows) {
        repeat(1, 1);
        long startNs = System.nanoTime();
        repeat(bytes, windows);
        return (System.nanoTime() - startNs) / 1e9;
    }

    private void repeat(int bytes, int windows) {
        for (int i = 0; i < windows; i++) {
            if (pair.rank() == 0) {
                for (int w = 0; w < Counts.WINDOW; w++) {
                    pair.send(data, bytes);
                }
                pair.await(1);
            } else {
                pair.await(Counts.WINDOW);
                pair.send(data, 1);
            }
        }
    }
}
