package org.braid.cli.sim;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid topo FILE}: what a topology specification says, before a job is started with it. */
@Command(
        name = "topo",
        description = "Draws where a topology specification places ranks, as text and as a picture. Of a running job: braid run --report topology.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class TopoCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "FILE", description = "as braid run --topology takes it: a line for each host")
    private @Nullable Path named;

    @Option(names = {"-n", "-np"}, paramLabel = "N", description = "number of ranks (default: as many as the file names, and one for each host that says none)")
    private @Nullable Integer ranks;

    @Option(names = "--svg", paramLabel = "FILE", description = "also draw a picture into this file")
    private @Nullable Path svg;

    @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path file = named;
        if (file == null) {
            throw NetworkOptions.wrong("topo", "no file was named", "Write braid topo FILE; what a job finds by itself braid run --report topology prints, and --report topology=FILE.svg draws");
        }
        if (OwnJvm.isWanted(ranks == null ? SpecifiedTopology.ranks(file) : ranks) && spec != null) {
            return OwnJvm.run(spec.root().commandLine().getParseResult().originalArgs());
        }
        Topology topology = SpecifiedTopology.of(file, ranks);
        System.out.print(topology);
        if (svg != null) {
            SimCommand.write("--svg", svg, topology.svg());
        }
        return 0;
    }
}
