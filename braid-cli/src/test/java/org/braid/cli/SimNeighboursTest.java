package org.braid.cli;

import static org.braid.cli.Said.assertRefused;
import static org.braid.cli.Said.execute;
import static org.braid.cli.Said.squeezed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code braid sim} and {@code braid explain coll} of what neighbours do. */
@Isolated("it takes the outputs of its process")
class SimNeighboursTest {
    @TempDir private Path directory = Path.of("");

    @Test
    void whatNeighboursSendIsSimulatedOnAGridOverAnyTopology() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), "a 16\nb 16\nc 16\n");
        Path picture = directory.resolve("halo.svg");
        String table = squeezed("sim", "neighbor_alltoall", "--cart", "6x8", "--periodic", "--size", "8,4KiB", "--topology", topology.toString(), "--algorithm", "all", "--svg", picture.toString());
        assertTrue(table.startsWith("neighborAlltoall of 48 ranks on a grid of 6x8, periodic; * is what the rules take\n"), table);
        assertTrue(table.contains(" 8B linear ") && table.contains(" 48 384 144 1152\n"), table); // 8 columns cross to the next host and 8 back, of each of three
        assertTrue(table.contains(" 8B multilevel * ") && table.contains(" 6 384 228 1824\n"), table); // in one message each
        assertTrue(table.contains(" 4KiB linear * ") && table.contains(" 4KiB combining "), table);
        assertTrue(Files.readString(picture).contains("on a grid of 6x8, periodic"));
        assertTrue(squeezed("sim", "neighborAllgather", "--cart", "6x8", "--algorithm", "linear").contains(" 8B linear * ") && squeezed("sim", "neighborAllgather", "--cart", "6x8", "--algorithm", "linear").contains(" 164 1312\n")); // 2 (5 · 8 + 6 · 7) edges
        String json = execute("sim", "neighborAllgatherv", "--cart", "6x8", "--periodic-along", "1", "--size", "64", "--algorithm", "linear,combining", "--json").out();
        assertTrue(json.contains("\"neighbours\": \"on a grid of 6x8, periodic along 1\"") && json.contains("\"messages\": 176, \"bytes\": 11264}"), json);
        String explained = squeezed("explain", "coll", "neighborAlltoallv", "64", "--cart", "4x4x3", "--topology", topology.toString());
        assertTrue(explained.startsWith("neighborAlltoallv of 64B, 48 ranks on a grid of 4x4x3\n") && explained.contains(" multilevel * ") && explained.endsWith("no one tree\n"), explained);
    }

    @Test
    void underAProfileTheCheapestIsShownAndTaken() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), "west/a 16\nwest/b 16\neast/c 16\n");
        Path profile = Files.writeString(directory.resolve("costs"), "host latency=20us overhead=20us bandwidth=1GB/s\n* latency=30ms overhead=20us bandwidth=10MB/s\n");
        String alltoall = squeezed("explain", "coll", "neighborAlltoall", "16", "--cart", "4x4x3", "--periodic", "--topology", topology.toString(), "--profile", profile.toString());
        assertTrue(alltoall.startsWith("neighborAlltoall of 16B, 48 ranks on a grid of 4x4x3, periodic\n") && alltoall.contains("\n* is taken under this profile: neighborAlltoall = linear: costs least: "), alltoall);
        assertTrue(alltoall.contains("\n linear * ") && alltoall.contains("\n combining ") && alltoall.contains("\n multilevel "), alltoall);
        assertTrue(alltoall.contains("\nwithout one the rules take: neighborAlltoall = multilevel"), alltoall);
        String ofOwnLengths = squeezed("explain", "coll", "neighborAllgatherv", "16", "--cart", "4x4x3", "--topology", topology.toString(), "--profile", profile.toString());
        assertTrue(ofOwnLengths.contains("costs least: ranks do not know alike how long blocks are"), ofOwnLengths);
        Path graph = Files.writeString(directory.resolve("edges"), "0 1 2\n1 0 3\n2 3\n");
        String onNoGrid = squeezed("explain", "coll", "neighborAllgather", "8", "--graph", graph.toString(), "-n", "4", "--profile", profile.toString());
        assertTrue(onNoGrid.contains("\n linear * ") && !onNoGrid.contains("combining") && onNoGrid.contains(": costs least: "), onNoGrid);
    }

    @Test
    void neighboursMayBeThoseOfAGraph() throws Exception {
        Path graph = Files.writeString(directory.resolve("edges"), "0 1 2 # to both\n1 0 3\n\n2 3\n3 0\n");
        String table = squeezed("sim", "neighborAlltoall", "--graph", graph.toString(), "-n", "4", "--size", "1KiB");
        assertTrue(table.startsWith("neighborAlltoall of 4 ranks along the edges of edges;") && table.contains(" 6 6144\n"), table);
        Path goal = directory.resolve("goal");
        assertEquals(0, execute("sim", "neighborAlltoall", "--graph", graph.toString(), "-n", "4", "--goal", goal.toString()).code());
        assertTrue(Files.readString(goal).contains("send 8b to 3"));
        assertRefused("BRD-1602", "sim", "neighborAlltoall", "--graph", graph.toString(), "-n", "3"); // there is no rank 3
        assertRefused("BRD-1602", "sim", "neighborAlltoall", "--graph", Files.writeString(directory.resolve("half"), "0\n").toString(), "-n", "3");
        assertRefused("BRD-1602", "sim", "neighborAlltoall", "--graph", directory.resolve("none").toString(), "-n", "3");
    }

    @Test
    void neighboursThatCannotBeMeantAreRefused() throws Exception {
        assertRefused("BRD-1602", "sim", "neighborAlltoall", "-n", "4"); // nobody is named
        assertRefused("BRD-1602", "sim", "neighborReduce", "-n", "4");
        for (String cart : List.of("6x0", "0", "6x", "x6", "6y8", "-6x8", "99999x2", "9999x9999x9999", "")) {
            assertRefused("BRD-1602", "sim", "neighborAlltoall", "--cart=" + cart);
        }
        assertRefused("BRD-1602", "sim", "neighborAlltoall", "--cart", "6x8", "-n", "40");
        assertRefused("BRD-1602", "sim", "neighborAlltoall", "--cart", "100x100");
        assertRefused("BRD-1602", "sim", "neighborAlltoall", "--cart", "2x2", "--periodic-along", "2");
        assertRefused("BRD-1602", "sim", "neighborAlltoall", "--cart", "2x2", "--periodic-along", "0,,1");
        assertRefused("BRD-1602", "sim", "neighborAlltoall", "--cart", "2x2", "--algorithm", "ring");
        assertRefused("BRD-1602", "sim", "neighborAlltoall", "--cart", "2x2", "--root", "1");
        assertTrue(execute("sim", "neighborAlltoall", "--cart", "2x2", "--periodic-along", "0,1,0").err().contains("it names dimension 0 twice"));
        assertRefused("BRD-1603", "sim", "neighborAlltoall", "--cart", "2x2", "--periodic", "--periodic-along", "0");
        assertRefused("BRD-1603", "sim", "neighborAlltoall", "-n", "4", "--periodic");
        assertTrue(execute("sim", "--cart", "3x3", "--periodic", "neighborAllgather").out().startsWith("neighborAllgather of 9 ranks on a grid of 3x3, periodic"));
        assertRefused("BRD-1603", "sim", "neighborAlltoall", "--cart", "2x2", "--graph", "edges");
        assertRefused("BRD-1603", "sim", "bcast", "--cart", "2x2");
        assertRefused("BRD-1603", "sim", "bcast", "-n", "4", "--graph", "edges");
    }
}
