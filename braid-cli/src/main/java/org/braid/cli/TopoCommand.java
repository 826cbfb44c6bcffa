package org.braid.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.Specification;
import org.braid.boot.hosts.SpecificationFile;
import org.braid.boot.ticket.Ticket;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid topo FILE}: what a topology specification says, before a job is started with it. */
@Command(
        name = "topo",
        description = "Draws where a topology specification places ranks, as text and as a picture. Of a running job: braid run --report topology.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class TopoCommand implements Runnable {
    private static final List<String> LEVELS = List.of("site", "cluster", "host");

    @Parameters(paramLabel = "FILE", description = "as braid run --topology takes it: a line for each host")
    private Path file = Path.of("");

    @Option(names = {"-n", "-np"}, paramLabel = "N", description = "number of ranks (default: as many as the file names, and one for each host that says none)")
    private @Nullable Integer ranks;

    @Option(names = "--svg", paramLabel = "FILE", description = "also draw a picture into this file")
    private @Nullable Path svg;

    @Override
    public void run() {
        Topology topology = topology(SpecificationFile.read(file));
        System.out.print(topology);
        if (svg != null) {
            write(svg, topology.svg());
        }
    }

    private static void write(Path picture, String text) {
        try {
            Files.writeString(picture, text);
        } catch (IOException e) {
            throw new BraidException(ErrorCode.FILE_UNREADABLE, "the picture cannot be written to " + picture, String.valueOf(e), "Name a file that can be written", e);
        }
    }

    private Topology topology(Specification specification) {
        int count = ranks == null ? specification.ranks() : ranks;
        if (count < 1 || count > Ticket.MAX_RANKS) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "topo: -n " + count, "a job has 1 to " + Ticket.MAX_RANKS + " ranks", "Give a number of these");
        }
        HostMap map = specification.map(count, 1);
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            JobHost host = map.hostOf(rank);
            places.add(Place.of(host.site(), host.cluster(), host.name()));
        }
        return Topology.of(LEVELS, places);
    }
}
