package org.braid.base.os;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What cores of one machine share: caches, memory, packages, as Linux tells it in text files. A resource is named by the lowest core that has a part in it, but for nodes of memory, which have numbers of their own.
 *
 * <pre>
 *   core        cpu/cpuN/topology/thread_siblings_list         l1cache, l2cache, l3cache   cpu/cpuN/cache/indexI/shared_cpu_list
 *   package     cpu/cpuN/topology/package_cpus_list            numanode                    cpu/cpuN/nodeM
 * </pre>
 */
public final class CoreResources {
    private static final String PREFIX = "hwloc://"; // as MPI 4.1, section 7.4.2, has it in its example

    private static final int UNSEEN = -2;

    private final Path cpus;

    /** @param system the directory {@code /sys/devices/system}, or one like it */
    public CoreResources(Path system) {
        this.cpus = system.resolve("cpu");
    }

    /** A kind of resource as it is named here, in any spelling of its case and with or without {@code hwloc://}; "" if it is none. */
    public static String kind(String name) {
        String low = name.toLowerCase(Locale.ROOT);
        String kind = low.startsWith(PREFIX) ? low.substring(PREFIX.length()) : low;
        return switch (kind) {
            case "core", "l1cache", "l2cache", "l3cache", "package", "numanode" -> kind;
            case "socket" -> "package";
            default -> "";
        };
    }

    /**
     * The one resource of a kind that all these cores have a part in.
     *
     * @param kind as {@link #kind} gives it
     * @return -1 if there is none, or the system does not say
     */
    public int commonTo(int[] cores, String kind) {
        int common = cores.length == 0 ? -1 : of(cores[0], kind);
        for (int core : cores) {
            common = of(core, kind) == common ? common : -1;
        }
        return common;
    }

    /**
     * The resource of a kind that each of these cores has a part in; -1 where the system does not say. A few files are read for each resource, not for each core.
     *
     * @param kind package, l3cache, l2cache or l1cache
     */
    public int[] of(int[] cores, String kind) {
        int[] found = new int[cores.length];
        Arrays.fill(found, UNSEEN);
        for (int i = 0; i < cores.length; i++) {
            if (found[i] == UNSEEN) {
                Path list = list(cores[i], kind);
                int[] sharing = list == null ? new int[0] : Cores.list(Machine.text(list.toString()).strip());
                found[i] = sharing.length == 0 ? -1 : sharing[0];
                mark(cores, found, sharing);
            }
        }
        return found;
    }

    private static void mark(int[] cores, int[] found, int[] sharing) {
        for (int i = 0; i < cores.length; i++) {
            if (found[i] == UNSEEN && Arrays.binarySearch(sharing, cores[i]) >= 0) {
                found[i] = sharing[0];
            }
        }
    }

    private @Nullable Path list(int core, String kind) {
        Path cpu = cpus.resolve("cpu" + core);
        return kind.equals("package") ? cpu.resolve("topology/package_cpus_list") : cacheList(cpu, kind.charAt(1) - '0');
    }

    private int of(int core, String kind) {
        Path cpu = cpus.resolve("cpu" + core);
        return switch (kind) {
            case "core" -> first(cpu.resolve("topology/thread_siblings_list"));
            case "package" -> first(cpu.resolve("topology/package_cpus_list"));
            case "numanode" -> node(cpu);
            default -> cache(cpu, kind.charAt(1) - '0');
        };
    }

    private static int cache(Path cpu, int level) {
        Path list = cacheList(cpu, level);
        return list == null ? -1 : first(list);
    }

    private static @Nullable Path cacheList(Path cpu, int level) {
        for (int index = 0; Files.isDirectory(cpu.resolve("cache/index" + index)); index++) {
            Path cache = cpu.resolve("cache/index" + index);
            boolean holdsData = !Machine.text(cache.resolve("type").toString()).startsWith("Instruction");
            if (holdsData && first(cache.resolve("level")) == level) {
                return cache.resolve("shared_cpu_list");
            }
        }
        return null;
    }

    private static int node(Path cpu) {
        try (DirectoryStream<Path> nodes = Files.newDirectoryStream(cpu, "node[0-9]*")) {
            for (Path node : nodes) {
                return (int) Machine.number(node.getFileName().toString(), "node".length());
            }
        } catch (IOException unknown) {
            return -1; // a system that does not say
        }
        return -1;
    }

    /** The number that a file begins with: of a list, which ascends, the lowest. */
    private static int first(Path file) {
        String text = Machine.text(file.toString());
        return text.isEmpty() ? -1 : (int) Machine.number(text, 0);
    }
}
