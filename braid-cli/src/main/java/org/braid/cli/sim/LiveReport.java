package org.braid.cli.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Live loops beside simulated ones. */
final class LiveReport {
    private static final double PS_PER_NS = 1e3;

    private final List<Long> bytes;
    private final LiveResults live;
    private final Map<Scheme, List<TimingLoop>> simulated;

    LiveReport(List<Long> bytes, LiveResults live, Map<Scheme, List<TimingLoop>> simulated) {
        this.bytes = bytes;
        this.live = live;
        this.simulated = simulated;
    }

    /** Whether each loop's messages were those of its schedules: of the schemes that are always the same tree. */
    boolean isCountedAsSimulated() {
        return live.loops().entrySet().stream().allMatch(each -> isCountedAsSimulated(each.getKey(), each.getValue()));
    }

    private boolean isCountedAsSimulated(Scheme scheme, List<LiveResults.Loop> loops) {
        for (int i = 0; i < bytes.size(); i++) {
            if (scheme != Scheme.BRAID && !Arrays.equals(loops.get(i).messages(), simulated(scheme).get(i).messages())) {
                return false;
            }
        }
        return true;
    }

    private List<TimingLoop> simulated(Scheme scheme) {
        return Objects.requireNonNull(simulated.get(scheme), "every scheme was simulated");
    }

    String text() {
        return counts() + times("the loop of Figure 6, all roots: live, simulated, error of the simulation", true) + "\n" + times("broadcasts alone, root's call to last rank, sum over all roots", false);
    }

    private String counts() {
        Rows rows = new Rows();
        rows.add("messages, sum over all roots", "between sites", "between machines", "inside", "");
        live.loops().forEach((scheme, loops) -> {
            long[] messages = loops.getFirst().messages();
            boolean isSame = Arrays.equals(messages, simulated(scheme).getFirst().messages());
            rows.add(scheme.text(), Long.toString(messages[0]), Long.toString(messages[1] + messages[2]), Long.toString(messages[3]), isSame ? "counted live, as simulated" : "counted live; simulated others");
        });
        return rows + "\n";
    }

    private String times(String title, boolean ofLoops) {
        Rows rows = new Rows();
        List<String> head = new ArrayList<>(List.of(title));
        bytes.forEach(each -> head.add(Words.bytes(each)));
        rows.add(head.toArray(String[]::new));
        live.loops().forEach((scheme, loops) -> {
            List<String> cells = new ArrayList<>(List.of(scheme.text()));
            for (int i = 0; i < bytes.size(); i++) {
                double livePs = PS_PER_NS * (ofLoops ? loops.get(i).loopNs() : loops.get(i).bcastsNs());
                TimingLoop run = simulated(scheme).get(i);
                double simulatedPs = ofLoops ? run.loopPs() : run.bcastsPs();
                cells.add(String.format(Locale.ROOT, "%s, %s, %+.0f %%", Words.time(livePs), Words.time(simulatedPs), 100 * (simulatedPs / livePs - 1)));
            }
            rows.add(cells.toArray(String[]::new));
        });
        return rows.toString();
    }

    /** Of each scheme in one colour: live solid, simulated dashed. */
    List<Plot.Curve> curves() {
        List<Plot.Curve> curves = new ArrayList<>();
        live.loops().forEach((scheme, loops) -> {
            curves.add(new Plot.Curve(scheme.text(), scheme.ordinal(), loops.stream().map(loop -> PS_PER_NS * loop.loopNs()).toList()));
            curves.add(new Plot.Curve(scheme.text() + " (s)", scheme.ordinal() + Plot.COLOURED, simulated(scheme).stream().map(loop -> (double) loop.loopPs()).toList()));
        });
        return curves;
    }

    String json(int figure, String placement) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "{\"figure\": %d, \"placement\": \"%s\", \"runs\": [", figure, placement));
        live.loops().forEach((scheme, loops) -> {
            for (int i = 0; i < loops.size(); i++) {
                LiveResults.Loop loop = loops.get(i);
                TimingLoop run = simulated(scheme).get(i);
                text.append(text.charAt(text.length() - 1) == '[' ? "\n" : ",\n");
                text.append(String.format(
                        Locale.ROOT, "  {\"scheme\": \"%s\", \"bytes\": %d, \"loop_ns\": %d, \"bcasts_ns\": %d, \"simulated_loop_ns\": %.3f, \"simulated_bcasts_ns\": %.3f, \"between_sites\": %d, \"between_machines\": %d, \"inside\": %d}",
                        scheme.text(), bytes.get(i), loop.loopNs(), loop.bcastsNs(), run.loopPs() / PS_PER_NS, run.bcastsPs() / PS_PER_NS, loop.messages()[0], loop.messages()[1] + loop.messages()[2], loop.messages()[3]));
            }
        });
        return text.append("\n]}\n").toString();
    }
}
