package org.braid.bench.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.bench.figure.Who;
import org.braid.bench.process.Contestant;
import org.braid.bench.work.Heat;
import org.braid.bench.work.Measured;

/** One build's contestants: each a {@code braid run} in a process of its own. */
public final class BraidPrograms {
    private static final String NO_COLLECTOR = "-XX:-UseSerialGC -XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC -Xms64m -Xmx64m";
    private static final String COUNTED = "400000";
    private static final List<String> LEVELS = List.of("single", "multiple");

    private final Measured measured;
    private final BraidBuild build;
    private final Programs programs;

    /**
     * The programs of a build for what is asked.
     *
     * @param kept a directory for their sources, made if need be
     */
    public BraidPrograms(Measured measured, BraidBuild build, Path kept) throws IOException {
        this.measured = measured;
        this.build = build;
        this.programs = new Programs(build.home(), kept);
    }

    /** The source of one of this build's programs that know MPI alone. */
    public static Path source(String program, Path kept) throws IOException {
        return Path.of(new Programs(Home.ofThisBuild(), kept).ofMpi(program));
    }

    /** One contestant for each way of doing it; without those for which this build has no program. */
    public List<Contestant> contestants(Heat heat) throws IOException {
        List<Contestant> all = new ArrayList<>();
        switch (heat.operation()) {
            case "startup" -> addStartup(all, heat);
            case "job" -> all.add(timed(heat, "JobProgram", heat.words(), List.of("trips", "1", "8")));
            case "curve" -> all.add(printing("", run(heat, "", programs.ofMpi("CurveProgram"), heat.words())));
            case "allocation" -> addAllocation(all, heat);
            case "collectives" -> addMpi(all, heat, "CollectivesProgram");
            case "tls" -> addProtection(all, heat);
            case "cipher" -> all.add(printing("cipher", run(1, "", "", programs.ofMpi("CipherProgram"), heat.words())));
            case "remote-memory" -> addIfThere(all, heat, "link", "", "RemoteMemoryProgram", heat.words());
            case "types", "buffers" -> addAtLevel(all, heat, "single", "TypesProgram");
            case "threads" -> addAtLevel(all, heat, "multiple", "ThreadsProgram");
            case "calls" -> addAtLevel(all, heat, "single", "CallsProgram");
            case "objects" -> addObjects(all, heat);
            case "files" -> addAtLevel(all, heat, "single", "FilesProgram");
            case "spawn" -> addSpawn(all, heat);
            case "crowd" -> addCrowd(all, heat);
            case "latency" -> {
                addLink(all, heat);
                addMpi(all, heat, "MpiProgram");
                addAgain(all, heat);
            }
            default -> {
                addLink(all, heat);
                addMpi(all, heat, "MpiProgram");
            }
        }
        return all;
    }

    private void addMpi(List<Contestant> all, Heat heat, String program) {
        for (String level : LEVELS) {
            addAtLevel(all, heat, level, program);
        }
    }

    private void addAtLevel(List<Contestant> all, Heat heat, String level, String program) {
        all.add(printing("mpi-" + level, run(heat, "", programs.ofMpi(program), after(level, heat.words()))));
    }

    /** By processes, and by threads of one, as MPJ Express has its ranks. */
    private void addObjects(List<Contestant> all, Heat heat) {
        List<String> processes = run(heat, "", programs.ofMpi("ObjectsProgram"), heat.words());
        all.add(printing("", processes));
        if (measured.method().isEmpty()) { // threads of one process have their own
            all.add(printing("threads", asThreads(heat, processes)));
        }
    }

    private void addCrowd(List<Contestant> all, Heat heat) {
        if (measured.method().isEmpty()) {
            all.add(printing("threads", asThreads(heat, run(heat, "", programs.ofMpi("CrowdProgram"), List.of()))));
        }
    }

    private static List<String> asThreads(Heat heat, List<String> processes) {
        List<String> threads = new ArrayList<>(processes);
        threads.addAll(threads.indexOf("-n"), List.of("--ranks-per-process", Integer.toString(heat.ranks())));
        return threads;
    }

    /** A whole {@code braid run} of as many ranks is the peer. */
    private void addSpawn(List<Contestant> all, Heat heat) {
        String program = programs.ofMpi("SpawnProgram");
        all.add(printing("", run(1, measured.method(), "", program, List.of(heat.words().getFirst(), program))));
        if (build.who() == Who.OURS) {
            List<String> run = run(heat, "", programs.ofMpi("HelloProgram"), List.of());
            all.add(Contestant.timed(Who.PEER, "braid run", run, new Contestant.Timed("calls.spawn.np" + heat.ranks(), 0, run)));
        }
    }

