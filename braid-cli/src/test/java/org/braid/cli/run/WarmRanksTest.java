package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code braid pool}: a job that takes warm ranks does what any job does, and whatever becomes of the pool, jobs start. Real processes. */
@Timeout(240)
class WarmRanksTest {
    private static final String PROGRAM =
            """
            import mpi.*;

            public class Warm {
                public static void main(String[] a) throws Exception {
                    if (a[0].equals("before")) {
                        System.out.println(System.getenv("OMPI_COMM_WORLD_RANK") + System.getenv("OMPI_COMM_WORLD_SIZE") + System.getenv("GIVEN") + System.getProperty("braid.rank")
                                + System.getProperty("java.class.path") + Warm.class.getProtectionDomain().getCodeSource().getLocation() + Runtime.getRuntime().availableProcessors()
                                + new Throwable().getStackTrace().length + Thread.activeCount() + ClassLoader.getSystemClassLoader().equals(Warm.class.getClassLoader()) + MPI.isInitialized());
                        System.out.println(new String(new ProcessBuilder("sh", "-c", "echo $OMPI_COMM_WORLD_RANK $GIVEN").start().getInputStream().readAllBytes()));
                        return;
                    }
                    MPI.Init(a);
                    int me = MPI.COMM_WORLD.getRank();
                    if (a[0].equals("warm?") && me == 0) System.out.println(Boolean.getBoolean("braid.warm") ? "warm" : "cold");
                    if (a[0].equals("env") && me == 0) System.out.println(MPI.INFO_ENV.get("command") + ": " + MPI.INFO_ENV.get("argv"));
                    if (a[0].equals("in") && me == 0) { System.in.transferTo(System.out); System.out.println(); }
                    MPI.COMM_WORLD.barrier();
                    if (me == 1) fail(a[0]);
                    if (a[0].equals("hang")) {
                        System.out.println("ready " + ProcessHandle.current().pid());
                        if (me == 0) System.in.read(); else MPI.COMM_WORLD.recv(new byte[1], 1, MPI.BYTE, 0, 1);
                        if (me == 0) MPI.COMM_WORLD.send(new byte[1], 1, MPI.BYTE, 1, 1);
                    }
                    MPI.COMM_WORLD.barrier();
                    System.out.println(me + String.join("|", a));
                    MPI.Finalize();
                }

                static void fail(String how) throws Exception {
                    switch (how) {
                        case "exit" -> System.exit(7);
                        case "throw" -> throw new IllegalStateException("thrown");
                        case "kill" -> new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start().waitFor();
                        default -> { }
                    }
                }
            }
            """;

    @TempDir private static Path directory = Path.of("");

    private static PoolHome home;

    @BeforeAll
    static void make() throws Exception {
        home = PoolHome.make(directory);
        Files.writeString(home.resolve("Warm.java"), PROGRAM);
    }

    @AfterAll
    static void end() throws Exception {
        home.run("pool", "--stop");
        assertEquals(List.of(), home.waiting());
    }

    @BeforeEach
    void full() throws Exception {
        if (home.waiting().size() != 2) {
            home.keep();
        }
    }

    private static String run(String... words) throws IOException, InterruptedException {
        return home.run(all(words));
    }

    private static String[] all(String... words) {
        return ("run -n 2 Warm.java " + String.join(" ", words)).split(" ");
    }

    /** A word of the JVM's that no pool's rank has. */
    private static String runCold(String... words) throws IOException, InterruptedException {
        return home.run(("run -n 2 --jvm-args=-Dcold=1 Warm.java " + String.join(" ", words)).split(" "));
    }

    private static String sorted(String said) {
        return said.lines().sorted().collect(Collectors.joining("\n"));
    }

    @Test
    void aJobTakesWarmRanksIfTheyFit() throws Exception {
        String warm = run("warm?");
        assertTrue(warm.startsWith("warm\n"), warm);
        home.awaitWaiting(2); // others took their place
        String cold = runCold("warm?");
        assertTrue(cold.startsWith("cold\n"), cold);
        String elsewhere = PoolHome.said(inLocale("POSIX").start());
        assertTrue(elsewhere.startsWith("cold\n"), elsewhere);
        assertEquals(2, home.waiting().size());
    }

