package org.braid.launch.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.os.Machine;
import org.braid.boot.hosts.CoreLayout;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.Measured;
import org.braid.boot.hosts.Part;
import org.braid.boot.hosts.Parting;
import org.braid.boot.hosts.SpecificationFile;

/** The map of a job on one host: where that is, if somebody has said so, what parts its ranks, or with {@code --topology} how they are placed as if it were several. */
public final class PlacedRanks {
    private PlacedRanks() {}

    /**
     * The map.
     *
     * @param layout of the cores of which each process gets a share
     * @throws BraidException if the file cannot be read, or does not place each rank once
     */
    public static HostMap map(RunOptions options, CoreLayout layout) {
        if (!options.topology().isEmpty()) {
            return placed(options);
        }
        JobHost here = new JobHost(0, Machine.usableCores(), options.ranks(), "this host", "", options.site(), options.cluster());
        return new HostMap(new int[options.ranks()], List.of(here), Measured.NONE, parts(options, layout));
    }

    /** Of ranks that are processes their shares of the cores, of others the processes, if there are not too many. */
    private static List<Part> parts(RunOptions options, CoreLayout layout) {
        int each = options.ranksPerProcess();
        List<Part> parts = new ArrayList<>();
        for (int rank = 0; rank < options.ranks(); rank++) {
            parts.add(each == 1 ? layout.share(rank, options.ranks()) : options.ranks() <= Parting.MOST_THREADS ? Part.NONE.in(rank / each) : Part.NONE);
        }
        return parts;
    }

    private static HostMap placed(RunOptions options) {
        return SpecificationFile.read(Path.of(options.topology())).map(options.ranks(), Machine.usableCores());
    }
}