    private void addLink(List<Contestant> all, Heat heat) throws IOException {
        addIfThere(all, heat, "link", "", "LinkProgram", heat.words());
    }

    private void addAgain(List<Contestant> all, Heat heat) throws IOException {
        for (String level : LEVELS) {
            addIfThere(all, heat, "again-" + level, "", "AgainProgram", List.of(level, Double.toString(measured.scale())));
        }
    }

    /** What carries the same without protection is the peer. */
    private void addProtection(List<Contestant> all, Heat heat) throws IOException {
        String program = programs.ofLinks("LinkProgram");
        if (program != null) {
            all.add(printing("tls", run(heat.ranks(), "tls", "", program, heat.words())));
            all.add(Contestant.printing(Who.PEER, "tcp", run(heat.ranks(), "tcp", "", program, heat.words())));
        }
    }

    private void addStartup(List<Contestant> all, Heat heat) {
        all.add(timed(heat, "HelloProgram", List.of(), List.of()));
        all.add(printing("memory", run(heat, "", programs.ofMpi("MemoryProgram"), List.of())));
        all.add(printing("memory", run(heat, "", programs.ofMpi("MemoryProgram"), List.of("lanes"))));
    }

    private void addAllocation(List<Contestant> all, Heat heat) throws IOException {
        String messages = Long.toString(measured.messages());
        for (String kind : List.of("blocking", "nonblocking")) {
            all.add(printing("counted", run(heat, "", programs.ofMpi("AllocationProgram"), List.of(kind, COUNTED))));
        }
        addIfThere(all, heat, "counted", "", "LinkAllocationProgram", List.of("rsr", COUNTED));
        all.add(printing("no-collector", run(heat, NO_COLLECTOR, programs.ofMpi("AllocationProgram"), List.of("blocking", messages))));
        addIfThere(all, heat, "no-collector", NO_COLLECTOR, "LinkAllocationProgram", List.of("rsr", messages));
    }

    private void addIfThere(List<Contestant> all, Heat heat, String name, String jvmArgs, String linkProgram, List<String> arguments) throws IOException {
        String program = programs.ofLinks(linkProgram);
        if (program != null) {
            all.add(printing(name, run(heat, jvmArgs, program, arguments)));
        }
    }

    private Contestant printing(String name, List<String> command) {
        return Contestant.printing(build.who(), name, command);
    }

    private Contestant timed(Heat heat, String program, List<String> arguments, List<String> rehearsed) {
        Heat small = new Heat(heat.operation(), Math.min(2, heat.ranks()), heat.bytes(), rehearsed);
        List<String> rehearsal = run(small, "", programs.ofMpi(program), rehearsed);
        return Contestant.timed(build.who(), "", run(heat, "", programs.ofMpi(program), arguments), new Contestant.Timed(heat.figure(), heat.bytes(), rehearsal));
    }

    private static List<String> after(String first, List<String> others) {
        List<String> words = new ArrayList<>(others);
        words.addFirst(first);
        return words;
    }

    private List<String> run(Heat heat, String jvmArgs, String program, List<String> arguments) {
        return run(heat.ranks(), measured.method(), jvmArgs, program, arguments);
    }

    /** The command of a job that works when it is told to; for {@code arguments} see the program {@code TurnProgram}. */
    public List<String> inTurns(int ranks, String method, List<String> arguments) {
        return run(ranks, method, "", programs.ofMpi("TurnProgram"), arguments);
    }

    /** The command of the shortest job. */
    public List<String> hello(int ranks) {
        return run(ranks, "", "", programs.ofMpi("HelloProgram"), List.of());
    }

    private List<String> run(int ranks, String method, String jvmArgs, String program, List<String> arguments) {
        List<String> command = new ArrayList<>(build.command());
        command.addAll(List.of("run", "-n", Integer.toString(ranks)));
        if (!method.isEmpty()) {
            command.addAll(List.of("--method", method));
        }
        if (!jvmArgs.isEmpty()) {
            command.addAll(List.of("--jvm-args", jvmArgs));
        }
        command.add(program);
        command.addAll(arguments);
        return command;
    }
}
