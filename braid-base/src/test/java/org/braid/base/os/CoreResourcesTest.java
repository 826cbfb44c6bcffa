package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine of two packages, each with two caches of the third level, each of these with two cores of two threads: its files, as Linux writes them. */
class CoreResourcesTest {
    private static final int CPUS = 16;

    @TempDir Path system = Path.of("");

    private CoreResources machine;

    @BeforeEach
    void write() throws IOException {
        for (int cpu = 0; cpu < CPUS; cpu++) {
            Path own = system.resolve("cpu/cpu" + cpu);
            Files.createDirectories(own.resolve("node" + cpu / 8));
            put(own.resolve("topology/thread_siblings_list"), range(cpu, 2));
            put(own.resolve("topology/package_cpus_list"), range(cpu, 8));
            cache(own.resolve("cache/index0"), "1", "Instruction", range(cpu, 1));
            cache(own.resolve("cache/index1"), "1", "Data", range(cpu, 2));
            cache(own.resolve("cache/index2"), "3", "Unified", range(cpu, 4));
        }
        machine = new CoreResources(system);
    }

    private static void put(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private static void cache(Path directory, String level, String type, String cpus) throws IOException {
        put(directory.resolve("level"), level);
        put(directory.resolve("type"), type);
        put(directory.resolve("shared_cpu_list"), cpus);
    }

    /** Of the block of {@code size} that the processor is in. */
    private static String range(int cpu, int size) {
        int first = cpu / size * size;
        return size == 1 ? Integer.toString(cpu) : first + "-" + (first + size - 1);
    }

    @Test
    void allCoresAreToldTheirResourceByAFewFilesOfEach() {
        int[] cores = {1, 2, 5, 9, 14};
        assertArrayEquals(new int[] {0, 0, 0, 8, 8}, machine.of(cores, "package"));
        assertArrayEquals(new int[] {0, 0, 4, 8, 12}, machine.of(cores, "l3cache"));
        assertArrayEquals(new int[] {-1, -1, -1, -1, -1}, machine.of(cores, "l2cache"), "there is none");
        assertArrayEquals(new int[] {-1, 8}, machine.of(new int[] {77, 8}, "package"));
        assertArrayEquals(new int[0], machine.of(new int[0], "package"));
    }

    @Test
    void coresHaveAResourceInCommonOrNone() {
        assertEquals(List.of(4, 4, 4, 0, 0), common(4, 5));
        assertEquals(List.of(-1, -1, 4, 0, 0), common(4, 7));
        assertEquals(List.of(-1, -1, -1, 8, 1), common(8, 12, 15));
        assertEquals(List.of(-1, -1, -1, -1, -1), common(7, 8));
        assertEquals(List.of(-1, -1, -1, -1, -1), common());
    }

    private List<Integer> common(int... cores) {
        return List.of(machine.commonTo(cores, "core"), machine.commonTo(cores, "l1cache"), machine.commonTo(cores, "l3cache"), machine.commonTo(cores, "package"), machine.commonTo(cores, "numanode"));
    }

    @Test
    void whatTheSystemDoesNotSayIsNoResource() {
        assertEquals(-1, machine.commonTo(new int[] {0}, "l2cache"));
        assertEquals(-1, machine.commonTo(new int[] {99}, "package"));
        assertEquals(-1, new CoreResources(system.resolve("nowhere")).commonTo(new int[] {0}, "numanode"));
    }

    @Test
    void kindsAreNamedAsOtherLibrariesNameThem() {
        assertEquals("l3cache", CoreResources.kind("hwloc://L3Cache"));
        assertEquals("numanode", CoreResources.kind("NUMANode"));
        assertEquals("package", CoreResources.kind("Socket"));
        assertEquals("", CoreResources.kind("rack"));
        assertEquals("", CoreResources.kind("host"));
    }
}
