package org.braid.cli.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The MPI libraries of this machine: our C program compiled for each, and how each wants to be started. */
final class Peers {
    private static final long COMPILE_BOUND_S = 120;

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
    private final List<String> missing = new ArrayList<>();

    Peers(BenchOptions options) {
        this.options = options;
    }

    /** Those not found on this machine; known after {@link #all}. */
    List<String> missing() {
        return missing;
    }

    /** @param directory takes the compiled programs */
    List<Contestant> all(Path directory) throws IOException, InterruptedException {
        List<Contestant> all = new ArrayList<>();
        for (Library library : KNOWN) {
            Path compiler = onPath(library.compiler());
            Path launcher = onPath(library.launcher());
            if (compiler == null || launcher == null) {
                missing.add(library.name());
                continue;
            }
            Path program = compiled(library, compiler, directory);
            for (int ranks : options.rankCounts()) {
                all.add(contestant(library, launcher, program, ranks));
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

    private static Path compiled(Library library, Path compiler, Path directory) throws IOException, InterruptedException {
        Path source = directory.resolve("peer.c");
        if (Files.notExists(source)) {
            copySource(source);
        }
        Path program = directory.resolve("peer." + library.name());
        Run.lines(compiler.toString(), List.of(compiler.toString(), "-O3", "-o", program.toString(), source.toString()), COMPILE_BOUND_S);
        return program;
    }

    private static void copySource(Path to) throws IOException {
        try (InputStream source = Peers.class.getResourceAsStream("peer.c")) {
            if (source == null) {
                throw new BraidException(ErrorCode.INTERNAL, "braid bench --peers", "peer.c is missing in braid.jar", "Build Braid again");
            }
            Files.copy(source, to);
        }
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
