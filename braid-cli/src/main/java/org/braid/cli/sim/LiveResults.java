package org.braid.cli.sim;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.devices.delay.LinkClocks;

/**
 * What a live job has measured.
 *
 * @param loops of each scheme one for each size
 * @param lateness of each group of links, as {@link LinkClocks#lateness} has it
 * @param latenciesNs of each group
 */
record LiveResults(Map<Scheme, List<Loop>> loops, Map<String, long[]> lateness, Map<String, Long> latenciesNs) {
    private static final double SHARE = 0.99;

    /**
     * One loop of Figure 6.
     *
     * @param bcastsNs what its broadcasts took together, each from its root's call to the last rank
     * @param messages on each channel
     */
    record Loop(long loopNs, long bcastsNs, long[] messages) {}

    /** Reads what the program has printed; times are divided by the dilation. */
    static LiveResults of(List<String> lines, List<Scheme> schemes, List<Long> bytes, Map<String, long[]> lateness, Map<String, Long> latenciesNs, int dilation) {
        Map<Scheme, List<Loop>> loops = new EnumMap<>(Scheme.class);
        for (Scheme scheme : schemes) {
            List<Loop> each = new ArrayList<>();
            for (long size : bytes) {
                each.add(loop(lines, "loop " + LiveJob.word(scheme) + " " + size + " ", dilation));
            }
            loops.put(scheme, each);
        }
        return new LiveResults(new LinkedHashMap<>(loops), lateness, latenciesNs);
    }

    /** What a job has measured over links that count no frames. */
    static LiveResults measuredElsewhere(List<String> lines, List<Scheme> schemes, List<Long> bytes, int dilation) {
        return of(lines, schemes, bytes, Map.of(), Map.of(), dilation);
    }

    private static Loop loop(List<String> lines, String start, int dilation) {
        for (String line : lines) {
            if (line.startsWith(start)) {
                String[] words = line.substring(start.length()).split(" ");
                long[] messages = new long[words.length - 2];
                for (int i = 0; i < messages.length; i++) {
                    messages[i] = Long.parseLong(words[i + 2]);
                }
                return new Loop(Long.parseLong(words[0]) / dilation, Long.parseLong(words[1]) / dilation, messages);
            }
        }
        throw new BraidException(ErrorCode.BENCH_FAILED, "the job has not said how long '" + start.strip() + "' took", "it said: " + String.join(" / ", lines), "Run it with fewer ranks and sizes");
    }

    private long lateNs(String group) {
        return LinkClocks.quantileNs(lateness.getOrDefault(group, new long[1]), SHARE);
    }

    /** Whether nearly all frames arrived when they should. */
    boolean isInTime(double mostOfLatency) {
        return latenciesNs.keySet().stream().allMatch(group -> lateNs(group) <= mostOfLatency * latenciesNs.getOrDefault(group, 0L));
    }

    private static String ofLatency(double times) {
        return String.format(Locale.ROOT, times < 10 ? "%.1f %%" : "%.3g times", times < 10 ? 100 * times : times);
    }

    /** The histogram of each group of links, and what it means; "" where nothing counted their frames. */
    String latenessText(double mostOfLatency) {
        if (lateness.isEmpty()) {
            return "";
        }
        Rows rows = new Rows();
        rows.add("links", "frames", "half of them late by at most", "99 %", "of the latency", "");
        lateness.forEach((group, frames) -> {
            long all = 0;
            for (long each : frames) {
                all += each;
            }
            long latencyNs = latenciesNs.getOrDefault(group, 1L);
            boolean isLate = lateNs(group) > mostOfLatency * latencyNs;
            rows.add(group, Long.toString(all), Words.time(LinkClocks.quantileNs(frames, 0.5) * 1e3), Words.time(lateNs(group) * 1e3), ofLatency((double) lateNs(group) / latencyNs), isLate ? "too late: these figures are refused" : "in time");
        });
        return "\n" + rows;
    }
}