    private static ProcessBuilder inLocale(String locale) {
        ProcessBuilder job = home.command(all("warm?"));
        job.environment().put("LC_ALL", locale);
        return job;
    }

    @Test
    void aProgramSeesWhatItWouldSeeInARankThatWasStartedForIt() throws Exception {
        String warm = run("before");
        assertEquals(sorted(runCold("before")), sorted(warm));
        home.awaitWaiting(2);
        ProcessBuilder given = home.command("run", "-n", "2", "-x", "GIVEN=a b", "Warm.java", "before");
        assertTrue(PoolHome.said(given.start()).contains("\n0 a b\n"));
    }

    @Test
    void theEnvironmentNamesTheProgram() throws Exception {
        String warm = run("env", "b");
        assertTrue(warm.startsWith("Warm: env b\n"), warm);
        assertEquals(sorted(runCold("env", "b")), sorted(warm));
        home.awaitWaiting(2);
    }

    @Test
    void itEndsAsAnyJobWould() throws Exception {
        for (String how : List.of("exit", "throw", "kill", "well")) {
            home.awaitWaiting(2);
            String warm = run(how);
            assertEquals(bare(runCold(how)), bare(warm), how);
            assertEquals(how.equals("exit") ? "code 7" : how.equals("throw") ? "code 1" : how.equals("kill") ? "code 137" : "code 0", warm.substring(warm.lastIndexOf("code ")));
        }
    }

    /** Numbers of jobs and processes, and times, differ. */
    private static String bare(String said) {
        return sorted(said.replaceAll("job [0-9a-f]{4}", "job").replaceAll("after [0-9.]+ m?s", "after").replaceAll("pid [0-9]+", "pid"));
    }

    @Test
    void itHasTheUsersInput() throws Exception {
        Process job = home.command(all("in")).start();
        job.getOutputStream().write("x".repeat(100_000).getBytes(StandardCharsets.UTF_8));
        String said = PoolHome.said(job);
        assertTrue(said.contains("x".repeat(100_000)) && said.endsWith("code 0"), said);
    }

    @Test
    void aPoolThatIsUsedUpMakesJobsStartAsEver() throws Exception {
        Process first = home.command(all("hang")).start();
        List<Long> pids = ready(first);
        assertTrue(run("warm?").startsWith("cold\n"));
        assertEquals(2, pids.size());
        first.getOutputStream().write('\n');
        assertTrue(PoolHome.said(first).endsWith("code 0"));
        home.awaitWaiting(2);
    }

    private static List<Long> ready(Process job) throws IOException {
        BufferedReader out = job.inputReader();
        return List.of(pid(out.readLine()), pid(out.readLine()));
    }

    private static long pid(String ready) {
        return Long.parseLong(ready.substring(ready.lastIndexOf(' ') + 1));
    }

    @Test
    void aSignalEndsIt() throws Exception {
        if (TestJob.isIgnored(2)) {
            return;
        }
        Process job = home.command(all("hang")).start();
        List<Long> pids = ready(job);
        TestJob.signal("INT", job.pid());
        assertTrue(PoolHome.said(job).endsWith("code 130"));
        for (long pid : pids) {
            assertTrue(TestJob.ends(pid, 5_000), "rank " + pid);
        }
    }

    @Test
    void itsRanksEndWithALauncherThatIsKilled() throws Exception {
        Process job = home.command(all("hang")).start();
        List<Long> pids = ready(job);
        TestJob.signal("KILL", job.pid());
        for (long pid : pids) {
            assertTrue(TestJob.ends(pid, 5_000), "rank " + pid);
        }
        home.awaitWaiting(2);
    }

