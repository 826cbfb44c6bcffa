package org.braid.cli.run;

import static org.braid.cli.run.TestJob.assertCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.braid.launch.supervise.Verdict;
import org.braid.link.spi.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What can be run, and what is said of what cannot. Real processes. */
@Timeout(120)
class LaunchTest {
    private static final String ACTOR = Actor.class.getName();

    @TempDir Path directory = Path.of("");

    private TestJob.Result run(String... words) throws IOException, InterruptedException {
        return TestJob.run(directory, "", words);
    }

    @Test
    void aSourceFileIsCompiledWithItsNeighbourAndRun() throws Exception {
        Path main = Files.writeString(directory.resolve("Main.java"), "class Main { void main() { IO.println(new Near().say()); } }");
        Files.writeString(directory.resolve("Near.java"), "class Near { String say() { return \"near\"; } }");
        for (int i = 0; i < 2; i++) {
            TestJob.Result result = run("-n", "2", main.toString());
            assertCode(0, result);
            assertEquals("near\nnear\n", result.out());
        }
    }

    @Test
    void aProgramGetsTheArgumentsThatTheLauncherOfItsFamilyWouldHaveGivenIt() throws Exception {
        Path main = Files.writeString(directory.resolve("Args.java"), "class Args { static void main(String[] a) { IO.println(String.join(\" \", a) + \" -> \" + String.join(\" \", mpi.MPI.Init(a))); mpi.MPI.Finalize(); } }");
        assertEquals("0 1 multicore x y -> x y\n", run("--args=mpj", main.toString(), "x", "y").out());
        assertEquals("0 x -> x\n", run("--args=prunjava", main.toString(), "x").out());
        assertEquals("x -> x\n", run(main.toString(), "x").out());
    }

    /** Rank 0 goes before the message that another one wants of it has been asked for, and leaves a thread that still sends. */
    @Test
    void aProgramForMpjExpressMayEndWithoutFinalizeAndOthersMayNot() throws Exception {
        Path main = Files.writeString(directory.resolve("Ends.java"), """
                import mpi.MPI;
                class Ends {
                    static void main(String[] a) throws Exception {
                        MPI.Init(a);
                        int rank = MPI.COMM_WORLD.Rank();
                        int[] value = {rank + 41};
                        if (rank == 0) {
                            new Thread(() -> MPI.COMM_WORLD.Send(value, 0, 1, MPI.INT, 1, 7)).start();
                        } else {
                            MPI.COMM_WORLD.Recv(value, 0, 1, MPI.INT, 0, 7);
                            IO.println(value[0]);
                        }
                    }
                }
                """);
        for (String ranks : List.of("1", "2")) {
            TestJob.Result ended = run("--args=mpj", "-n", "2", "--ranks-per-process", ranks, main.toString());
            assertCode(0, ended);
            assertEquals("41\n", ended.out());
        }
        TestJob.Result plain = run("-n", "2", main.toString());
        assertTrue(plain.code() != 0 && plain.err().contains("without MPI.Finalize"), plain.err());
    }

    @Test
    void theEnvironmentNamesTheProgramAndTheUsersArgumentsWhateverTheLauncherPutsBeforeThem() throws Exception {
        Path main = Files.writeString(
                directory.resolve("Env.java"), "class Env { static void main(String[] a) { mpi.MPI.Init(a); IO.println(mpi.MPI.INFO_ENV.get(\"command\") + \": \" + mpi.MPI.INFO_ENV.get(\"argv\")); mpi.MPI.Finalize(); } }");
        assertEquals("Env: x y\n", run("--args=mpj", main.toString(), "x", "y").out());
        assertEquals("Env: \n", run("--args=prunjava", main.toString()).out());
        assertEquals("Env: x\n", run(main.toString(), "x").out());
    }

    @Test
    void sourcesOfAnOlderLevelRunAsJavaWouldRunThem() throws Exception {
        Path main = Files.writeString(directory.resolve("Old.java"), "public class Old { public static void main(String[] a) { System.out.println(\"old\"); } }");
        assertEquals("old\nold\n", run("-np", "2", "java", "--source", "17", main.toString()).out());
    }

