package org.braid.launch.process;

import org.braid.base.os.ControlGroup;
import org.jspecify.annotations.Nullable;

/**
 * Whether the kernel has killed processes of this job for want of memory. A killed process only has a signal to show for it, the same as by the user's own hand; its control group counts
 * such ends.
 */
public final class WantOfMemory {
    private static final long MIB = 1 << 20;

    private final @Nullable ControlGroup group = ControlGroup.ofThisProcess();
    private final long before = group == null ? 0 : group.memoryKills();

    /** What to do about it since this was made; "" if there was none of it, or nobody counts. */
    public String hint() {
        long kills = group == null ? 0 : group.memoryKills() - before;
        return group == null || kills <= 0 ? "" : hint(kills, group.memoryLimitBytes());
    }

    static String hint(long kills, long limitBytes) {
        String who = "the kernel has killed " + (kills == 1 ? "a process" : kills + " processes") + " for want of memory: ";
        String bound = limitBytes == Long.MAX_VALUE ? "this machine has no more" : "this control group may have " + limitBytes / MIB + " MiB (memory.max), shared memory included; raise that";
        return who + bound + ", start fewer ranks, or bound them with --jvm-args -Xmx";
    }
}
