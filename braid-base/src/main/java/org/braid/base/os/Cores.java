package org.braid.base.os;

/** How many cores a process may use, from the kernel's text files. */
final class Cores {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Cores() {}

    /** The cores in the affinity list of {@code /proc/<pid>/status}; none if there is no list. */
    static int[] ids(String status) {
        int at = status.indexOf(ALLOWED);
        int end = status.indexOf('\n', at);
        int[] ids = new int[allowed(status)];
        int found = 0;
        for (int from = at + ALLOWED.length(); found < ids.length; from = Math.min(end, status.indexOf(',', from) + 1)) {
            int comma = status.indexOf(',', from);
            String range = status.substring(from, comma < 0 || comma > end ? end : comma).strip();
            int first = (int) Machine.number(range, 0);
            for (int i = 0, n = range(range); i < n; i++) {
                ids[found++] = first + i;
            }
        }
        return ids;
    }

    /** The cores of a list that looks like {@code 0-3,8}, ascending as the kernel writes it; none of an empty one. */
    static int[] list(String list) {
        return list.isEmpty() ? new int[0] : ids(ALLOWED + list + "\n");
    }

    /** Cores in the affinity list of {@code /proc/<pid>/status}, which looks like {@code 0-3,8}; 0 if there is none. */
    static int allowed(String status) {
        int at = status.indexOf(ALLOWED);
        int end = status.indexOf('\n', at);
        if (at < 0 || end < 0) {
            return 0;
        }
        return count(status.substring(at + ALLOWED.length(), end).strip());
    }

    private static int count(String list) {
        int cores = 0;
        for (int at = 0; at < list.length(); at = list.indexOf(',', at) + 1) {
            int end = list.indexOf(',', at);
            cores += range(list.substring(at, end < 0 ? list.length() : end));
            if (end < 0) {
                break;
            }
        }
        return cores;
    }

    private static int range(String range) {
        int dash = range.indexOf('-');
        return dash < 0 ? 1 : (int) (Machine.number(range, dash + 1) - Machine.number(range, 0)) + 1;
    }

    /** Cores' worth of time that the control group grants, rounded up; the largest int without a limit. */
    static int quota() {
        String unified = Machine.text("/sys/fs/cgroup/cpu.max");
        if (!unified.isEmpty()) {
            return quota(Machine.number(unified, 0), Machine.number(unified, unified.indexOf(' ') + 1));
        }
        return quota(Machine.number(Machine.text("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), 0),
                Machine.number(Machine.text("/sys/fs/cgroup/cpu/cpu.cfs_period_us"), 0));
    }

    static int quota(long quota, long period) {
        return quota <= 0 || period <= 0 ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, (quota + period - 1) / period);
    }
}
