package org.braid.base.os;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The control group that this process and its children count their memory in: how much it may have, and how often the kernel has killed in it for want of that. Read anew by each call
 * from the kernel's text files, of either version (kernel documentation, admin-guide/cgroup-v2 and cgroup-v1/memory).
 *
 * <pre>
 *   /proc/self/cgroup     version 2  0::/a/b             /sys/fs/cgroup/a/b           memory.max              memory.events:       oom_kill 3
 *                         version 1  4:memory:/a/b       /sys/fs/cgroup/memory/a/b    memory.limit_in_bytes   memory.oom_control:  oom_kill 3
 * </pre>
 *
 * <p>In a container the path may be one of the host's; then the group is what is mounted.
 */
public final class ControlGroup {
    private static final String KILLS = "oom_kill ";

    /** Version 1 says no limit by a number that no machine has. */
    private static final long NO_LIMIT_BYTES = 1L << 60;

    private final Path mount;
    private final Path group;
    private final String limit;
    private final String events;

    private ControlGroup(Path mount, String path, String limit, String events) {
        Path named = mount.resolve(path.substring(1)).normalize();
        this.mount = mount;
        this.group = Machine.text(named.resolve(events).toString()).isEmpty() ? mount : named;
        this.limit = limit;
        this.events = events;
    }

    /** That of this process; null where there are none. */
    public static @Nullable ControlGroup ofThisProcess() {
        return of(Machine.text("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
    }

    /** @param memberships the text of {@code /proc/self/cgroup} */
    static @Nullable ControlGroup of(String memberships, Path mounts) {
        ControlGroup unified = null;
        for (String line : memberships.split("\n")) {
            int second = line.indexOf(':', line.indexOf(':') + 1);
            String path = line.substring(second + 1);
            if (!path.startsWith("/")) {
                continue;
            }
            if (line.startsWith("0::")) {
                unified = new ControlGroup(mounts, path, "memory.max", "memory.events");
            } else if ((line.substring(line.indexOf(':'), second) + ",").contains("memory,")) {
                return new ControlGroup(mounts.resolve("memory"), path, "memory.limit_in_bytes", "memory.oom_control");
            }
        }
        return unified;
    }

    /** The least that the group and those around it may have, in bytes; {@link Long#MAX_VALUE} without a limit. */
    public long memoryLimitBytes() {
        long least = Long.MAX_VALUE;
        for (Path at = group; at != null && at.startsWith(mount); at = at.getParent()) {
            long bytes = Machine.number(Machine.text(at.resolve(limit).toString()), 0);
            least = bytes < 0 || bytes >= NO_LIMIT_BYTES ? least : Math.min(least, bytes);
        }
        return least;
    }

    /** How many processes of the group the kernel has killed for want of memory since the group was made; 0 if unknown. */
    public long memoryKills() {
        String text = Machine.text(group.resolve(events).toString());
        int line = text.indexOf(KILLS);
        return line < 0 ? 0 : Math.max(0, Machine.number(text, line + KILLS.length()));
    }
}
