package org.braid.launch.process;

import java.nio.file.Path;
import org.braid.base.os.CoreResources;
import org.braid.base.os.Machine;
import org.braid.boot.hosts.CoreLayout;
import org.braid.launch.signal.SystemTool;

/** To which cores this host's ranks would be bound, and what parts these: looked at where a host has ranks enough to be parted. */
public final class BoundRanks {
    /** Fewer ranks are as near to each other as they can be, or as far. */
    public static final int FEWEST = 3;

    private BoundRanks() {}

    /**
     * The layout of the cores that ranks get shares of.
     *
     * @param bind whether they are to be bound
     * @return none if they are not, or are too few on this host
     */
    public static CoreLayout layout(boolean bind) {
        int[] cores = bind ? Machine.usableCoreIds() : new int[0];
        if (cores.length < FEWEST || SystemTool.path("taskset").isEmpty()) {
            return CoreLayout.NONE;
        }
        CoreResources resources = new CoreResources(Path.of("/sys/devices/system"));
        return CoreLayout.of(resources.of(cores, "package"), resources.of(cores, "l3cache"));
    }
}
