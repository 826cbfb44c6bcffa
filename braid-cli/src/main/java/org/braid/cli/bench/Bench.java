package org.braid.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.braid.launch.compile.CacheDirectory;
import org.jspecify.annotations.Nullable;

/** {@code braid bench}: from what was asked to the printed table. */
public final class Bench {
    /** Where in the cache the peers' programs are. */
    public static final String PEERS = "peers";

    private static final long PHASES_BOUND_S = 60;

    private Bench() {}

    /** @param json where the machine-readable result goes, null for nowhere */
    public static void run(BenchOptions options, @Nullable Path json) throws IOException, InterruptedException {
        if (options.peers() && isPossibleForPeers(options.method())) {
            Peers peers = new Peers(options);
            List<Contestant> others = peers.all(new PeerPrograms(CacheDirectory.writable().resolve(PEERS)));
            peers.leftOut().forEach(System.out::println);
            run(options, json, others);
            return;
        }
        if (options.peers()) {
            System.out.println("the peers are left out: they know nothing like --method '" + options.method() + "', only tcp");
        }
        run(options, json, List.of());
    }

    private static void run(BenchOptions options, @Nullable Path json, List<Contestant> others) throws IOException, InterruptedException {
        OurPrograms ours = new OurPrograms(options, OurPrograms.thisLauncher());
        List<Contestant> contestants = new ArrayList<>(ours.all());
        contestants.addAll(others);
        Results results = Campaign.run(contestants, options.pairs());
        System.out.print(Table.of(results));
        if (options.operation().equals("startup")) {
            printPhases(ours.phases());
        }
        if (json != null) {
            Files.writeString(json, Json.of(results, facts(options)));
        }
    }

    private static boolean isPossibleForPeers(String method) {
        return method.isEmpty() || method.equals("tcp");
    }

    /** One more job, not among the samples: taking the times is work, too. */
    private static void printPhases(List<String> command) throws IOException, InterruptedException {
        System.out.println();
        for (String line : Run.lines("phases", command, PHASES_BOUND_S)) {
            if (line.startsWith("startup") || line.startsWith("  ")) {
                System.out.println(line);
            }
        }
    }

    private static Map<String, String> facts(BenchOptions options) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", Instant.now().toString());
        facts.put("build", System.getProperty("braid.build", "unknown"));
        facts.put("java", System.getProperty("java.vm.version"));
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version") + " " + System.getProperty("os.arch"));
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("load", load());
        facts.put("asked", options.toString());
        return facts;
    }

    /** The load averages say how far the figures may be believed. */
    private static String load() {
        try {
            return Files.readString(Path.of("/proc/loadavg")).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
