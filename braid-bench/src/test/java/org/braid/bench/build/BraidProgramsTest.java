package org.braid.bench.build;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.braid.bench.figure.Who;
import org.braid.bench.process.Contestant;
import org.braid.bench.work.Measured;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BraidProgramsTest {
    @TempDir Path directory = Path.of("");

    private Path sources(String kept) throws Exception {
        try (Stream<Path> files = Files.list(directory.resolve(kept))) {
            return files.findFirst().orElseThrow().resolve("org/braid/bench/rank");
        }
    }

    private Home jar(Map<String, String> entries) throws Exception {
        Path jar = directory.resolve("braid-" + entries.size() + ".jar");
        try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(file)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(UTF_8));
            }
        }
        return new Home(jar);
    }

    private List<Contestant> contestants(String operation, Who who, Home home) throws Exception {
        Measured measured = new Measured(operation, false, "tcp", 0, List.of(8L, 16L), 0.5, 7);
        BraidPrograms programs = new BraidPrograms(measured, new BraidBuild(who, List.of("braid"), home, "some"), directory.resolve("kept"));
        return programs.contestants(measured.heats().getFirst());
    }

    private static List<String> names(List<Contestant> all) {
        return all.stream().map(Contestant::name).toList();
    }

    @Test
    void aContestantIsABraidRunOfASourceFileWithMethodAndSizes() throws Exception {
        List<Contestant> all = contestants("rate", Who.OURS, Home.ofThisBuild());
        assertEquals(List.of("link", "mpi-single", "mpi-multiple"), names(all));
        Path program = sources("kept").resolve("MpiProgram.java");
        assertTrue(Files.readString(program).contains("class MpiProgram"));
        assertEquals(List.of("braid", "run", "-n", "2", "--method", "tcp", program.toString(), "single", "rate", "0.5", "8", "16"), all.get(1).command());
    }

    @Test
    void whatKnowsMpiAloneIsTheSameFileForBothBuildsAndWhatKnowsLinksIsEachBuildsOwn() throws Exception {
        Home other = jar(Map.of("org/braid/bench/rank/LinkProgram.java", "class LinkProgram {}", "org/braid/bench/rank/MpiProgram.java", "another"));
        List<Contestant> mine = contestants("rate", Who.OURS, Home.ofThisBuild());
        List<Contestant> others = contestants("rate", Who.OTHER, other);
        assertEquals(names(mine), names(others));
        assertEquals(mine.get(1).command(), others.get(1).command());
        Path program = Path.of(others.get(0).command().get(6));
        assertEquals("class LinkProgram {}", Files.readString(program));
        assertFalse(mine.get(0).command().contains(program.toString()));
    }

    @Test
    void aBuildThatHasItsProgramsCompiledInRunsItsLinksByTheirNames() throws Exception {
        Home old = jar(Map.of("org/braid/cli/bench/rank/LinkProgram.class", "", "org/braid/cli/bench/rank/AllocationProgram.class", ""));
        Contestant link = contestants("latency", Who.OTHER, old).getFirst();
        assertEquals("org.braid.cli.bench.rank.LinkProgram", link.command().get(6));
        List<Contestant> allocation = contestants("allocation", Who.OTHER, old);
        assertEquals(List.of("org.braid.cli.bench.rank.AllocationProgram", "rsr", "400000"), allocation.get(2).command().subList(6, 9));
    }

    @Test
    void aBuildWithoutAProgramForLinksTakesPartInTheRest() throws Exception {
        assertEquals(List.of("mpi-single", "mpi-multiple"), names(contestants("latency", Who.OTHER, jar(Map.of()))));
    }

    @Test
    void whatProtectionCostsIsTheSameProgramByTlsAndByTcpAsItsPeer() throws Exception {
        Measured measured = new Measured("tls", false, "", 0, List.of(), 1, 7);
        BraidPrograms programs = new BraidPrograms(measured, new BraidBuild(Who.OURS, List.of("braid"), Home.ofThisBuild(), "some"), directory.resolve("kept"));
        List<Contestant> trips = programs.contestants(measured.heats().getFirst());
        Path links = sources("kept").resolve("LinkProgram.java");
        assertEquals(List.of("braid", "run", "-n", "2", "--method", "tls", links.toString(), "latency", "1.0", "8"), trips.get(0).command());
        assertEquals(List.of("braid", "run", "-n", "2", "--method", "tcp", links.toString(), "latency", "1.0", "8"), trips.get(1).command());
        assertEquals(List.of(Who.OURS, Who.PEER), trips.stream().map(Contestant::who).toList());
        List<Contestant> cipher = programs.contestants(measured.heats().getLast());
        assertEquals(List.of("braid", "run", "-n", "1", sources("kept").resolve("CipherProgram.java").toString(), "1.0", "8", "1048576"), cipher.getFirst().command());
    }

    @Test
    void aStartIsTimedFromItsCommandToItsExit() throws Exception {
        List<Contestant> all = contestants("startup", Who.OURS, Home.ofThisBuild());
        assertEquals(List.of("", "memory", "memory"), names(all));
        assertEquals(new Contestant.Timed("startup.np1", 0, all.getFirst().command()), all.getFirst().timed());
    }

    @Test
    void whatIsSpawnedIsTimedBesideAWholeRunOfAsManyRanks() throws Exception {
        Measured measured = new Measured("calls", false, "", 0, List.of(), 1, 7);
        for (Who who : List.of(Who.OURS, Who.OTHER)) {
            BraidPrograms programs = new BraidPrograms(measured, new BraidBuild(who, List.of("braid"), Home.ofThisBuild(), "some"), directory.resolve("kept"));
            List<Contestant> spawn = programs.contestants(measured.heats().getLast());
            String program = sources("kept").resolve("SpawnProgram.java").toString();
            assertEquals(List.of("braid", "run", "-n", "1", program, "4", program), spawn.getFirst().command());
            assertEquals(who == Who.OURS ? List.of(Who.OURS, Who.PEER) : List.of(Who.OTHER), spawn.stream().map(Contestant::who).toList());
        }
        assertEquals(sources("kept").resolve("ObjectsProgram.java"), BraidPrograms.source("ObjectsProgram", directory.resolve("kept")));
    }

    @Test
    void objectsTravelAmongProcessesAndAmongThreadsOfOne() throws Exception {
        Measured measured = new Measured("objects", false, "", 0, List.of(), 1, 7);
        BraidPrograms programs = new BraidPrograms(measured, new BraidBuild(Who.OURS, List.of("braid"), Home.ofThisBuild(), "some"), directory.resolve("kept"));
        List<Contestant> both = programs.contestants(measured.heats().getFirst());
        assertEquals(List.of("", "threads"), names(both));
        assertEquals(List.of("braid", "run", "-n", "2"), both.getFirst().command().subList(0, 4));
        assertEquals(List.of("braid", "run", "--ranks-per-process", "2", "-n", "2"), both.getLast().command().subList(0, 6));
    }

    @Test
    void eachNewKindHasItsProgramAtItsThreadLevel() throws Exception {
        for (List<String> kind : List.of(List.of("threads", "ThreadsProgram", "multiple"), List.of("types", "TypesProgram", "single"))) {
            Contestant only = contestants(kind.get(0), Who.OURS, Home.ofThisBuild()).getFirst();
            assertEquals("mpi-" + kind.get(2), only.name());
            assertEquals(List.of(sources("kept").resolve(kind.get(1) + ".java").toString(), kind.get(2), kind.get(0)), only.command().subList(6, 9));
        }
    }

    @Test
    void allJobsAreRehearsedByTheShortest() throws Exception {
        Contestant job = contestants("job", Who.OURS, Home.ofThisBuild()).getFirst();
        Path program = sources("kept").resolve("JobProgram.java");
        assertEquals(List.of("braid", "run", "-n", "2", "--method", "tcp", program.toString(), "trips", "1", "8"), job.command());
        assertEquals(new Contestant.Timed("trips.1.np2", 8, job.command()), job.timed());
    }
}