    @Test
    void whatJavaWouldTellItsCompilerIsToldToTheCompilerOfRanks() throws Exception {
        Path preview = Files.writeString(directory.resolve("Preview.java"), "class Preview { void main() { Object o = 42; if (o instanceof int i) { IO.println(i); } } }");
        assertEquals("42\n42\n", run("-np", "2", "java", "--enable-preview", "--source", Integer.toString(Runtime.version().feature()), preview.toString()).out());
        Path inner = Files.writeString(directory.resolve("Inner.java"), "class Inner { void main() { IO.println(jdk.internal.misc.VM.isBooted()); } }");
        assertEquals("true\ntrue\n", run("-n", "2", "--jvm-args", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", inner.toString()).out());
        Path vector = Files.writeString(directory.resolve("Vector.java"), "class Vector { void main() { IO.println(jdk.incubator.vector.IntVector.SPECIES_128.length()); } }");
        assertEquals("4\n4\n", run("-np", "2", "java", "--add-modules", "jdk.incubator.vector", vector.toString()).out());
    }

    @Test
    void aCommandOfJavaBehindTheOptionsIsRunAsIfMpirunHadIt() throws Exception {
        Path main = Files.writeString(directory.resolve("Told.java"), "public class Told { public static void main(String[] a) { System.out.println(System.getProperty(\"told\") + a[0]); } }");
        tool("javac", "-d", directory.toString(), main.toString());
        TestJob.Result result = run("-np", "2", "--oversubscribe", "java", "-Dtold=yes", "-cp", directory.toString(), "Told", "!");
        assertCode(0, result);
        assertEquals("yes!\nyes!\n", result.out());
    }

    @Test
    void aJobHasTheCollectorThatItsUserChooses() throws Exception {
        Path main = Files.writeString(
                directory.resolve("Collector.java"),
                "class Collector { void main(String[] a) { mpi.MPI.Init(a); IO.println(java.lang.management.ManagementFactory.getGarbageCollectorMXBeans().getFirst().getName().split(\" \")[0]); mpi.MPI.Finalize(); } }");
        assertEquals("G1\nG1\n", run("-n", "2", "--jvm-args", "-XX:+UseG1GC", main.toString()).out());
        assertEquals("PS\nPS\n", run("-n", "2", "java", "-XX:+UseParallelGC", main.toString()).out());
        assertEquals("G1\nG1\n", run("-n", "2", "-x", "JAVA_TOOL_OPTIONS=-XX:+UseG1GC", main.toString()).out());
        assertEquals("G1\nG1\n", run("-n", "2", "--jvm-args", "-XX:-UseSerialGC", main.toString()).out());
        assertCode(0, run("-n", "2", "--jvm-args", "-Xshare:off", main.toString()));
    }

    @Test
    void severalProgramsOfOneLineAreOneJobAndKnowWhichTheyAre() throws Exception {
        String source = "public class %s { public static void main(String[] a) { mpi.MPI.Init(a); int[] one = {1}, all = {0}; mpi.MPI.COMM_WORLD.allReduce(one, all, 1, mpi.MPI.INT, mpi.MPI.SUM); "
                + "System.out.println(\"%s \" + mpi.MPI.COMM_WORLD.getRank() + \" of \" + all[0] + \", program \" + mpi.MPI.COMM_WORLD.getAttr(mpi.MPI.APPNUM) + \" \" + String.join(\" \", a)); mpi.MPI.Finalize(); } }";
        for (String name : List.of("Master", "Worker")) {
            tool("javac", "-cp", System.getProperty("java.class.path"), "-d", directory.toString(), Files.writeString(directory.resolve(name + ".java"), source.formatted(name, name)).toString());
        }
        TestJob.Result result = run("--like", "mpirun", "-np", "1", "java", "-cp", directory.toString(), "Master", "m", ":", "-np", "2", "java", "-cp", directory.toString(), "Worker", "w w");
        assertCode(0, result);
        assertEquals(List.of("Master 0 of 3, program 0 m", "Worker 1 of 3, program 1 w w", "Worker 2 of 3, program 1 w w"), result.out().lines().sorted().toList());
    }

    @Test
    void theEnvironmentOfARankSaysWhichItIsInTheNamesThatScriptsRead() throws Exception {
        Path main = Files.writeString(directory.resolve("Names.java"), "class Names { static void main(String[] names) { StringBuilder all = new StringBuilder(); for (String name : names) { all.append(System.getenv(name)).append(' '); } IO.println(all); } }");
        String[] names = {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_NODE_RANK", "PMI_RANK", "MPI_LOCALRANKID", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"};
        List<String> words = new ArrayList<>(List.of("-n", "2", main.toString()));
        words.addAll(List.of(names));
        assertEquals(List.of("0 0 0 0 0 2 2 2 2 ", "1 1 1 1 1 2 2 2 2 "), run(words.toArray(String[]::new)).out().lines().sorted().toList());
        assertEquals("7 \n", run("-x", "PMI_RANK=7", main.toString(), "PMI_RANK").out());
    }

    @Test
    void errorsOfTheCompilerAreShownAsJavacShowsThemAndHaveACode() throws Exception {
        Path main = Files.writeString(directory.resolve("Wrong.java"), "class Wrong { int x = \"y\"; }\n");
        TestJob.Result result = run(main.toString());
        assertCode(1, result);
        Process javac = new ProcessBuilder(System.getProperty("java.home") + "/bin/javac", "-proc:none", "-d", directory.toString(), main.toString()).start();
        String errors = new String(javac.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(errors + "braid: '" + main + "' does not compile: javac says why above\n  hint         Correct it, and start again\n  code         BRD-1607\n", result.err());
    }

    @Test
    void aNameThatPackageMpiAndAnotherOneBringIsTheOtherOnes() throws Exception {
        String body = "public class %s { public static void main(String[] a) { MPI.Init(a); System.out.println(new File(\"here\").getName() + \" \" + Oops.NAME); MPI.Finalize(); } }\n";
        Path main = Files.writeString(directory.resolve("Clash.java"), "import java.io.*;\nimport mpi.*;\n" + body.formatted("Clash").replace("Oops.NAME", "MPI.COMM_WORLD.Size()"));
        assertEquals("here 2\nhere 2\n", run("-np", "2", main.toString()).out());
        Path wrong = Files.writeString(directory.resolve("Oops.java"), "import java.io.*;\nimport mpi.*;\n" + body.formatted("Oops"));
        TestJob.Result result = run(wrong.toString());
        assertCode(1, result);
        assertTrue(result.err().contains("mpi.File") && result.err().contains("NAME"), result.err());
    }

    @Test
    void aJarRunsByItsManifest() throws Exception {
        Path main = Files.writeString(directory.resolve("InJar.java"), "public class InJar { public static void main(String[] a) { System.out.println(\"in a jar\"); } }");
        tool("javac", "-d", directory.toString(), main.toString());
        tool("jar", "--create", "--file", directory.resolve("a.jar").toString(), "--main-class", "InJar", "-C", directory.toString(), "InJar.class");
        TestJob.Result result = run("-n", "2", directory.resolve("a.jar").toString());
        assertCode(0, result);
        assertEquals("in a jar\nin a jar\n", result.out());
        assertCode(0, run("-cp", directory.toString(), "InJar"));
    }

    @Test
    void aJarsRanksMayReachIntoWhatItsManifestOpens() throws Exception {
        Path main = Files.writeString(
                directory.resolve("Reach.java"), "public class Reach { public static void main(String[] a) throws Exception { String.class.getDeclaredField(\"hash\").setAccessible(true); System.out.println(\"reached\"); } }");
        tool("javac", "-d", directory.toString(), main.toString());
        Path manifest = Files.writeString(directory.resolve("manifest"), "Main-Class: Reach\nAdd-Opens: java.base/java.lang\n");
        tool("jar", "--create", "--file", directory.resolve("reach.jar").toString(), "--manifest", manifest.toString(), "-C", directory.toString(), "Reach.class");
        assertEquals("reached\nreached\n", run("-np", "2", "java", "-jar", directory.resolve("reach.jar").toString()).out());
    }

    private static void tool(String name, String... words) {
        assertEquals(0, ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, words));
    }

    @Test
    void whatCannotBeRunIsSaidOnceWithItsCode() throws Exception {
        assertRefused(2, "BRD-1602", "-n", "0", ACTOR);
        assertRefused(2, "BRD-1601", "--tag-outptu", ACTOR);
        assertRefused(2, "BRD-1604", "-n", "2");
        assertRefused(127, "BRD-1605", "Missing.java");
        assertRefused(127, "BRD-1605", "no.such.Program");
        assertRefused(126, "BRD-1611", Files.createDirectories(directory.resolve("D.java")).toString());
        assertRefused(126, "BRD-1611", Files.writeString(directory.resolve("program.txt"), "no program").toString());
        assertRefused(126, "BRD-1611", directory.toString());
        Path pipe = directory.resolve("Pipe.java");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        assertRefused(126, "BRD-1611", pipe.toString());
        assertRefused(126, "BRD-1611", Files.writeString(directory.resolve("no.jar"), "not a jar").toString());
        assertRefused(2, "BRD-1602", "--wdir", "/no/such/place", ACTOR, "plain");
        assertRefused(2, "BRD-1304", "--method", "warp", ACTOR, "plain");
        assertRefused(2, "BRD-1304", "--method", "warp+tcp", ACTOR, "plain");
        assertRefused(2, "BRD-1304", "--method", "lz4+warp", ACTOR, "plain");
        for (String wrong : new String[] {"tcp+lz4", "lz4"}) {
            String told = run("--method", wrong, ACTOR, "plain").err();
            assertTrue(told.contains("lz4 is a device, and stands where a method is expected") && told.contains("Write devices before the method that they are to change: lz4+tcp"), told);
        }
        assertRefused(2, "BRD-1304", "--method", "sometimes(shm, tcp)", ACTOR, "plain");
        assertCode(0, run("--method", "lz4+tcp", ACTOR, "plain"));
        assertRefused(2, "BRD-1306", "--method", "tcp(sndbfu=4KiB)", ACTOR, "plain");
        for (String wrong : new String[] {"shm(ring=1B)", "tcp@eth9none", "tls(ports=9-1)", "tcp(3)", "lz4+tcp(nodelay=maybe)"}) {
            assertRefused(2, "BRD-1306", "--method", wrong, ACTOR, "plain");
        }
        assertRefused(2, "BRD-1014", "--method", "tcp(sndbuf=4MB)", ACTOR, "plain");
        assertCode(0, run("--method", "tcp@lo(sndbuf=4MiB, min=1B)", ACTOR, "plain"));
        assertRefused(2, "BRD-1306", "--method", "host=shm, *=tcp(min=2KiB, max=1KiB)", ACTOR, "plain");
        assertRefused(2, "BRD-1014", "--method", "shm(max=-1B)", ACTOR, "plain");
        assertCode(0, run("--method", "host=shm, *=lz4+tls", ACTOR, "plain")); // what it says of other hosts is not for today
    }

    /** The launcher does not load classes of the program's, so it can't know the device; the ranks do. */
    @Test
    void aDeviceThatTheProgramBringsIsNotRefused() throws Exception {
        Path services = Files.createDirectories(directory.resolve("own/META-INF/services"));
        Files.writeString(services.resolve(Device.class.getName()), OwnDevice.class.getName() + "\n");
        Path main = Files.writeString(directory.resolve("Own.java"), "class Own { void main(String[] a) { mpi.MPI.Init(a); mpi.MPI.COMM_WORLD.Barrier(); mpi.MPI.Finalize(); } }");
        assertCode(0, run("-n", "2", "--method", "own+shm", "-cp", directory.resolve("own") + ":" + PreparedBraid.testClasses(), main.toString()));
    }

    private void assertRefused(int code, String id, String... words) throws IOException, InterruptedException {
        TestJob.Result result = run(words);
        assertCode(code, result);
        assertEquals(1, result.err().lines().filter(line -> line.endsWith(id)).count(), result.err());
        assertEquals("", result.out());
    }

    @Test
    void aClassWithoutMainIsNamedOnce() throws Exception {
        TestJob.Result result = run("-n", "3", Verdict.class.getName());
        assertCode(126, result);
        assertEquals(1, result.err().lines().filter(line -> line.startsWith("braid: ") && line.contains("no main method")).count(), result.err());
        assertTrue(result.err().contains("BRD-1606"), result.err());
    }

    @Test
    void aSourceFileThatDeclaresNoClassIsNamedWithItsCode() throws Exception {
        TestJob.Result result = run("-n", "2", Files.writeString(directory.resolve("Empty.java"), "").toString());
        assertCode(127, result);
        assertTrue(result.err().contains("braid: class Empty could not be loaded") && result.err().contains("BRD-1605"), result.err());
    }

    @Test
    void anOutputThatTakesNoMoreEndsTheJobWithItsReason() throws Exception {
        try (TestJob job = TestJob.startUnder(List.of("sh", "-c", "exec \"$@\" > /dev/full", "sh"), directory, "-n", "2", ACTOR, "lines")) {
            TestJob.Result result = job.end();
            assertEquals(141, result.code(), result.err());
            assertTrue(result.err().contains("its output could not be written: No space left on device") && result.err().contains("BRD-1418"), result.err());
        }
    }
}
