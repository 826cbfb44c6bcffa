package org.braid.cli.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.Bench;
import org.braid.coll.cost.CostSelection;
import org.braid.coll.cost.Links;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.braid.coll.sim.Network;
import org.braid.launch.compile.CacheDirectory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code braid bench karonis}: the experiment of the paper's Figures 7 to 9 as a job of this machine, beside what the simulator says. */
@Command(
        name = "karonis",
        description = "The broadcast experiment of Karonis et al. 2000 live: a job whose ranks are processes of this machine, over links that device delay emulates, with the loop of Figure 6 and every process as root in turn. Beside it what the simulator says.",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit code:%n",
        footer = "  1 if frames were too late for the figures to mean anything, or messages are not those that were counted; else as for every command")
public final class LiveKaronisCommand implements Callable<Integer> {
    /** Of the paper's classes, and slow enough that a crowded machine keeps to them; within a machine the job has what the machine has. */
    private static final String LINKS = "host latency=20us overhead=20us bandwidth=1GB/s\nsite latency=1ms overhead=20us bandwidth=100MB/s shared offered=16KiB trips=4\n* latency=30ms overhead=20us bandwidth=10MB/s shared offered=16KiB trips=4";

    private static final int REFUSED = 1;
    private static final int MOST_RANKS_EACH = 64;
    private static final int MOST_DILATION = 1000;

    @Option(names = "--figure", paramLabel = "F", split = ",", description = "7, 8 or 9 of the paper, or several, a job for each, which --svg draws beside each other: 7,8,9 (default ${DEFAULT-VALUE})", defaultValue = "9")
    private List<Integer> figures = List.of();

    @Option(names = "--placement", paramLabel = "P", description = "of ranks on machines: blocks, as in the paper, or cyclic (default ${DEFAULT-VALUE})")
    private String placement = "blocks";

    @Option(names = "--ranks-each", paramLabel = "N", description = "of each machine (default ${DEFAULT-VALUE})")
    private int ranksEach = Machines.RANKS;

