package org.braid.cli.bench.rank;

import java.util.Arrays;

/** Arguments: {@code latency|bandwidth|rate SCALE BYTES...}: the work of {@link MpiProgram} with links alone, the paper's column below MPI. */
public final class LinkProgram {
    private static final int WINDOW = 64;

    private final LinkPair pair;
    private final Speaker speaker;
    private final double scale;
    private final boolean isLatency;
    private final byte[] data;

    private LinkProgram(String operation, double scale, int longestBytes) {
        this.scale = scale;
        this.isLatency = operation.equals("latency");
        this.pair = new LinkPair(1, isLatency ? 1 : WINDOW, Math.max(1, longestBytes));
        this.speaker = new Speaker(pair.rank());
        this.data = new byte[Math.max(1, longestBytes)];
    }

    public static void main(String[] arguments) {
        int[] sizes = Arrays.stream(arguments, 2, arguments.length).mapToInt(Integer::parseInt).toArray();
        int longest = Arrays.stream(sizes).max().orElse(0);
        new LinkProgram(arguments[0], Double.parseDouble(arguments[1]), longest).run(arguments[0], sizes);
    }

    private void run(String operation, int[] sizes) {
        warm();
        for (int bytes : sizes) {
            if (isLatency) {
                PingPong.measure(speaker, operation, "byte[]", bytes, Counts.messages(scale, bytes), () -> pair.trip(data, bytes));
            } else {
                windows(operation, bytes);
            }
        }
        pair.close();
    }

    private void warm() {
        long boundNs = (long) (Warmth.FIRST_NS * Math.min(1, scale));
        if (isLatency) {
            pair.warm(boundNs);
            return;
        }
        long startNs = System.nanoTime();
        boolean goOn = true;
        while (goOn) {
            repeat(1, 100);
            data[0] = (byte) (pair.rank() == 0 && System.nanoTime() - startNs < boundNs ? 1 : 0);
            repeat(1, 1);
            goOn = (pair.rank() == 0 ? data[0] : pair.lastByte()) != 0;
        }
    }

    private void windows(String operation, int bytes) {
        int count = Counts.messages(scale, bytes) / 8 + 1;
        repeat(bytes, Counts.warm(count, bytes) / 8 + 1);
        long startNs = System.nanoTime();
        repeat(bytes, count);
        double messagesPerSecond = (double) count * WINDOW * 1e9 / (System.nanoTime() - startNs);
        boolean isRate = operation.equals("rate");
        speaker.say(operation, "byte[]", bytes, isRate ? messagesPerSecond : messagesPerSecond * bytes / 1e6, isRate ? "msg/s" : "MB/s");
    }

    private void repeat(int bytes, int windows) {
        for (int i = 0; i < windows; i++) {
            if (pair.rank() == 0) {
                for (int w = 0; w < WINDOW; w++) {
                    pair.send(data, bytes);
                }
                pair.await(1);
            } else {
                pair.await(WINDOW);
                pair.send(data, 1);
            }
        }
    }
}
