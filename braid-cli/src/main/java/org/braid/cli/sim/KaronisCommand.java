package org.braid.cli.sim;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.braid.coll.cost.CostSelection;
import org.braid.coll.cost.Links;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.braid.coll.sim.Network;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code braid sim karonis}: the experiment of the paper's Figures 7 to 9 in virtual time. */
@Command(
        name = "karonis",
        description = "The broadcast experiment of Karonis et al. 2000 in virtual time: the loop of Figure 6 with every process as root in turn, on the machines of Figures 7 to 9.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class KaronisCommand implements Runnable {
    /** Of docs/simulator.md; the paper's own are not known. */
    static final String LINKS = "host latency=30us overhead=10us bandwidth=80MB/s\nsite latency=1ms overhead=100us bandwidth=8MB/s\n* latency=35ms overhead=100us bandwidth=1MB/s";

    private static final int MOST_RANKS_EACH = 256;

    @Option(names = "--figure", paramLabel = "F", split = ",", description = "7, 8 or 9 of the paper, or several, which --svg draws beside each other: 7,8,9 (default ${DEFAULT-VALUE})", defaultValue = "9")
    private List<Integer> figures = List.of();

    @Option(names = "--placement", paramLabel = "P", description = "of ranks on machines: blocks, as in the paper, or cyclic (default ${DEFAULT-VALUE})")
    private String placement = "blocks";

    @Option(names = "--ranks-each", paramLabel = "N", description = "of each machine (default ${DEFAULT-VALUE})")
    private int ranksEach = Machines.RANKS;

    @Option(names = "--size", split = ",", paramLabel = "BYTES", description = "1KiB, or 1..1MiB for each power of two (default ${DEFAULT-VALUE})", defaultValue = "1,1KiB,16KiB,128KiB,1MiB")
    private List<String> sizes = List.of();

    @Option(names = "--link", paramLabel = "LINE", description = "other costs, as in braid sim: '* latency=20ms'; places are host, site and *")
    private List<String> lines = List.of();

    @Option(names = "--json", description = "print JSON instead of tables")
    private boolean json;

    @Option(names = "--svg", paramLabel = "FILE", description = "also draw times, and below them how many times as long as the quickest each takes, into this file")
    private @Nullable Path svg;

    private record Drawn(String text, String times, String ratios) {}

    @Override
    public void run() {
        figures.forEach(figure -> check(figure, placement));
        if (ranksEach < 1 || ranksEach > MOST_RANKS_EACH) {
            throw NetworkOptions.wrong("--ranks-each " + ranksEach, "a machine has 1 to " + MOST_RANKS_EACH + " ranks here, as every process is root in turn", "Give a number of these");
        }
        List<Long> bytes = Words.sizes(sizes);
        List<Drawn> all = figures.stream().map(figure -> drawn(figure, bytes)).toList();
        List<String> texts = all.stream().map(Drawn::text).toList();
        System.out.print(all.size() == 1 ? texts.getFirst() : json ? "[" + String.join(",", texts) + "]\n" : String.join("\n", texts));
        SimCommand.write("--svg", svg, Plot.together(List.of(all.stream().map(Drawn::times).toList(), all.stream().map(Drawn::ratios).toList())));
    }

    private Drawn drawn(int figure, List<Long> bytes) {
        Machines machines = Machines.ofFigure(figure, placement.equals("cyclic"), ranksEach);
        Links links = new Links();
        links.read(LINKS);
        lines.forEach(links::read);
        Map<Scheme, List<TimingLoop>> results = results(figure, machines, links.of(machines.whole()), bytes);
        String title = "Figure " + figure + ": " + machines.ranks() + " broadcasts, " + String.join(", ", machines.names()) + ", " + placement;
        String tables = counts(results) + times("the loop of Figure 6 with its barriers, all roots", bytes, results, true) + times("broadcasts alone, the sum over all roots", bytes, results, false);
        List<Plot.Curve> curves = new ArrayList<>();
        results.forEach((scheme, loops) -> curves.add(new Plot.Curve(scheme.text(), scheme.ordinal(), loops.stream().map(loop -> (double) loop.loopPs()).toList())));
        return new Drawn(json ? json(figure, bytes, results) : figures.size() == 1 ? tables : title + "\n" + tables, Plot.of(title, bytes, curves), Plot.ofRatios(title, bytes, curves));
    }

    /** Refuses what the paper has not. */
    static void check(int figure, String placement) {
        if (figure < 7 || figure > 9) {
            throw NetworkOptions.wrong("--figure " + figure, "the experiments are Figures 7, 8 and 9", "Give one of these");
        }
        if (!placement.equals("blocks") && !placement.equals("cyclic")) {
            throw NetworkOptions.wrong("--placement " + placement, "ranks are placed in blocks or in turn", "Write blocks or cyclic");
        }
    }

    private Map<Scheme, List<TimingLoop>> results(int figure, Machines machines, Network network, List<Long> bytes) {
        Map<Scheme, List<TimingLoop>> results = new LinkedHashMap<>();
        Selection byCost = new CostSelection(network, RuleTable.multilevel()); // as in a job whose profile has these links
        for (Scheme scheme : Scheme.values()) {
            if (scheme.isIn(figure)) {
                @Nullable Selection selection = scheme == Scheme.BRAID_BY_COST ? byCost : null;
                results.put(scheme, bytes.stream().map(each -> TimingLoop.run(machines, network, selection, scheme, each)).toList());
            }
        }
        return results;
    }

    private String counts(Map<Scheme, List<TimingLoop>> results) {
        Rows rows = new Rows();
        rows.add("messages of the broadcasts, the sum over all roots", "between sites", "between machines", "inside");
        results.forEach((scheme, loops) -> {
            long[] messages = loops.getFirst().messages();
            rows.add(scheme.text(), Long.toString(messages[0]), Long.toString(messages[1] + messages[2]), Long.toString(messages[3]));
        });
        return rows + "\n";
    }

    private static String times(String title, List<Long> bytes, Map<Scheme, List<TimingLoop>> results, boolean withBarriers) {
        Rows rows = new Rows();
        List<String> head = new ArrayList<>(List.of(title));
        bytes.forEach(each -> head.add(Words.bytes(each)));
        rows.add(head.toArray(String[]::new));
        results.forEach((scheme, loops) -> {
            List<String> cells = new ArrayList<>(List.of(scheme.text()));
            loops.forEach(loop -> cells.add(Words.time(withBarriers ? loop.loopPs() : loop.bcastsPs())));
            rows.add(cells.toArray(String[]::new));
        });
        return rows + (withBarriers ? "\n" : "");
    }

    private String json(int figure, List<Long> bytes, Map<Scheme, List<TimingLoop>> results) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "{\"figure\": %d, \"placement\": \"%s\", \"runs\": [", figure, placement));
        results.forEach((scheme, loops) -> {
            for (int i = 0; i < loops.size(); i++) {
                TimingLoop loop = loops.get(i);
                text.append(text.charAt(text.length() - 1) == '[' ? "\n" : ",\n");
                text.append(String.format(
                        Locale.ROOT, "  {\"scheme\": \"%s\", \"bytes\": %d, \"loop_ns\": %.3f, \"bcasts_ns\": %.3f, \"between_sites\": %d, \"between_machines\": %d, \"inside\": %d}",
                        scheme.text(), bytes.get(i), loop.loopPs() / 1e3, loop.bcastsPs() / 1e3, loop.messages()[0], loop.messages()[1] + loop.messages()[2], loop.messages()[3]));
            }
        });
        return text.append("\n]}\n").toString();
    }
}