    @Option(names = "--size", split = ",", paramLabel = "BYTES", description = "1KiB, or 1..1MiB for each power of two (default ${DEFAULT-VALUE})", defaultValue = "1,1KiB,16KiB,128KiB")
    private List<String> sizes = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "of each loop, the quickest of which counts (default ${DEFAULT-VALUE})")
    private int rounds = 1;

    @Option(names = "--link", paramLabel = "LINE", description = "other links, as in braid sim: '* latency=35ms bandwidth=1MB/s shared'; places are host, site and *; what is said of host is for the simulator")
    private List<String> lines = List.of();

    @Option(names = "--profile", paramLabel = "FILE", description = "choose Braid's algorithms by these costs (braid bench profile) instead of by its rules; the simulator takes them, too")
    private @Nullable Path profile;

    @Option(names = "--by-cost", description = "choose Braid's algorithms by what these links cost, as a job does whose profile has them")
    private boolean byCost;

    @Option(names = "--measure", description = "measure these costs first, and write them into the file of --profile")
    private boolean measure;

    @Option(names = "--dilation", paramLabel = "K", description = "make all links so many times slower, and divide what is measured by it: a crowded machine keeps to slow links (default ${DEFAULT-VALUE})")
    private int dilation = 1;

    @Option(names = "--threads", description = "make the ranks threads of one process: they keep to quicker links, since their code is compiled once for all")
    private boolean asThreads;

    @Option(names = "--lateness", paramLabel = "X", description = "largest share of a link's latency that 99 %% of its frames may be late by (default ${DEFAULT-VALUE})")
    private double lateness = 0.05;

    @Option(names = "--measured", paramLabel = "FILE", description = "start no job: show what others have measured over links of their own, which --link describes, as .ci/karonis does over hosts for tests; lines as KaronisProgram prints them, behind the number of machines")
    private @Nullable Path measured;

    @Option(names = "--json", paramLabel = "FILE", description = "also write the figures into this file")
    private @Nullable Path json;

    @Option(names = "--svg", paramLabel = "FILE", description = "also draw the figure, live and simulated, into this file")
    private @Nullable Path svg;

    /**
     * A figure, and what is written of it.
     *
     * @param passes whether its links kept to their latencies, and its messages were those of the schedules
     */
    private record Drawn(String text, String plot, String json, boolean passes) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        List<Long> bytes = Words.sizes(sizes);
        List<Drawn> all = new ArrayList<>();
        for (int figure : figures) {
            Drawn drawn = drawn(figure, bytes);
            System.out.print((all.isEmpty() ? "" : "\n") + drawn.text);
            all.add(drawn);
        }
        SimCommand.write("--svg", svg, all.size() == 1 ? all.getFirst().plot : Plot.together(List.of(all.stream().map(Drawn::plot).toList())));
        SimCommand.write("--json", json, all.size() == 1 ? all.getFirst().json : "[" + String.join(",", all.stream().map(Drawn::json).toList()) + "]\n");
        return all.stream().allMatch(Drawn::passes) ? 0 : REFUSED;
    }

    private Drawn drawn(int figure, List<Long> bytes) throws IOException, InterruptedException {
        Machines machines = Machines.ofFigure(figure, placement.equals("cyclic"), ranksEach);
        List<Scheme> schemes = schemes(figure);
        Links links = new Links();
        links.read(LINKS);
        lines.forEach(links::read);
        Network emulated = links.of(machines.whole());
        Path kept = CacheDirectory.writable().resolve(Bench.SOURCES);
        if (measure && profile != null) {
            Files.writeString(profile, ProfileCommand.text(new LiveJob(machines, emulated, null, dilation, asThreads).run("ProfileProgram", clocks -> ProfileCommand.arguments(machines.whole(), false), kept, new LinkedHashMap<>()), true));
            System.out.print(Files.readString(profile));
        }
        if (profile != null) {
            links.read(NetworkOptions.text(profile));
        }
        Network network = links.of(machines.whole());
        String costs = LiveJob.costs(emulated, dilation);
        LiveResults live = measured != null ? LiveResults.measured(measured, machines, schemes, bytes, dilation) : byCost ? live(machines, emulated, costs, schemes, bytes, kept) : new LiveJob(machines, emulated, profile, dilation, asThreads).run(schemes, bytes, rounds, kept);
        Selection selection = byCost ? byCost(costs, machines) : profile == null ? null : new CostSelection(network, RuleTable.multilevel());
        Map<Scheme, List<TimingLoop>> simulated = new LinkedHashMap<>();
        for (Scheme scheme : schemes) {
            simulated.put(scheme, bytes.stream().map(each -> TimingLoop.run(machines, network, selection, scheme, each)).toList());
        }
        LiveReport report = new LiveReport(bytes, live, simulated);
        String title = "Figure " + figure + ": " + machines.ranks() + " broadcasts, " + placement;
        String text = (figures.size() == 1 ? "" : title + ", " + String.join(", ", machines.names()) + "\n") + report.text() + live.latenessText(lateness);
        String plot = Plot.of(title + ", live (solid) and simulated (s, dashed)", bytes, report.curves());
        return new Drawn(text, plot, report.json(figure, placement), live.isInTime(lateness) && report.isCountedAsSimulated());
    }

    private static Selection byCost(String costs, Machines machines) {
        Links links = new Links();
        links.read(costs);
        return new CostSelection(links.of(machines.whole()), RuleTable.multilevel());
    }

    private LiveResults live(Machines machines, Network emulated, String costs, List<Scheme> schemes, List<Long> bytes, Path kept) throws IOException, InterruptedException {
        Path file = Files.createTempFile("braid-karonis-", ".profile");
        try {
            Files.writeString(file, costs);
            return new LiveJob(machines, emulated, file, dilation, asThreads).run(schemes, bytes, rounds, kept);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static List<Scheme> schemes(int figure) {
        List<Scheme> all = new ArrayList<>();
        for (Scheme scheme : Scheme.values()) {
            if (scheme.isIn(figure) && scheme.isLive()) {
                all.add(scheme);
            }
        }
        return all;
    }

    private void check() {
        figures.forEach(figure -> KaronisCommand.check(figure, placement));
        if (ranksEach < 1 || ranksEach > MOST_RANKS_EACH || rounds < 1 || rounds > 1000) {
            throw NetworkOptions.wrong("--ranks-each " + ranksEach + " --rounds " + rounds, "a machine has 1 to " + MOST_RANKS_EACH + " ranks here, and rounds are 1 to 1000", "Give numbers of these");
        }
        if (!(lateness > 0)) {
            throw NetworkOptions.wrong("--lateness " + lateness, "it is a share of the latency, above 0", "Give one like 0.05");
        }
        if (measured != null && (measure || byCost || asThreads)) {
            throw new BraidException(ErrorCode.OPTION_CONFLICT, "--measured " + measured, (measure ? "--measure" : byCost ? "--by-cost" : "--threads") + " says how a job is to run, and none is started", "Give one of them");
        }
        if (measure && figures.size() > 1) {
            throw NetworkOptions.wrong("--figure " + figures, "--measure writes the costs of one figure's machines", "Name one");
        }
        if (byCost && (profile != null || measure)) {
            throw NetworkOptions.wrong("--by-cost with --profile or --measure", "both say by which costs algorithms are chosen", "Give one of them");
        }
        if (measure && profile == null) {
            throw NetworkOptions.wrong("--measure", "what is measured goes into the file of --profile, which is not given", "Give --profile FILE, too");
        }
        if (dilation < 1 || dilation > MOST_DILATION) {
            throw NetworkOptions.wrong("--dilation " + dilation, "links are made 1 to " + MOST_DILATION + " times slower", "Give a number of these; 1 leaves them as they are");
        }
        if (dilation > 1 && profile != null) {
            throw new BraidException(ErrorCode.OPTION_CONFLICT, "--dilation " + dilation, "the costs of --profile are of links that are not made slower", "Leave it out, or have algorithms chosen --by-cost, which knows of it");
        }
        for (Path each : new @Nullable Path[] {json, svg}) {
            Path directory = each == null ? null : each.toAbsolutePath().getParent();
            if (each != null && (directory == null || !Files.isDirectory(directory))) {
                throw NetworkOptions.wrong("the file " + each, "its directory does not exist", "Name one in a directory that does");
            }
        }
    }
}