    @Test
    void aJobGoesOnWhenThePoolIsKilledAndRanksThatWaitEnd() throws Exception {
        Process job = home.command(all("hang")).start();
        List<Long> ranks = ready(job);
        TestJob.signal("KILL", home.keeper());
        job.getOutputStream().write('\n');
        assertTrue(PoolHome.said(job).endsWith("code 0"), "ranks " + ranks);
        home.keep();
        List<Path> waiting = home.waiting();
        long[] pids = {PoolHome.pid(waiting.get(0)), PoolHome.pid(waiting.get(1))};
        TestJob.signal("KILL", home.keeper());
        for (long pid : pids) {
            assertTrue(TestJob.ends(pid, 10_000), "rank " + pid);
        }
        assertTrue(run("warm?").startsWith("cold\n"));
        assertTrue(home.run("clean").contains("pool of warm ranks"));
        assertFalse(home.run("info").contains("ranks wait"));
    }

    @Test
    void aRankThatWasKilledWhileItWaitedIsNotMissed() throws Exception {
        List<Path> waiting = home.waiting();
        long keeper = home.keeper();
        TestJob.signal("STOP", keeper); // else another one may wait by then
        try {
            TestJob.signal("KILL", PoolHome.pid(waiting.get(0)));
            assertTrue(run("well").endsWith("code 0"));
        } finally {
            TestJob.signal("CONT", keeper);
        }
        home.awaitWaiting(2);
    }

    @Test
    void aRankThatDoesNotAnswerIsNotWaitedForLong() throws Exception {
        for (Path each : home.waiting()) {
            TestJob.signal("STOP", PoolHome.pid(each));
        }
        assertTrue(run("warm?").startsWith("cold\n"));
        home.awaitWaiting(2);
    }

    @Test
    void aRankEndsThatWasTakenByALauncherThatNeverSpeaks() throws Exception {
        Path taken = home.waiting().get(0);
        long pid = PoolHome.pid(taken);
        Files.delete(taken.resolve("fit"));
        assertTrue(TestJob.ends(pid, 60_000));
        home.awaitWaiting(2);
    }

    @Test
    void aDamagedPoolIsNotUsed() throws Exception {
        for (Path each : home.waiting()) {
            Files.delete(each.resolve("in"));
            Files.writeString(each.resolve("in"), "no pipe");
        }
        Files.writeString(home.pools().resolve("file"), "");
        Files.createDirectories(home.pools().resolve("1-x/nest/fit"));
        assertTrue(run("warm?").startsWith("cold\n"));
        home.awaitWaiting(2);
        assertTrue(home.run("clean").contains(home.pools().resolve("1-x").toString()));
        assertFalse(Files.exists(home.pools().resolve("1-x")));
        Files.delete(home.pools().resolve("file"));
    }

    @Test
    void infoShowsItAndCleanEndsIt() throws Exception {
        String shown = home.run("info");
        assertTrue(shown.contains("2 of 2 ranks wait, for jobs from " + home.resolve("") + " (pid "), shown);
        for (Path each : home.waiting()) {
            String fit = Files.readString(each.resolve("fit"));
            Files.writeString(each.resolve("fit"), fit.replace("/braid.jar", "/other/braid.jar"));
        }
        shown = home.run("info");
        assertTrue(shown.contains("2 of 2 ranks wait, for jobs from " + home.resolve("") + " of another build of Braid: no job of this one can use them (pid "), shown);
        long keeper = home.keeper();
        assertTrue(home.run("clean", "--dry-run").contains("would end the pool of warm ranks"));
        assertEquals(2, home.waiting().size());
        assertTrue(home.run("clean").contains("ended the pool of warm ranks"));
        assertTrue(TestJob.ends(keeper, 5_000));
        assertEquals(List.of(), home.waiting());
        assertTrue(run("warm?").startsWith("cold\n"));
    }

    @Test
    void whatMakesNoSenseIsRefusedAndWhatIsTooMuchIsSaid() throws Exception {
        assertTrue(home.run("pool", "-n", "-1").endsWith("code 2"));
        assertTrue(home.run("pool", "--idle", "0").endsWith("code 2"));
        String many = home.run("pool", "-n", "1000", "--rounds", "20");
        assertTrue(many.contains(" ranks are kept warm, not 1000"), many);
    }
}
