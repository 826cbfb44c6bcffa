package org.braid.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.bench.figure.Who;
import org.braid.bench.process.Contestant;
import org.braid.bench.work.Heat;
import org.jspecify.annotations.Nullable;

/** The MPI libraries of this machine: our C programs compiled for each. */
public final class Peers {
    /** A whole job takes them some hundred milliseconds; one whose ranks are more than the cores and never yield may take minutes. */
    private static final long JOB_BOUND_S = 20;

    /** More threads or ranks than cores, which all spin, take some libraries minutes for what others do in a second. */
    private static final long THREADS_BOUND_S = 120;

    /** A library that can take part, with its compiled program. */
    private record Ready(Library library, Path program) {}

    private final boolean byTcp;
    private final PeerPrograms programs;
    private final List<String> leftOut = new ArrayList<>();
    private final List<Ready> ready = new ArrayList<>();
    private MpjExpress.@Nullable Ready mpj;

    /**
     * Those that are on this machine.
     *
     * @param byTcp whether they use TCP over loopback, else what they choose
     */
    public Peers(boolean byTcp, PeerPrograms programs) {
        this.byTcp = byTcp;
        this.programs = programs;
    }

    /** Compiles a program for each library. What cannot take part is left out, and {@link #leftOut} knows why. */
    public void prepare(String operation) throws IOException, InterruptedException {
        if (operation.equals("objects")) {
            return; // MPI in C has none
        }
        String source = source(operation);
        for (Library library : Library.known()) {
            Path compiler = library.foundCompiler();
            if (compiler == null) {
                leftOut.add("peer " + library.name() + " was not found on this machine and is left out");
                continue;
            }
            try {
                ready.add(new Ready(library, programs.compiled(source, library.name(), compiler)));
            } catch (BraidException itsCompilerFailed) {
                leftOut.add("peer " + library.name() + " is left out: " + itsCompilerFailed.what() + ": " + itsCompilerFailed.why());
            }
        }
    }

    private static String source(String operation) {
        return switch (operation) {
            case "job", "types", "threads", "calls", "collectives" -> operation;
            default -> "peer";
        };
    }

    /** Compiles a program for MPJ Express, which takes part in nothing else. */
    public void prepareMpj(Path source) throws IOException, InterruptedException {
        MpjExpress there = MpjExpress.found();
        if (there == null) {
            leftOut.add("peer " + MpjExpress.NAME + " was not found on this machine and is left out");
            return;
        }
        try {
            mpj = there.with(programs, source);
        } catch (BraidException itsCompilerFailed) {
            leftOut.add("peer " + MpjExpress.NAME + " is left out: " + itsCompilerFailed.what() + ": " + itsCompilerFailed.why());
        }
    }

    /** Those left out and why, a line each. */
    public List<String> leftOut() {
        return leftOut;
    }

    /** One contestant for each library; none for work that is not theirs. */
    public List<Contestant> contestants(Heat heat) {
        return switch (heat.operation()) {
            case "objects" -> mpj == null ? List.of() : List.of(mpj.contestant(heat));
            case "allocation", "remote-memory", "tls", "cipher", "buffers", "spawn", "files", "crowd" -> List.of();
            default -> ready.stream().map(each -> contestant(each, heat)).toList();
        };
    }

    private Contestant contestant(Ready ready, Heat heat) {
        List<String> command = command(ready, heat.ranks(), words(heat));
        return switch (heat.operation()) {
            case "startup" -> timed(ready, heat, command, command);
            case "job" -> timed(ready, heat, command, command(ready, Math.min(2, heat.ranks()), List.of("trips", "1", "8"))).within(JOB_BOUND_S);
            case "threads", "calls" -> Contestant.printing(Who.PEER, ready.library().name(), command).within(THREADS_BOUND_S);
            default -> Contestant.printing(Who.PEER, ready.library().name(), command);
        };
    }

    /** One C program does whole jobs and curves. */
    private static List<String> words(Heat heat) {
        List<String> words = new ArrayList<>(heat.words());
        if (heat.operation().equals("curve")) {
            words.addFirst("curve");
        }
        return words;
    }

    private static Contestant timed(Ready ready, Heat heat, List<String> command, List<String> rehearsal) {
        return Contestant.timed(Who.PEER, ready.library().name(), command, new Contestant.Timed(heat.figure(), heat.bytes(), rehearsal));
    }

    private List<String> command(Ready ready, int ranks, List<String> words) {
        List<String> command = ready.library().command(ranks, byTcp, ready.program());
        command.addAll(words);
        return command;
    }
}
