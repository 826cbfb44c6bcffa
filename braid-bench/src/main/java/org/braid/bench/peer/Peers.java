package org.braid.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.bench.process.Contestant;
import org.braid.bench.work.BenchOptions;
import org.jspecify.annotations.Nullable;

/** The MPI libraries of this machine: our C program compiled for each, and how each wants to be started. */
public final class Peers {
    /**
     * @param oversubscribe what the launcher must be told when ranks outnumber cores; empty for nothing
     * @param tcpEnvironment what makes it use TCP over loopback, before the launcher's name and after it
     */
    private record Library(
            String name, String compiler, String launcher, String bind, String oversubscribe, List<String> tcpEnvironment, List<String> tcpOptions) {}

    private static final List<Library> KNOWN = List.of(
            new Library("mpich", "mpicc.mpich", "mpiexec.mpich", "-bind-to", "",
                    List.of("UCX_TLS=tcp,self", "UCX_NET_DEVICES=lo", "MPIR_CVAR_NOLOCAL=1"), List.of()),
            new Library("openmpi", "mpicc.openmpi", "mpirun.openmpi", "--bind-to", "--oversubscribe",
                    List.of(), List.of("--mca", "pml", "ob1", "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "lo")));

    private static final String ENV = "/usr/bin/env";

    private final BenchOptions options;
    private final List<String> leftOut = new ArrayList<>();

    /** Those that can do what is asked. */
    public Peers(BenchOptions options) {
        this.options = options;
    }

    /** Those left out and why, a line each; known after {@link #all}. */
    public List<String> leftOut() {
        return leftOut;
    }

    /** One contestant for each library and number of ranks; compiles our program for each library. */
    public List<Contestant> all(PeerPrograms programs) throws IOException, InterruptedException {
        List<Contestant> all = new ArrayList<>();
        for (Library library : KNOWN) {
            Path compiler = onPath(library.compiler());
            Path launcher = onPath(library.launcher());
            if (compiler == null || launcher == null) {
                leftOut.add("peer " + library.name() + " was not found on this machine and is left out");
                continue;
            }
            try {
                Path program = programs.compiled(library.name(), compiler);
                for (int ranks : options.rankCounts()) {
                    all.add(contestant(library, launcher, program, ranks));
                }
            } catch (BraidException itsCompilerFailed) {
                leftOut.add("peer " + library.name() + " is left out: " + itsCompilerFailed.what() + ": " + itsCompilerFailed.why());
            }
        }
        return all;
    }

    private Contestant contestant(Library library, Path launcher, Path program, int ranks) {
        List<String> command = new ArrayList<>();
        if (options.method().equals("tcp")) {
            command.add(ENV);
            command.addAll(library.tcpEnvironment());
        }
        command.add(launcher.toString());
        if (options.method().equals("tcp")) {
            command.addAll(library.tcpOptions());
        }
        if (ranks <= Runtime.getRuntime().availableProcessors()) {
            command.addAll(List.of(library.bind(), "core"));
        } else if (!library.oversubscribe().isEmpty()) {
            command.add(library.oversubscribe());
        }
        command.addAll(List.of("-n", Integer.toString(ranks), program.toString(), options.operation(), Double.toString(options.scale())));
        command.addAll(options.sizes());
        String timed = options.operation().equals("startup") ? "startup.np" + ranks : "";
        return new Contestant(library.name(), true, timed, command);
    }

    private static @Nullable Path onPath(String name) {
        for (String directory : String.valueOf(System.getenv("PATH")).split(":")) {
            Path path = Path.of(directory, name);
            if (!directory.isEmpty() && Files.isExecutable(path)) {
                return path;
            }
        }
        return null;
    }
}
