package org.braid.bench.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The measured programs as one build takes them. Those that know package {@code mpi} alone are the same for every build: this bench's, compiled by each. Those that know links are each
 * build's own, for links promise less to those who use them: its own sources, or what it has compiled in, as builds have before {@code braid-bench}.
 */
final class Programs {
    private static final String COMPILED = "org.braid.cli.bench.rank.";
    private static final Map<String, String> COMPILED_AS = Map.of("LinkProgram", "LinkProgram", "LinkAllocationProgram", "AllocationProgram");

    private final ProgramSources mpi;
    private final @Nullable ProgramSources own;
    private final Home home;

    /** @param kept where sources are written */
    Programs(Home home, Path kept) throws IOException {
        ProgramSources ours = ProgramSources.of(Home.ofThisBuild(), kept);
        if (ours == null) {
            throw new BraidException(ErrorCode.INTERNAL, "braid bench", "the measured programs are missing in " + Home.ofThisBuild().path(), "Build Braid again");
        }
        this.mpi = ours;
        this.own = ProgramSources.of(home, kept);
        this.home = home;
    }

    /** What {@code braid run} takes to start a program that knows MPI. */
    String ofMpi(String name) {
        return mpi.file(name).toString();
    }

    /** What {@code braid run} takes to start a program that knows links; null if this build has no such program. */
    @Nullable String ofLinks(String name) throws IOException {
        if (own != null) {
            return own.has(name) ? own.file(name).toString() : null;
        }
        String compiled = COMPILED + COMPILED_AS.getOrDefault(name, name);
        return home.has(compiled.replace('.', '/') + ".class") ? compiled : null;
    }
}
