package org.braid.bench.peer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An MPI library in C: the names of its programs, and how it wants to be started.
 *
 * @param bind the option by which ranks are bound, where there are cores enough
 * @param crowded what its launcher must be told when ranks outnumber cores
 * @param tcpEnvironment what makes it use TCP over loopback, before the launcher's name
 * @param tcpOptions the same, after it
 */
record Library(String name, String compiler, String launcher, String bind, List<String> crowded, List<String> tcpEnvironment, List<String> tcpOptions) {
    private static final String ENV = "/usr/bin/env";

    static List<Library> known() {
        return List.of(
                new Library("mpich", "mpicc.mpich", "mpiexec.mpich", "-bind-to", List.of(),
                        List.of("UCX_TLS=tcp,self", "UCX_NET_DEVICES=lo", "MPIR_CVAR_NOLOCAL=1"), List.of()),
                new Library("openmpi", "mpicc.openmpi", "mpirun.openmpi", "--bind-to", List.of("--oversubscribe", "--mca", "mpi_yield_when_idle", "1"),
                        List.of(), List.of("--mca", "pml", "ob1", "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "lo")));
    }

    /** Null if it is not on this machine. */
    @Nullable Path foundCompiler() {
        return onPath(launcher) == null ? null : onPath(compiler);
    }

    /** The command by which ranks run a program. */
    List<String> command(int ranks, boolean byTcp, Path program) {
        List<String> command = new ArrayList<>();
        if (byTcp) {
            command.add(ENV);
            command.addAll(tcpEnvironment);
        }
        command.add(launcher);
        if (byTcp) {
            command.addAll(tcpOptions);
        }
        command.addAll(ranks <= Runtime.getRuntime().availableProcessors() ? List.of(bind, "core") : crowded);
        command.addAll(List.of("-n", Integer.toString(ranks), program.toString()));
        return command;
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
