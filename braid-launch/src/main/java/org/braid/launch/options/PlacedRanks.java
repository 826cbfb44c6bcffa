package org.braid.launch.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.Specification;

/** The map of a job on one host: where that is, if somebody has said so, or with {@code --topology} how its ranks are placed as if it were several. */
public final class PlacedRanks {
    private static final long LONGEST_BYTES = 1 << 20;

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
        Path file = Path.of(options.topology());
        try {
            if (Files.size(file) > LONGEST_BYTES) {
                throw new IOException("it is longer than " + LONGEST_BYTES + " bytes");
            }
            return Specification.parse(Files.readString(file)).map(options.ranks(), Machine.usableCores());
        } catch (IOException e) {
            throw new BraidException(ErrorCode.FILE_UNREADABLE, "the topology cannot be read from " + file, String.valueOf(e.getMessage()), "Name a text file with a line for each host; see docs/multilevel.md", e);
        }
    }
}
