package org.braid.launch.options;

import java.nio.file.Path;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.os.Machine;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.SpecificationFile;

/** The map of a job on one host: where that is, if somebody has said so, or with {@code --topology} how its ranks are placed as if it were several. */
public final class PlacedRanks {
    private PlacedRanks() {}

    /**
     * The map.
     *
     * @throws BraidException if the file cannot be read, or does not place each rank once
     */
    public static HostMap map(RunOptions options) {
        if (!options.topology().isEmpty()) {
            return placed(options);
        }
        JobHost here = new JobHost(0, Machine.usableCores(), options.ranks(), "this host", "", options.site(), options.cluster());
        return new HostMap(new int[options.ranks()], List.of(here));
    }

    private static HostMap placed(RunOptions options) {
        return SpecificationFile.read(Path.of(options.topology())).map(options.ranks(), Machine.usableCores());
    }
}
