package org.braid.launch.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What must be the same for a process that runs already to be what a launcher would start: the words that only a start can change, the working directory, the variables that act at a start, and what the kernel lets a process do and see. As bytes,
 * which are equal or not; nobody reads them.
 */
final class Fit {
    /** Variables that the loader, the C library and the JVM look at before anybody could change them. */
    private static final List<String> ACT_AT_START = List.of("LD_", "JAVA_", "JDK_", "_JAVA", "LANG", "LC_", "TZ", "NLSPATH", "MALLOC_", "GLIBC_", "PERL", "HOME");

    /** What it may do to files, to other processes and to the machine: groups and privileges differ under sg, newgrp and setpriv. */
    private static final List<String> OF_STATUS = List.of(
            "Umask:", "Uid:", "Gid:", "Groups:", "CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:", "NoNewPrivs:", "Seccomp:", "Seccomp_filters:", "Cpus_allowed:", "Mems_allowed:");

    /** Which files, networks and processes there are for it (namespaces(7)); a kernel may know fewer. */
    private static final List<String> NAMESPACES = List.of("cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts");

    private static final String IGNORED = "SigIgn:";
    private static final long STANDARD_SIGNALS = 0x7fffffff; // those above are the C library's own
    private static final int NICE = 16; // of the fields behind the command's name, from 0

    private Fit() {}

    /**
     * That of a process which this one would start.
     *
     * @param words only those that a start alone can change
     * @param directory where it works
     * @throws IOException where the kernel does not say what a process may do
     */
    static byte[] of(List<String> words, Path directory, Map<String, String> environment) throws IOException {
        String status = Files.readString(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1);
        String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
        String limits = Files.readString(Path.of("/proc/self/limits"), StandardCharsets.ISO_8859_1);
        return text(words, directory.toString(), environment, List.of(identity(directory), identity(Path.of("/")), namespaces(), ofStatus(status), ignored(status), nice(stat), limits)).getBytes(StandardCharsets.UTF_8);
    }

    /** A directory that was removed and made again has the same name, and a process that works in the old one can make no file there. */
    private static String identity(Path directory) throws IOException {
        return String.valueOf(Files.readAttributes(directory, BasicFileAttributes.class).fileKey());
    }

    private static String namespaces() throws IOException {
        StringBuilder found = new StringBuilder();
        for (String name : NAMESPACES) {
            Path own = Path.of("/proc/self/ns", name);
            found.append(Files.isSymbolicLink(own) ? Files.readSymbolicLink(own).toString() : "").append(' ');
        }
        return found.toString();
    }

    /** Parts are closed by a byte that stands in none of them. */
    static String text(List<String> words, String directory, Map<String, String> environment, List<String> process) {
        StringBuilder text = new StringBuilder();
        for (String word : words) {
            text.append(word).append('\0');
        }
        text.append('\0').append(directory).append('\0');
        for (Map.Entry<String, String> each : new TreeMap<>(environment).entrySet()) {
            if (actsAtStart(each.getKey())) {
                text.append(each.getKey()).append('=').append(each.getValue()).append('\0');
            }
        }
        for (String each : process) {
            text.append('\0').append(each);
        }
        return text.toString();
    }

    private static boolean actsAtStart(String name) {
        for (String prefix : ACT_AT_START) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    static String ofStatus(String status) {
        StringBuilder found = new StringBuilder();
        for (String name : OF_STATUS) {
            int at = status.indexOf("\n" + name);
            int end = status.indexOf('\n', at + 1);
            if (at >= 0 && end >= 0) {
                found.append(status, at, end);
            }
        }
        return found.toString();
    }

    /** The signals that the process ignores, as all that it starts does. */
    static String ignored(String status) {
        int at = status.indexOf("\n" + IGNORED);
        int end = status.indexOf('\n', at + 1);
        return at < 0 || end < 0 ? "" : Long.toHexString(Long.parseUnsignedLong(status.substring(at + 1 + IGNORED.length(), end).strip(), 16) & STANDARD_SIGNALS);
    }

    /** How willing the process is to let others go first. */
    static String nice(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        return fields.length > NICE ? fields[NICE] : "";
    }
}
