package org.braid.cli.sim;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
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
    private static final Pattern MEASURED = Pattern.compile("[1-9] loop [a-z_]{1,20} [0-9]{1,13}( [1-9][0-9]{0,17}){2}( [0-9]{1,18}){4}");

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
                each.add(loop(lines, start(scheme, size), dilation));
            }
            loops.put(scheme, each);
        }
        return new LiveResults(new LinkedHashMap<>(loops), lateness, latenciesNs);
    }

    /**
     * Reads what jobs elsewhere have measured, of several hosts for example, whose links count no frames: a line for each loop, how many machines there were, and then what {@code KaronisProgram} prints. Messages are those between sites, clusters, hosts, and within hosts. Lines that begin with # say something to people.
     *
     * <pre>
     *   MACHINES loop SCHEME BYTES NANOSECONDS BCASTS MESSAGES MESSAGES MESSAGES MESSAGES
     * </pre>
     *
     * @param dilation how many times slower the links were than they are to be shown
     * @throws BraidException {@code BRD-1602} if the file cannot be read, a line of it is none of these, or a loop is not there
     */
    static LiveResults measured(Path file, Machines machines, List<Scheme> schemes, List<Long> bytes, int dilation) {
        String these = machines.names().size() + " ";
        List<String> loops = new ArrayList<>();
        String[] lines = NetworkOptions.text(file).split("\n", -1);
        for (int at = 0; at < lines.length; at++) {
            String line = lines[at].strip();
            if (!line.isEmpty() && !line.startsWith("#") && !MEASURED.matcher(line).matches()) {
                throw NetworkOptions.wrong("--measured " + file + ", line " + (at + 1), "'" + line + "' is no loop that was measured", "Write as KaronisProgram prints it, behind the number of machines: 3 loop binomial 1 2810000000 980000000 40 0 20 72");
            }
            if (line.startsWith(these)) {
                loops.add(line.substring(these.length()));
            }
        }
        for (Scheme scheme : schemes) {
            for (long size : bytes) {
                if (loops.stream().noneMatch(line -> line.startsWith(start(scheme, size)))) {
                    throw NetworkOptions.wrong("--measured " + file, "it has no line '" + these + start(scheme, size) + "…'", "Name figures and sizes that were measured, or measure these, too");
                }
            }
        }
        return of(loops, schemes, bytes, Map.of(), Map.of(), dilation);
    }

    private static String start(Scheme scheme, long bytes) {
        return "loop " + LiveJob.word(scheme) + " " + bytes + " ";
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
