package org.braid.cli;

import static org.braid.cli.Said.assertRefused;
import static org.braid.cli.Said.execute;
import static org.braid.cli.Said.squeezed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code braid sim} and {@code braid explain coll}. */
@Isolated("it takes the outputs of its process")
class SimCommandsTest {
    private static final String MACHINES = "sdsc/sp 16\nanl/sp 16\nanl/o2k 16\n";

    @TempDir private Path directory = Path.of("");

    @Test
    void aTableSaysWhatEachAlgorithmTakesAndHowManyMessagesAreOnEachChannel() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), MACHINES);
        Path links = Files.writeString(directory.resolve("links"), "host latency=30us overhead=10us bandwidth=80MB/s # the machines\nsite latency=1ms overhead=100us bandwidth=8MB/s\n* latency=35ms overhead=100us bandwidth=1MB/s\n");
        Path picture = directory.resolve("bcast.svg");
        String table = squeezed("sim", "bcast", "--size", "1,1MiB", "--topology", topology.toString(), "--links", links.toString(), "--algorithm", "all", "--root", "20", "--svg", picture.toString());
        assertTrue(table.contains("bcast of 48 ranks, root 20;"), table);
        assertTrue(table.contains(" 1B multilevel * 35.40 ms 1 1 1 1 45 45\n"), table);
        assertTrue(table.contains(" 1MiB multilevel * ") && table.contains(" 1B binomial "), table);
        String svg = Files.readString(picture);
        assertTrue(svg.startsWith("<svg ") && svg.endsWith("</svg>\n") && svg.contains(">scatter-ring<"), svg);
    }

    /** MagPIe's trees of the paper's machines; and as many messages as there are segments. */
    @Test
    void anAlgorithmIsToldHowToWorkAsByBraidColl() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), MACHINES);
        String table = squeezed("sim", "bcast", "--size", "64KiB", "--topology", topology.toString(), "--algorithm", "multilevel(site=none, rank=linear),multilevel(segment=16KiB)", "--algorithm", "knomial(radix=8)");
        assertTrue(table.matches("(?s).* multilevel\\(site=none, rank=linear\\) \\S+ ms 2 131072 0 0 45 2949120\\n.*"), table);
        assertTrue(table.matches("(?s).* multilevel\\(segment=16KiB\\) \\S+ ms 4 65536 4 65536 180 2949120\\n.*"), table);
        assertTrue(table.contains(" knomial(radix=8) "), table);
        Path goal = directory.resolve("chain.goal");
        assertEquals(0, execute("sim", "bcast", "--size", "2KiB", "-n", "2", "--algorithm", "chain(segment=1KiB)", "--goal", goal.toString()).code());
        assertEquals(2, Files.readString(goal).split(" send 1024b to 1 ", -1).length - 1);
        assertRefused("BRD-1602", "sim", "bcast", "-n", "4", "--algorithm", "chain(segments=8KiB)");
        assertRefused("BRD-1602", "sim", "bcast", "-n", "4", "--algorithm", "linear(radix=2)");
        assertRefused("BRD-1602", "sim", "bcast", "-n", "4", "--algorithm", "multilevel(site=none)");
        assertRefused("BRD-1602", "sim", "bcast", "-n", "4", "--algorithm", "");
        assertTrue(execute("sim", "bcast", "-n", "4", "--algorithm", "knomial(foo=3)").err().contains("Write for example radix=4\n"), "what this one takes");
    }

    @Test
    void aPictureThatCannotBeWrittenIsAWrongOption() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), MACHINES);
        Said said = execute("topo", topology.toString(), "--svg", directory.resolve("none/a.svg").toString());
        assertEquals(2, said.code());
        assertTrue(said.err().contains("there is no such directory"), said.err());
    }

    @Test
    void whoNamesNoFileIsToldHowAJobDrawsItsOwnTopology() {
        Said said = execute("topo");
        assertEquals(2, said.code());
        assertTrue(said.err().contains("braid run --report topology prints"), said.err());
    }

    @Test
    void aSizeThatCannotBeMeantIsToldWhatIsWrongWithIt() {
        assertTrue(execute("explain", "coll", "bcast", "99999999999999999999", "-n", "4").err().contains("above 1 TiB"));
        assertTrue(execute("explain", "coll", "bcast", "1..1MiB", "-n", "4").err().contains("Write 8 or 64KiB\n"), "it takes one");
        assertTrue(execute("sim", "bcast", "--size", "8x", "-n", "4").err().contains("1..1MiB"));
    }

    /** Of hosts beside each other a long vector goes in segments from host to host. */
    @Test
    void whatTheRulesTakeIsMarkedAlsoWhereTheyTellAnAlgorithmHowToWork() throws Exception {
        String tuned = "multilevel\\(host=chain, segment=15KiB\\) \\* ";
        String[] sim = {"sim", "bcast", "--grid", "1x4x2", "--size", "128KiB"};
        assertTrue(squeezed(sim).matches("(?s).* 128KiB " + tuned + ".*"), squeezed(sim));
        String all = squeezed("sim", "bcast", "--grid", "1x4x2", "--size", "128KiB", "--algorithm", "all");
        assertTrue(all.matches("(?s).* 128KiB multilevel [0-9].* 128KiB " + tuned + ".*"), all);
        String json = squeezed("sim", "bcast", "--grid", "1x4x2", "--size", "128KiB", "--algorithm", "all", "--json");
        assertTrue(json.contains("\"algorithm\": \"multilevel\", \"taken\": false") && json.contains("\"algorithm\": \"multilevel(host=chain, segment=15KiB)\", \"taken\": true"), json);
        Path picture = directory.resolve("choice.svg");
        String ignored = squeezed("sim", "bcast", "--grid", "1x4x2", "--size", "1,128KiB", "--svg", picture.toString());
        assertTrue(Files.readString(picture).contains(">the rules' choice<"));
        String explained = squeezed("explain", "coll", "bcast", "128KiB", "--grid", "1x4x2");
        assertTrue(explained.matches("(?s).*\n multilevel [0-9].*") && explained.matches("(?s).*\n " + tuned + ".*\n\\* is taken by the rule: bcast = multilevel\\(host=chain.*"), explained);
    }

    @Test
    void jsonHasTheSameFigures() {
        String json = squeezed("sim", "allreduce", "-n", "8", "--json", "--link", "host latency=2500ns overhead=1500ns gap=1us bandwidth=1GB/s");
        assertTrue(json.contains("{\"bytes\": 8, \"algorithm\": \"recursive-doubling\", \"taken\": true, \"time_ns\": 16") && json.contains("\"messages\": 24, \"bytes\": 192}"), json);
    }

    /** 400 ranks of an exchange have 319,200 messages and receives. */
    @Test
    void whereOneRankIsRunForAllThatAreAlikeIsSaidWithTheReasonIfNoneCanBe() throws Exception {
        String flat = squeezed("sim", "alltoall", "-n", "400", "--algorithm", "pairwise,linear");
        assertTrue(flat.contains(" 159600 1276800\n") && flat.contains("\npairwise of 8B: 1 of the ranks, for all that do and stand alike\n") && flat.contains("\nlinear of 8B: 1 of the ranks"), flat);
        assertTrue(squeezed("sim", "alltoall", "--grid", "1x20x20", "--algorithm", "pairwise").contains("\npairwise of 8B: 20 of the ranks"));
        assertTrue(squeezed("sim", "alltoall", "--grid", "1x20x20", "--algorithm", "pairwise", "--json").contains("\"classes\": 20, \"channels\": "));
        assertFalse(squeezed("sim", "allreduce", "-n", "400", "--size", "401", "--algorithm", "ring").contains("alike"), "its parts are not of one length, and all can be run");
        assertTrue(squeezed("sim", "allreduce", "-n", "400", "--size", "800", "--algorithm", "ring").contains("\nring of 800B: 1 of the ranks"));
    }

    @Test
    void schedulesAreWrittenForOtherSimulators() throws Exception {
        Path goal = directory.resolve("reduce.goal");
        assertEquals(0, execute("sim", "reduce", "--size", "64", "-n", "3", "--algorithm", "linear", "--goal", goal.toString()).code());
        String text = Files.readString(goal);
        assertTrue(text.startsWith("num_ranks 3\nrank 0 {\nl0: recv 64b from 2 tag 0\n") && text.endsWith("rank 2 {\nl0: send 64b to 0 tag 0\n}\n"), text);
        assertRefused("BRD-1602", "sim", "reduce", "--size", "8,64", "-n", "3", "--goal", goal.toString());
        assertRefused("BRD-1602", "sim", "reduce", "-n", "3", "--algorithm", "all", "--goal", goal.toString());
        assertRefused("BRD-1603", "sim", "reduce", "-n", "3", "--json", "--goal", goal.toString());
        assertRefused("BRD-1602", "sim", "reduce", "-n", "3", "--goal", directory.resolve("none/reduce.goal").toString());
        assertEquals(2, execute("sim", "allgather", "-n", "1000000", "--algorithm", "ring", "--goal", goal.toString()).code());
        assertEquals(text, Files.readString(goal), "what is refused leaves the file that was there");
    }

    @Test
    void thePapersExperimentHasTheMessageCountsThatWereComputed() throws Exception {
        Path picture = directory.resolve("nine.svg");
        String blocks = squeezed("sim", "karonis", "--size", "1,128KiB", "--svg", picture.toString());
        for (String row : List.of("binomial 256 128 1872", "MagPIe-machine 64 32 2160", "MagPIe-site 48 176 2032", "multilevel 48 48 2160", "binomial 3.285 s 24.15 s", "multilevel 1.718 s 8.587 s")) {
            assertTrue(blocks.contains(row), row + " is missing in " + blocks);
        }
        assertTrue(Files.readString(picture).contains(">MagPIe-site<"));
        String cyclic = squeezed("sim", "karonis", "--placement", "cyclic", "--size", "1");
        for (String row : List.of("binomial 1504 752 0", "MagPIe-machine 64 32 2160", "MagPIe-site 48 768 1440", "multilevel 48 48 2160")) {
            assertTrue(cyclic.contains(row), row + " is missing in " + cyclic);
        }
        String two = squeezed("sim", "karonis", "--figure", "8", "--size", "1");
        assertTrue(two.contains("binomial 0 160 832") && two.contains("multilevel 0 32 960") && !two.contains("MagPIe"), two);
        assertTrue(two.contains("Braid, by cost 0 32 960"), two);
        String four = squeezed("sim", "karonis", "--ranks-each", "4", "--size", "1");
        assertTrue(four.contains("binomial 40 20 72") && four.contains("multilevel 12 12 108"), four);
        assertTrue(squeezed("sim", "karonis", "--json", "--size", "1").contains("\"scheme\": \"multilevel\", \"bytes\": 1, \"loop_ns\": "));
        String three = squeezed("sim", "karonis", "--figure", "7,8,9", "--size", "1", "--svg", picture.toString());
        assertTrue(three.startsWith("Figure 7: ") && three.contains("\nFigure 8: ") && three.contains("\nFigure 9: "), three);
        assertTrue(Files.readString(picture).matches("(?s)<svg .*>Figure 7: .*>Figure 8: .*>Figure 9: .*"));
        assertTrue(squeezed("sim", "karonis", "--figure", "7,8", "--size", "1", "--json").matches("(?s)\\[\\{\"figure\": 7.*\\}\\s*,\\{\"figure\": 8.*\\}\\s*\\]\\s*"));
    }

    /** As .ci/karonis does: two figures of the same three machines, and one of two. */
    @Test
    void whatHostsHaveMeasuredIsShownAndDrawnBesideTheSimulator() throws Exception {
        StringBuilder lines = new StringBuilder("# of a test\n");
        for (String counts : List.of("binomial 1 4000000000 2000000000 40 0 20 72", "magpie_machine 1 1500000000 728400000 16 0 8 108", "magpie_site 1 1500000000 740000000 12 0 28 92", "multilevel 1 1500000000 740000000 12 0 12 108", "braid 1 1500000000 740000000 12 0 12 108")) {
            lines.append("3 loop ").append(counts).append('\n');
        }
        lines.append("2 loop binomial 1 60000000 40000000 0 0 24 32\n2 loop multilevel 1 50000000 20000000 0 0 8 48\n2 loop braid 1 50000000 20000000 0 0 8 48\n");
        Path measured = Files.writeString(directory.resolve("measured"), lines);
        Path picture = directory.resolve("hosts.svg");
        String[] words = {"bench", "karonis", "--measured", measured.toString(), "--figure", "7,8,9", "--ranks-each", "4", "--size", "1", "--dilation", "2", "--svg", picture.toString()};
        String all = squeezed(words);
        assertTrue(all.startsWith("Figure 7: 12 broadcasts, blocks, sdsc/sp, anl/sp, anl/o2k\n") && all.contains("\nFigure 8: 8 broadcasts") && all.contains("\nFigure 9: 12 broadcasts"), all);
        for (String row : List.of(" binomial 40 20 72 counted live, as simulated\n", " MagPIe-site 12 28 92 counted live, as simulated\n", " multilevel 0 8 48 counted live, as simulated\n", "\n binomial 2.000 s, ", "\n MagPIe-machine 364.2 ms, ", "\n Braid's choice 10.00 ms, ")) {
            assertTrue(all.contains(row), row + " is missing in " + all);
        }
        assertFalse(all.contains("too late") || all.contains("links"), "these have no clocks of Braid's own");
        assertTrue(Files.readString(picture).matches("(?s)<svg .*>Figure 7: .*>Figure 8: .*>Figure 9: .*>MagPIe-machine \\(s\\)<.*"));

        Files.writeString(measured, lines.toString().replace("2 loop multilevel 1 50000000 20000000 0 0 8 48", "2 loop multilevel 1 50000000 20000000 0 0 9 47"));
        assertEquals(1, execute(words).code(), "others than those of its schedules");
        Files.writeString(measured, lines + "3 loop braid 1KiB 5 5 1 2 3 4\n");
        assertTrue(execute(words).err().contains("line 10: '3 loop braid 1KiB 5 5 1 2 3 4' is no loop that was measured"));
        Files.writeString(measured, "");
        assertTrue(execute(words).err().contains("it has no line '3 loop binomial 1 …'"));
        assertRefused("BRD-1603", "bench", "karonis", "--measured", measured.toString(), "--threads");
        assertRefused("BRD-1602", "bench", "karonis", "--measured", directory.resolve("none").toString());
        assertRefused("BRD-1602", "bench", "karonis", "--figure", "7,9", "--measure", "--profile", directory.resolve("costs").toString());
    }

    @Test
    void theChoiceOfAnAlgorithmIsExplainedWithTheOthersCostsItsRuleAndItsTree() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), MACHINES);
        String bcast = execute("explain", "coll", "bcast", "1KiB", "--topology", topology.toString(), "--root", "20").out();
        assertTrue(bcast.contains("* is taken by the rule: bcast = multilevel: each slow channel is crossed once"), bcast);
        assertTrue(bcast.contains("\n20\n  0  over the channel between sites\n") && bcast.contains("\n  32  over the channel between hosts\n"), bcast);
        String reduce = execute("explain", "coll", "reduce", "8", "-n", "4").out();
        assertTrue(reduce.endsWith("\n0\n  1\n  2\n    3\n"), reduce);
        assertTrue(execute("explain", "coll", "allreduce", "8", "-n", "4").out().contains("no root"));
        assertFalse(execute("explain", "coll", "bcast", "8", "-n", "4").out().contains("multilevel"), "there is one level");
    }

    @Test
    void operationsAreCalledAsMpiWritesThemOrBraidAndWhatCannotBeSimulatedIsToldWhy() {
        for (String name : List.of("reduceScatter", "reduce_scatter", "MPI_Reduce_scatter", "Reduce_Scatter")) {
            assertTrue(execute("explain", "coll", name, "8", "-n", "4").out().startsWith("reduceScatter of 8B, 4 ranks\n"), name);
        }
        assertTrue(execute("sim", "MPI_Alltoallw", "-n", "4").err().contains("Ask for alltoallv"));
        assertTrue(execute("sim", "MPI_Neighbor_alltoall", "-n", "4").err().contains("depends on who is whose neighbour"));
    }

    /** Leaders of sites exchange, and all others hang on them; a scan has an order, and so one tree. */
    @Test
    void withoutARootThereIsATreeBelowThoseWhoExchangeAsEquals() throws Exception {
        Path topology = Files.writeString(directory.resolve("small.topo"), "a/x 2\nb/y 2\nb/z 2\n");
        String equals = "\n0  exchanges with others as an equal\n  1\n2  exchanges with others as an equal\n  4  over the channel between hosts\n    5\n  3\n";
        for (String operation : List.of("barrier", "allreduce", "allgather")) {
            String out = execute("explain", "coll", operation, "8", "--topology", topology.toString()).out();
            assertTrue(out.endsWith(equals), out);
        }
        String scan = execute("explain", "coll", "scan", "8", "--topology", topology.toString()).out();
        assertTrue(scan.endsWith("\n0\n  2  over the channel between sites\n    4  over the channel between hosts\n      5\n    3\n  1\n"), scan);
        assertTrue(execute("explain", "coll", "barrier", "0", "-n", "4", "--crowded").out().endsWith("\n0\n  1-3\n"));
    }

    @Test
    void whatIsQuickerIsSaidWhereTimesAreThoseOfTheRanksThatThereAre() {
        String crowded = execute("explain", "coll", "allreduce", "1MiB", "-n", "8", "--crowded").out();
        assertTrue(crowded.contains("these times are as if every rank had a core") && !crowded.contains("the quickest here is"), crowded);
        String priced = execute("explain", "coll", "allreduce", "1MiB", "-n", "8", "--crowded", "--link", "compute cores=2 turn=10us").out();
        assertTrue(!priced.contains("as if every rank had a core") && priced.contains("the quickest here is"), priced);
        String alone = execute("explain", "coll", "bcast", "8", "-n", "1").out();
        assertTrue(alone.startsWith("bcast of 8B, 1 rank, root 0\n") && !alone.contains("the quickest here is"), alone);
    }

    /** What is the quickest by itself may not be where ranks wait for each other; one barrier must not depend on costs. */
    @Test
    void underAProfileTheReasonIsTheOneThatDecidedAlsoWhereItIsNotTheLeastCost() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), MACHINES);
        Path profile = Files.writeString(directory.resolve("costs"), "* latency=30ms overhead=20us bandwidth=10MB/s\nsite latency=1ms overhead=20us bandwidth=100MB/s\nhost latency=20us overhead=5us bandwidth=1GB/s\n");
        String bcast = squeezed("explain", "coll", "bcast", "1", "--topology", topology.toString(), "--profile", profile.toString());
        assertTrue(bcast.matches("(?s).*\\n multilevel-linear\\(site=none\\) .*\\n multilevel\\(site=none\\) \\* .*: costs least: \\d+ us a turn of the loop of Figure 6, where ranks wait for each other, \\d+ ns less than by multilevel-linear\\(site=none\\), the quickest by itself\\n.*"), bcast);
        Path crowd = Files.writeString(directory.resolve("crowd"), "* latency=1us overhead=300ns bandwidth=5GB/s\ncompute cores=2 turn=10us\n");
        String barrier = squeezed("explain", "coll", "barrier", "8", "-n", "12", "--profile", crowd.toString());
        assertTrue(barrier.startsWith("barrier, 12 ranks\n") && barrier.contains("\n* is taken under this profile: barrier = k-dissemination(radix=16): costs least: ") && barrier.contains("\nbut for the barrier by which ranks find out whether they have the same profile: that goes by the rules\n"), barrier);
        assertTrue(barrier.contains("\n k-dissemination ") && !barrier.contains("\n k-dissemination(radix=4) "), barrier);
        assertFalse(bcast.contains("but for the barrier"), bcast);
    }

    /** Under a profile by what is never far from the quickest, whatever the size that is asked about; all candidates are shown for that size. */
    @Test
    void whereSizesAreNotAgreedAProfileChoosesOneForAllSizes() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), MACHINES);
        Path profile = Files.writeString(directory.resolve("costs"), "* latency=30ms overhead=20us bandwidth=10MB/s shared offered=16KiB trips=4\nsite latency=1ms overhead=20us bandwidth=100MB/s shared offered=16KiB trips=4\nhost latency=20us overhead=20us bandwidth=1GB/s\n");
        for (String size : List.of("0", "16", "4KiB", "1MiB")) {
            String gatherv = squeezed("explain", "coll", "gatherv", size, "--topology", topology.toString(), "--root", "3", "--profile", profile.toString());
            assertTrue(gatherv.contains("\n multilevel-linear(host=none, site=none) * ") || gatherv.contains("\n multilevel-linear(site=none, host=none) * "), gatherv);
            assertTrue(gatherv.contains("costs least: ranks do not know alike how long blocks are, and of 16 B, 4 KiB and 256 KiB it takes at most ") && gatherv.contains(" (looked at from root 0, which stands for this call, too)\n"), gatherv);
        }
        String allgatherv = squeezed("explain", "coll", "allgatherv", "5000", "--topology", topology.toString(), "--profile", profile.toString());
        assertTrue(allgatherv.matches("(?s).* \\* .*\\n\\* is taken under this profile: allgatherv = .*: costs least: \\d+ us \\(looked at for 4KiB, which stands for this call, too\\)\\n.*"), allgatherv);
    }

    /** Ranks do not know alike how long blocks with lengths of their own are: a job chooses as for none. */
    @Test
    void whereSizesAreNotAgreedWhatIsExplainedIsWhatAJobTakesWhateverTheSize() throws Exception {
        for (String size : List.of("0", "128KiB")) {
            String alltoallv = execute("explain", "coll", "alltoallv", size, "-n", "17", "--crowded").out();
            assertTrue(alltoallv.contains("* is taken by the rule: alltoallv = linear,"), alltoallv);
        }
        Path topology = Files.writeString(directory.resolve("three.topo"), MACHINES);
        for (String operation : List.of("gatherv", "scatterv")) {
            String straight = "blocks of more than 8KiB, as here, go straight " + (operation.equals("gatherv") ? "to" : "from") + " the root\n";
            assertTrue(execute("explain", "coll", operation, "64KiB", "--topology", topology.toString()).out().endsWith(straight));
            assertFalse(execute("explain", "coll", operation, "8KiB", "--topology", topology.toString()).out().contains("as here"));
        }
    }

    /** A barrier of four: a show, the way of its word, and four looks. */
    @Test
    void shortCallsOverSharedMemoryAreSimulatedAndExplainedAndWhereTheyGoByMessagesThatIsSaid() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), MACHINES);
        String board = "board latency=1us show=300ns look=50ns";
        String barrier = squeezed("sim", "barrier", "-n", "4", "--algorithm", "shared-memory", "--link", board);
        assertTrue(barrier.contains(" shared-memory 1.500 us\n"), barrier);
        String all = squeezed("sim", "gatherv", "--topology", topology.toString(), "--algorithm", "all", "--root", "20");
        assertTrue(all.contains("shared-memory") && all.contains("multilevel"), all);
        assertTrue(execute("explain", "coll", "alltoall", "8", "-n", "4").out().contains("\nshared-memory, over memory that the ranks of a host share: "));
        assertTrue(execute("explain", "coll", "allreduce", "8", "--topology", topology.toString(), "--reproducible").out().contains(", reductions with the same bits\n"));
        assertTrue(execute("explain", "coll", "alltoall", "1KiB", "-n", "4").out().contains("\nshared-memory, over memory that the ranks share, part by part, which is not simulated; blocking calls"));
        assertFalse(execute("explain", "coll", "alltoall", "1KiB", "-n", "17").out().contains("shared-memory"), "these are too many for it");
        assertRefused("BRD-1602", "sim", "alltoall", "-n", "4", "--size", "1KiB", "--algorithm", "shared-memory");
        assertRefused("BRD-1602", "sim", "barrier", "-n", "4", "--algorithm", "shared-memory", "--goal", directory.resolve("a.goal").toString());
        assertRefused("BRD-1617", "sim", "barrier", "-n", "4", "--link", "board show=little");
        assertRefused("BRD-1617", "sim", "barrier", "-n", "4", "--link", "board glance=1us");
    }

    @Test
    void underAProfileTheCheapestIsShownAndTaken() throws Exception {
        Path topology = Files.writeString(directory.resolve("three.topo"), MACHINES);
        Path profile = Files.writeString(directory.resolve("costs"), "host latency=20us overhead=20us bandwidth=1GB/s\nsite latency=1ms overhead=20us bandwidth=100MB/s\n* latency=30ms overhead=20us bandwidth=10MB/s offered=16KiB trips=4\ncompute cores=2 turn=10us together\n");
        String bcast = squeezed("explain", "coll", "bcast", "128KiB", "--topology", topology.toString(), "--profile", profile.toString());
        assertTrue(bcast.matches("(?s).*\\n multilevel\\S*\\(.*segment=.*\\) \\* .*\\n\\* is taken under this profile: bcast = multilevel.*"), bcast);
        assertTrue(bcast.contains("without one the rules take: bcast = multilevel: "), bcast);
        String third = squeezed("explain", "coll", "gather", "100000", "--topology", topology.toString(), "--root", "3", "--profile", profile.toString());
        assertTrue(third.matches("(?s).* \\* .*\\n\\* is taken under this profile: .* \\(looked at for 64KiB from root 0, which stands for this call, too\\)\\n.*"), third);
        String sameBits = squeezed("explain", "coll", "bcast", "128KiB", "--topology", topology.toString(), "--profile", profile.toString(), "--reproducible");
        assertEquals(bcast, sameBits); // nothing is combined
        String reduction = squeezed("explain", "coll", "allreduce", "128KiB", "--topology", topology.toString(), "--profile", profile.toString(), "--reproducible");
        assertTrue(reduction.matches("(?s).*\\n\\* is taken under this profile: allreduce = multilevel-canonical.*: reproducible: .*"), reduction);
        String without = squeezed("explain", "coll", "allreduce", "8", "--topology", topology.toString(), "--profile", profile.toString());
        assertTrue(without.contains("a job under a profile without a line for boards goes by messages"), without);
        Path cheap = Files.writeString(directory.resolve("cheap"), Files.readString(profile) + "board latency=20ns show=20ns look=2ns\n");
        String over = squeezed("explain", "coll", "allreduce", "8", "--topology", topology.toString(), "--profile", cheap.toString());
        assertTrue(over.contains("\n shared-memory + ") && over.contains("\n+ blocking calls of a communicator go so from its fourth on\n"), over);
        Path dear = Files.writeString(directory.resolve("dear"), Files.readString(profile) + "board latency=20ms show=20ms look=20ms\n");
        String beside = squeezed("explain", "coll", "allreduce", "8", "--topology", topology.toString(), "--profile", dear.toString());
        assertTrue(beside.contains("\n shared-memory ") && !beside.contains("+"), beside);
        assertRefused("BRD-1617", "explain", "coll", "bcast", "8", "-n", "4", "--link", "* latency=1ms trips=2");
        assertRefused("BRD-1617", "explain", "coll", "bcast", "8", "-n", "4", "--link", "compute cores=two");
        assertRefused("BRD-1602", "bench", "karonis", "--figure", "6");
        assertRefused("BRD-1602", "bench", "karonis", "--ranks-each", "0");
        assertRefused("BRD-1602", "bench", "karonis", "--measure");
        assertRefused("BRD-1602", "bench", "karonis", "--by-cost", "--profile", "costs");
        assertRefused("BRD-1602", "bench", "karonis", "--by-cost", "--measure");
        assertRefused("BRD-1602", "bench", "karonis", "--lateness", "-1");
        assertTrue(execute("bench", "karonis", "--dilation", "0").err().contains("--dilation 0: links are made 1 to 1000 times slower"));
        assertRefused("BRD-1603", "bench", "karonis", "--dilation", "2", "--profile", "costs");
        assertRefused("BRD-1602", "bench", "profile", directory.resolve("out").toString());
        assertRefused("BRD-1602", "bench", "profile", directory.resolve("none/out").toString(), "-n", "2"); // and nothing is measured
        assertTrue(execute("bench", "profile", directory.toString(), "-n", "2").err().contains("cannot be written to " + directory + ": it is a directory"));
        assertRefused("BRD-1304", "bench", "profile", directory.resolve("out").toString(), "-n", "2", "--method", "nosuch"); // as by braid run
        assertRefused("BRD-1306", "bench", "profile", directory.resolve("out").toString(), "-n", "2", "--method", "shm(rong=1MiB)");
    }

    @Test
    void whatCannotBeMeantIsRefusedWithItsCode() {
        assertRefused("BRD-1602", "sim");
        assertRefused("BRD-1602", "sim", "bcst", "-n", "4");
        assertRefused("BRD-1602", "sim", "neighborAllgather", "-n", "4");
        assertRefused("BRD-1602", "sim", "bcast");
        assertRefused("BRD-1602", "sim", "bcast", "-n", "0");
        assertRefused("BRD-1602", "sim", "bcast", "-n", "4", "--root", "4");
        assertRefused("BRD-1602", "sim", "allreduce", "-n", "4", "--root", "1");
        assertRefused("BRD-1602", "sim", "bcast", "-n", "4", "--size", "5XB");
        assertRefused("BRD-1602", "sim", "bcast", "-n", "4", "--size", "2TiB");
        assertRefused("BRD-1602", "sim", "bcast", "-n", "4", "--size", "9..3");
        assertRefused("BRD-1602", "sim", "bcast", "-n", "4", "--algorithm", "multilevel");
        assertRefused("BRD-1602", "sim", "bcast", "--grid", "2x0x3");
        assertRefused("BRD-1602", "sim", "bcast", "--grid", "9999999x9999999x9999999");
        assertRefused("BRD-1602", "sim", "karonis", "--figure", "6");
        assertRefused("BRD-1602", "sim", "karonis", "--placement", "round");
        assertRefused("BRD-1602", "sim", "karonis", "--ranks-each", "0");
        assertRefused("BRD-1602", "sim", "karonis", "--ranks-each", "257");
        assertRefused("BRD-1603", "sim", "bcast", "--grid", "2x2x2", "-n", "8");
        assertRefused("BRD-1422", "sim", "bcast", "--topology", "/no/such/file");
        assertTrue(execute("sim", "allreduce", "-n", "4", "--ordered", "--algorithm", "ring").err().contains("it serves operators that commute alone"));
        for (String operation : List.of("neighborAlltoall", "bcast", "barrier")) { // none has an operator
            assertRefused("BRD-1603", "sim", operation, "--cart", "2x2", "--ordered");
            assertTrue(execute("explain", "coll", operation, "8", "-n", "4", "--ordered").err().contains(operation + " combines nothing"));
        }
        for (String line : List.of("moon latency=1s", "* latncy=1ms", "* latency=1", "* latency=200min shared=yes", "* bandwidth=0B/s", "* latency", "compute think=1GB/s", "host latency=99999999h")) {
            assertRefused("BRD-1617", "sim", "bcast", "-n", "4", "--link", line);
        }
        assertRefused("BRD-1602", "explain", "coll", "bcast", "much", "-n", "4");
        for (String link : List.of("host latency=2400h", "host latency=1300h trips=99 offered=8B", "host send=2000h", "host bandwidth=1B/s shared latency=2561h")) {
            assertRefused("BRD-1616", "sim", "bcast", "-n", "64", "--algorithm", "chain", "--size", "1MiB", "--link", link);
        }
    }

    @Test
    void whatIsSaidOfEverythingElseHoldsOnOneHostOfWhichNothingIsSaid() {
        assertTrue(squeezed("sim", "bcast", "-n", "2", "--size", "16667", "--link", "host latency=0ns overhead=0ns bandwidth=166.67MB/s").contains(" 99.99 us "));
        assertTrue(squeezed("sim", "barrier", "-n", "2", "--algorithm", "dissemination", "--link", "* latency=70ms overhead=1us").contains(" 70.00 ms"));
        assertTrue(squeezed("sim", "barrier", "-n", "2", "--algorithm", "dissemination", "--link", "host latency=2ms overhead=1us", "--link", "* latency=70ms").contains(" 2.002 ms"));
    }

    /** As a job refuses them that is to choose by them. */
    @Test
    void filesThatAreNoProfilesAreRefusedInWords() throws Exception {
        Path binary = Files.write(directory.resolve("binary"), new byte[] {'h', (byte) 0xff});
        Path longer = Files.writeString(directory.resolve("longer"), "#".repeat((64 << 10) + 1));
        Path longest = Files.writeString(directory.resolve("longest"), "#".repeat(64 << 10));
        Path twice = Files.writeString(directory.resolve("twice"), "host latency=1us\nhost latency=2us\n");
        for (String option : List.of("--links", "--profile")) {
            assertTrue(execute("explain", "coll", "bcast", "8", "-n", "2", option, binary.toString()).err().contains("the file " + binary + ": it is not UTF-8"));
            assertTrue(execute("explain", "coll", "bcast", "8", "-n", "2", option, longer.toString()).err().contains("more than 65536 bytes"));
            assertEquals(0, execute("explain", "coll", "bcast", "8", "-n", "2", option, longest.toString()).code());
            assertRefused("BRD-1617", "explain", "coll", "bcast", "8", "-n", "2", option, twice.toString());
        }
        assertRefused("BRD-1602", "sim", "bcast", "-n", "2", "--links", binary.toString());
        Path once = Files.writeString(directory.resolve("once"), "host latency=1us\n");
        assertEquals(0, execute("sim", "bcast", "-n", "2", "--links", once.toString(), "--link", "host latency=2us", "--link", "host latency=3us").code());
    }

    @Test
    void sizesThatAreNotThereAreAskedFor() {
        assertRefused("BRD-1602", "sim", "bcast", "-n", "4", "--size", ",");
        assertTrue(execute("sim", "bcast", "-n", "4", "--size", ",").err().contains("option --size: there is nothing between its commas"));
    }
}
