package org.braid.base.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Facts about this machine and its processes, read from {@code /proc}; no native function is bound. */
public final class Machine {
    private static final String ADDRESSES = "Max address space";
    private static final String NOBODY_KNOWN = "?";

    private Machine() {}

    /** This process, as its peers on the host name it. Far cheaper at start-up than {@code ProcessHandle}. */
    public static long pid() {
        return Pid.THIS;
    }

    /**
     * How many threads of this process can run at once: the cores it may use (affinity), less if a control group gives it less
     * time than that. Unlike {@code availableProcessors} not changed by {@code -XX:ActiveProcessorCount}.
     */
    public static int usableCores() {
        int allowed = Cores.allowed(text("/proc/self/status"));
        int cores = allowed > 0 ? allowed : Runtime.getRuntime().availableProcessors();
        return Math.min(cores, Cores.quota());
    }

    /** Which cores this process may use, by the kernel's numbers; empty if unknown, or if a control group gives it less time than all of them have. */
    public static int[] usableCoreIds() {
        int[] ids = Cores.ids(text("/proc/self/status"));
        return ids.length <= Cores.quota() ? ids : new int[0];
    }

    /** In place of the time when a process started: the kernel did not say, perhaps because no descriptor was left to ask it by. No process of a user starts with the machine itself. */
    public static final long UNKNOWN_START = 0;

    /**
     * When a process started, in clock ticks since boot: with the pid it names a process of this boot for ever.
     *
     * @return {@link #UNKNOWN_START}, or -1 if there is no such process, or only what is left of a dead one (a zombie)
     */
    public static long startTicks(long pid) {
        String stat = stat(pid);
        if (stat == null) {
            return UNKNOWN_START;
        }
        int name = stat.lastIndexOf(')');
        if (name < 0 || stat.startsWith(" Z", name + 1) || stat.startsWith(" X", name + 1)) {
            return -1;
        }
        return number(stat, field(stat, name + 2, 22 - 3));
    }

    /** Whether the process that {@link #startTicks} described still runs; a pid that was given to another process doesn't count. What is not known to have ended runs. */
    public static boolean isAlive(long pid, long startTicks) {
        if (startTicks < 0) {
            return false;
        }
        long now = startTicks(pid);
        return now == startTicks || now == UNKNOWN_START || now > 0 && startTicks == UNKNOWN_START;
    }

    /** What the kernel says of a process: empty if there is none, null if there is one and it doesn't say. Not by a channel, which a thread that was interrupted cannot read. */
    private static @Nullable String stat(long pid) {
        String path = "/proc/" + pid + "/stat";
        try (FileInputStream in = new FileInputStream(path)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return Files.notExists(Path.of(path)) ? "" : null;
        }
    }

    /** Whether a process is held by a stop signal or a debugger: it lives, and does nothing. */
    public static boolean isStopped(long pid) {
        String stat = stat(pid);
        int name = stat == null ? -1 : stat.lastIndexOf(')');
        return stat != null && name >= 0 && (stat.startsWith(" T", name + 1) || stat.startsWith(" t", name + 1));
    }

    /** This process's user, as the owner of a file is named: by a number where no table of users has it, as in a container that runs as any number, and where the JVM says {@code ?}. */
    public static String user() {
        String name = System.getProperty("user.name", NOBODY_KNOWN);
        return name.equals(NOBODY_KNOWN) ? ownerOf(Path.of("/proc/self")) : name;
    }

    private static String ownerOf(Path file) {
        try {
            return Files.getOwner(file).getName();
        } catch (IOException e) {
            return NOBODY_KNOWN;
        }
    }

    /** The limit on this process's addresses in bytes, which its children inherit ({@code ulimit -v}); {@link Long#MAX_VALUE} if there is none. */
    public static long addressLimitBytes() {
        String limits = text("/proc/self/limits");
        int line = limits.indexOf(ADDRESSES);
        int at = line < 0 ? limits.length() : line + ADDRESSES.length();
        while (at < limits.length() && limits.charAt(at) == ' ') {
            at++;
        }
        long bytes = number(limits, at);
        return bytes < 0 ? Long.MAX_VALUE : bytes;
    }

    /** Where the field begins that follows {@code skipped} others, from {@code at} on; fields are parted by one space. */
    private static int field(String text, int at, int skipped) {
        int begin = at;
        for (int i = 0; i < skipped; i++) {
            begin = text.indexOf(' ', begin) + 1;
        }
        return begin;
    }

    /** The decimal number at {@code begin}, -1 if there is none. */
    static long number(String text, int begin) {
        int end = begin;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end == begin ? -1 : Long.parseLong(text, begin, end, 10);
    }

    /** A file of the kernel as text, empty if it can't be read. */
    static String text(String path) {
        return new String(bytes(path), StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String path) {
        try {
            return Files.readAllBytes(Path.of(path));
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /** Read once, at first use. */
    private static final class Pid {
        static final long THIS = read();

        private static long read() {
            try {
                return Long.parseLong(Files.readSymbolicLink(Path.of("/proc/self")).toString());
            } catch (IOException | NumberFormatException e) {
                return ProcessHandle.current().pid();
            }
        }
    }
}
