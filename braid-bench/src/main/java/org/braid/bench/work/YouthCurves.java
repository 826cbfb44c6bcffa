package org.braid.bench.work;

import java.util.ArrayList;
import java.util.List;

/** The youth of ranks: what a trip and an allreduce take in each 50 ms after Init. */
final class YouthCurves {
    private static final int SPAN_MS = 5_000;
    private static final int BIN_MS = 50;

    private YouthCurves() {}

    static List<Heat> wanted(Measured measured) {
        List<Heat> curves = new ArrayList<>();
        for (int bytes : new int[] {8, 64 << 10, 1 << 20}) {
            add(curves, measured, 2, "trips", bytes);
        }
        add(curves, measured, 8, "reduce", 8);
        return curves;
    }

    private static void add(List<Heat> curves, Measured measured, int ranks, String what, int bytes) {
        if (measured.wants(ranks, bytes)) {
            String spanMs = Long.toString(Math.max(BIN_MS, Math.round(SPAN_MS * measured.scale())));
            curves.add(new Heat("curve", ranks, bytes, List.of(what, spanMs, Integer.toString(bytes))));
        }
    }
}
