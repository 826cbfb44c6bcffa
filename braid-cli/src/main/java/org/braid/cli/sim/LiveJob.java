package org.braid.cli.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.braid.bench.build.OwnProgram;
import org.braid.coll.sim.ChannelCost;
import org.braid.coll.sim.Network;
import org.braid.devices.delay.LinkClocks;
import org.jspecify.annotations.Nullable;

/** A job of this machine on machines that are not there: device delay gives its links latency and a bandwidth that all processes share, and notes how late frames are. */
final class LiveJob {
    private static final String WAN = "wan";
    private static final String LAN = "lan";
    private static final long BOUND_S = 3600;

    /** What is under way lies in the ring until the link's latency is over, so a ring that is shorter than what the link carries meanwhile makes it slower: 64 KiB, as threads have by themselves, cost a message of 128 KiB two latencies more. From the fourth peer on it is a quarter. */
    private static final String ROOMY = "shm(ring=4MiB)";
    private static final long PS_PER_NS = 1000;
    private static final double PS_PER_S = 1e12;

    private final Machines machines;
    private final Network network;
    private final @Nullable Path profile;
    private final int dilation;
    private final boolean asThreads;

    /**
     * A job on these machines.
     *
     * @param profile by which algorithms are chosen; null for by Braid's rules
     * @param dilation how many times slower its links are; what is measured is divided by it
     * @param asThreads whether the ranks are threads of one process, which compiles for all of them and wakes them in time, in place of a process each
     */
    LiveJob(Machines machines, Network network, @Nullable Path profile, int dilation, boolean asThreads) {
        this.machines = machines;
        this.network = network;
        this.profile = profile;
        this.dilation = dilation;
        this.asThreads = asThreads;
    }

    /** The loops of all schemes, one after the other in one job. */
    LiveResults run(List<Scheme> schemes, List<Long> bytes, int rounds, Path kept) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(rounds), bytes.stream().map(String::valueOf).collect(Collectors.joining(","))));
        schemes.forEach(scheme -> arguments.add(word(scheme) + "=" + scheme.hint()));
        Map<String, long[]> lateness = new LinkedHashMap<>();
        List<String> lines = run("KaronisProgram", clocks -> withClocks(clocks, arguments), kept, lateness);
        return LiveResults.of(lines, schemes, bytes, lateness, Map.of(WAN, dilation * wan().latencyPs() / PS_PER_NS, LAN, dilation * lan().latencyPs() / PS_PER_NS), dilation);
    }

    private static List<String> withClocks(Path clocks, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(clocks.toString()));
        all.addAll(arguments);
        return all;
    }

    static String word(Scheme scheme) {
        return scheme.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Runs a program on these machines.
     *
     * @param arguments of the program, which may want the file of the links' clocks
     * @param lateness is told how late the frames of each group of links were
     */
    List<String> run(String program, Function<Path, List<String>> arguments, Path kept, Map<String, long[]> lateness) throws IOException, InterruptedException {
        Path place = Files.createTempDirectory("braid-karonis-");
        Path clocks = place.resolve("clocks");
        Path topology = place.resolve("machines.topo");
        try {
            LinkClocks.create(clocks, Map.of(WAN, machines.clusters(true), LAN, machines.clusters(false)));
            LinkClocks.open(clocks).count(false); // the program says which frames are measured
            Files.writeString(topology, machines.specification());
            String ranks = Integer.toString(machines.ranks());
            List<String> options = List.of("-n", ranks, "--ranks-per-process", asThreads ? ranks : "1", "--topology", topology.toString(), "--method", policy(clocks));
            List<String> lines = OwnProgram.run(program, kept, environment(), options, arguments.apply(clocks), BOUND_S);
            LinkClocks used = LinkClocks.open(clocks);
            List.of(WAN, LAN).forEach(group -> lateness.put(group, used.lateness(group)));
            return lines;
        } finally {
            Files.deleteIfExists(clocks);
            Files.deleteIfExists(topology);
            Files.deleteIfExists(place);
        }
    }

    /** What is measured are algorithms of messages, and these are counted. */
    private List<String> environment() {
        List<String> words = new ArrayList<>(List.of("-u", "BRAID_COLL"));
        words.addAll(profile == null ? List.of("-u", "BRAID_PROFILE") : List.of("BRAID_PROFILE=" + profile.toAbsolutePath()));
        words.add("BRAID_SHARED_COLLECTIVES=false");
        return words;
    }

    private ChannelCost wan() {
        return network.channels().getFirst();
    }

    private ChannelCost lan() {
        return network.channels().get(network.channels().size() - 2);
    }

    private String policy(Path clocks) {
        return "host=" + (asThreads ? "local" : "shm") + ", site=" + delay(lan(), LAN, clocks) + "+" + ROOMY + ", *=" + delay(wan(), WAN, clocks) + "+" + ROOMY;
    }

    private String delay(ChannelCost cost, String group, Path clocks) {
        long bytesPerSecond = Math.round(PS_PER_S / cost.psPerByte() / dilation);
        return "delay(" + dilation * cost.latencyPs() / PS_PER_NS + "ns, bandwidth=" + bytesPerSecond + "B/s, group=" + group + ", clocks=\"" + clocks + "\")";
    }

    /**
     * What links of an experiment cost, as a profile says it.
     *
     * @param dilation how many times slower the job has those between machines
     */
    static String costs(Network network, int dilation) {
        var channels = network.channels();
        int last = channels.size() - 1;
        return "# of the links that device delay emulates\n" + line("*", channels.getFirst(), dilation) + line("site", channels.get(last - 1), dilation) + line("host", channels.get(last), 1);
    }

    private static String line(String place, ChannelCost cost, int dilation) {
        String text = String.format(Locale.ROOT, "%s latency=%dns send=%dns receive=%dns gap=%dns bandwidth=%dB/s trips=%d", place,
                dilation * cost.latencyPs() / PS_PER_NS, cost.sendPs() / PS_PER_NS, cost.receivePs() / PS_PER_NS, cost.gapPs() / PS_PER_NS, Math.round(PS_PER_S / cost.psPerByte() / dilation), cost.trips());
        return text + shared(cost.pipe()) + (cost.offeredBytes() < Long.MAX_VALUE ? " offered=" + cost.offeredBytes() + "B" : "") + "\n";
    }

    private static String shared(ChannelCost.Pipe pipe) {
        return switch (pipe) {
            case OF_SENDER -> "";
            case OF_PAIR -> " shared";
            case OF_SIDE -> " shared=side";
        };
    }
}
