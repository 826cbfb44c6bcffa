package org.braid.launch.options;

import static org.braid.launch.options.ParsedLine.parse;
import static org.braid.launch.options.ParsedLine.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.os.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that were written for mpirun, mpiexec and mpjrun.sh: what they say is taken, translated, told to have no effect, or refused with what to write. */
class ForeignLinesTest {
    @Test
    void whatMpirunAndMpjrunAreToldAndHoldsAnywayIsTaken() {
        String[] words = {"--oversubscribe", "--allow-run-as-root", "--map-by", "core", "-dev", "niodev", "-dev", "mxdev", "-dev", "native", "-H", "localhost:4,127.0.0.1", "--host=localhost", "A"};
        assertEquals("A", parse(words).program());
        RunOptions daemons = parse("--like", "mpjrun.sh", "-dev", "niodev", "-src", "-profile", "-localloader", "A");
        assertEquals(List.of(), daemons.jvmArgs());
        assertEquals(3, daemons.notes().size(), "of what has no effect");
        RunOptions debugged = parse("--like", "mpjrun.sh", "-debug", "24500", "--nooversubscribe", "A");
        assertEquals("A", debugged.program());
        assertTrue(debugged.notes().size() == 2 && debugged.notes().getFirst().contains("jdwp"), debugged.notes()::toString);
    }

    @Test
    void thisHostMayBeCalledByAnyOfItsNamesAndAddresses() throws IOException {
        List<String> own = new ArrayList<>(List.of("::1", "[::1]:2", "127.0.0.2:3", InetAddress.getLocalHost().getHostName(), InetAddress.getLocalHost().getCanonicalHostName()));
        NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).forEach(address -> own.add(address.getHostAddress()));
        for (String name : own) {
            assertEquals("A", parse("-H", name, "A").program(), name);
        }
        assertTrue(refusal("-H", "[2001:db8::7]:2", "A").contains("'2001:db8::7'"));
        assertTrue(refusal("-H", "192.0.2.7:2", "A").contains("'192.0.2.7'"));
    }

    @Test
    void whatDoesNotHoldIsRefusedWithWhatToWrite(@TempDir Path directory) throws IOException {
        assertTrue(refusal("-dev", "ibvdev", "A").contains("'ibvdev'"));
        for (String option : List.of("-host", "--host", "-H", "-hosts")) {
            String said = refusal(option, "localhost,elsewhere.invalid:2", "A");
            assertTrue(said.contains("'elsewhere.invalid'") && said.contains("braid join") && said.contains("BRD-1618"), said);
        }
        Path here = Files.writeString(directory.resolve("here"), "# two of them\nlocalhost slots=4\n\n127.0.0.1\n");
        Path there = Files.writeString(directory.resolve("there"), "localhost\nelsewhere.invalid slots=2\n");
        for (String option : List.of("-machinefile", "--machinefile", "-machinesfile", "-hostfile", "-f")) {
            assertEquals("A", parse(option, here.toString(), "A").program());
        }
        assertTrue(refusal("--hostfile", there.toString(), "A").contains("'elsewhere.invalid'"));
        assertTrue(refusal("--nolocal", "A").contains("braid join"));
        assertTrue(refusal("--cpu-set", "0,2", "A").contains("taskset -c 0,2"));
        assertTrue(refusal("-hostfile", directory.resolve("none").toString(), "A").contains("cannot be read: there is no such file"));
        assertTrue(refusal("-hostfile", Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe}).toString(), "A").contains("cannot be read: it is no text"));
        assertTrue(refusal("-hostfile", directory.toString(), "A").contains("cannot be read: Is a directory"));
    }

    /** As Open MPI's mpirun does where no -n stands in the line. */
    @Test
    void whatAnOptionOfOpenMpisComponentsBecameIsToldOnce() {
        RunOptions options = parse("--mca", "btl", "tcp,self", "-mca", "btl_tcp_if_include", "eth0", "--mca", "btl_tcp_if_include", "eth0", "-mca", "btl_tcp_if_include", "eth0", "A");
        assertEquals("tcp", options.method());
        assertEquals(
                List.of(
                        "--mca btl tcp,self became --method=tcp", "-mca btl_tcp_if_include eth0: a parameter of a component of Open MPI, which has no counterpart here",
                        "--mca btl_tcp_if_include eth0: a parameter of a component of Open MPI, which has no counterpart here"),
                options.notes());
        assertEquals(List.of(), parse("A").notes());
        assertTrue(parse("--mca", "coll_tuned_use_dynamic_rules", "1", "A").notes().getFirst().contains("BRAID_COLL"));
        assertTrue(refusal("--mca", "btl").contains("--mca"));
    }

    @Test
    void theListOfTransportsOfOpenMpiBecomesAMethodWhereItLeavesOneOnly() {
        String[][] cases = {
            {"tcp,self", "tcp"}, {"self,vader", "shm"}, {"sm,self", "shm"}, {"^tcp", "shm"}, {"^vader,sm", "tcp"},
            {"tcp,vader,self", ""}, {"^openib", ""}, {"openib,self", ""}, {"", ""}, {"^", ""}
        };
        for (String[] each : cases) {
            RunOptions options = parse("--mca", "btl", each[0], "A");
            assertEquals(each[1], options.method(), each[0]);
            assertEquals(1, options.notes().size(), each[0]);
        }
        assertEquals("unix", parse("--mca", "btl", "tcp,self", "--method", "unix", "A").method(), "what is said last holds");
    }

    @Test
    void optionsOfMpichAreTranslated() {
        RunOptions options = parse("-n", "2", "-genv", "A", "b=c", "-env", "D", "", "-l", "-envall", "-bind-to-none", "A");
        assertEquals(List.of("A=b=c", "D="), options.exports());
        assertTrue(options.tagOutput());
        assertFalse(options.bind());
    }

    @Test
    void whatScriptsSayBesideIsTakenTranslatedOrTold() {
        RunOptions options = parse("-wd", "/tmp", "-tag-output", "-timeout", "90", "-bind-to", "none", "-ppn", "2", "-genvlist", "A,B", "--noprefix", "A");
        assertEquals("/tmp", options.wdir());
        assertTrue(options.tagOutput());
        assertEquals(90_000_000_000L, options.timeoutNs());
        assertFalse(options.bind());
        assertEquals(List.of(), options.notes());
        assertEquals(4, parse("--output-filename", "out", "-s", "all", "-iface", "eth0", "--merge-stderr-to-stdout", "A").notes().size());
        assertEquals(3, parse("--like", "mpirun", "-npernode", "3", "A").ranks());
        assertEquals(2, parse("-N", "3", "-n", "2", "A").ranks());
        assertEquals(1, parse("--like", "mpirun", "--pernode", "A").ranks());
    }

    /** Each is one that Open MPI's mpirun or MPICH's mpiexec takes. */
    @Test
    void optionsWithoutAnyEffectHereAreTakenAndToldOnce() {
        for (String option : List.of("--leave-session-attached", "-display-topo", "--enable-recovery", "--path /usr/bin", "-genvnone", "-envnone", "--rankfile file", "-rf file", "-disable-hostname-propagation", "--max-restarts 1")) {
            List<String> words = new ArrayList<>(List.of(option.split(" ")));
            words.addAll(List.of("-n", "2", "A"));
            RunOptions options = RunArguments.parse(JobCommand.RUN, words);
            assertEquals("A", options.program(), option);
            assertEquals(1, options.notes().size(), option);
            assertTrue(options.notes().getFirst().startsWith(option + ": "), options.notes().getFirst());
        }
        assertEquals(1, parse("-verbose", "A").verbosity());
        assertThrows(HelpAsked.class, () -> parse("-help"));
        assertTrue(refusal("-n", "2", "-version", "A").contains("braid --version"));
        assertEquals(4, parse("-npersocket", "2", "-n", "4", "A").ranks());
        assertTrue(refusal("--npersocket", "2", "A").contains("Write -n"));
    }

    @Test
    void optionsHaveOneDashOrTwo() {
        RunOptions options = parse("-tag-output", "-timeout", "90", "-bind-to", "none", "-quiet", "--cp", "x", "--x", "B=1", "--l", "-map-by", "node", "A");
        assertTrue(options.tagOutput());
        assertEquals(90_000_000_000L, options.timeoutNs());
        assertFalse(options.bind());
        assertEquals(-1, options.verbosity());
        assertEquals("x", options.classPath());
        assertEquals(List.of("B=1"), options.exports());
        assertEquals("tcp", parse("-method", "tcp", "A").method());
    }

    @Test
    void mpirunPassesOnWhatIsSetAndNotesWhatIsNot() {
        RunOptions options = parse("--like", "mpirun", "-x", "PATH", "-x", "NO_SUCH_VARIABLE_HERE", "A");
        assertEquals(List.of("PATH=" + System.getenv("PATH")), options.exports());
        assertTrue(options.notes().getFirst().contains("NO_SUCH_VARIABLE_HERE"));
    }

    @Test
    void aLineForMpirunHasARankForEachCore() {
        assertEquals(Machine.usableCores(), parse("--like", "mpirun", "java", "-cp", "x", "A").ranks());
        assertEquals(3, parse("--like", "mpirun", "-np", "3", "A").ranks());
        assertEquals("plain", parse("--like", "mpirun", "A").argumentStyle());
        assertEquals(List.of(":"), parse("A", ":").arguments());
        assertTrue(refusal("--like", "mpirun", "-Xmx1g", "A").contains("--jvm-args"));
        assertTrue(refusal("--like", "prun", "A").contains("mpirun"));
    }

    @Test
    void programsOfALineForMpirunStandBetweenColonsAndShareWhatIsSaidBeforeTheFirst() {
        List<RunOptions> programs = RunArguments.programs(List.of("--like", "mpirun", "--tag-output", "-np", "1", "java", "-cp", "a", "A", "x", ":", "-np", "3", "-x", "K=v", "-wdir", "/tmp", "java", "-Xmx1g", "-cp", "b", "B", ":", "C", "y", "z"));
        assertEquals(List.of("A", "B", "C"), programs.stream().map(RunOptions::program).toList());
        assertEquals(List.of(1, 3, 1), programs.stream().map(RunOptions::ranks).toList());
        assertEquals(List.of(List.of("x"), List.of(), List.of("y", "z")), programs.stream().map(RunOptions::arguments).toList());
        assertEquals(List.of("a", "b", ""), programs.stream().map(RunOptions::classPath).toList());
        assertEquals(List.of(List.of(), List.of("-Dbraid.appnum=1", "-Xmx1g"), List.of("-Dbraid.appnum=2")), programs.stream().map(RunOptions::jvmArgs).toList());
        assertEquals("/tmp", programs.get(1).wdir());
        assertEquals(List.of("K=v"), programs.get(1).exports());
        RunOptions job = RunOptions.ofJob(programs);
        assertEquals(5, job.ranks());
        assertTrue(job.tagOutput());
        assertEquals("A", job.program());
        assertEquals(List.of(":", "B"), RunArguments.programs(List.of("A", ":", "B")).getFirst().arguments(), "of the program, for all but mpirun");
    }

    @Test
    void ofSeveralProgramsEachIsNamedAndWhatConcernsTheJobIsSaidOnce() {
        assertTrue(refusalOfPrograms("-np", "1", "A", ":").contains("no program"));
        assertTrue(refusalOfPrograms("-np", "1", ":", "B").contains("no program"));
        assertTrue(refusalOfPrograms("A", ":", "--timeout", "9", "B").contains("before the first program"));
        assertTrue(refusalOfPrograms("-np", "4", "--ranks-per-process", "2", "A", ":", "B").contains("several"));
        assertTrue(refusalOfPrograms("-np", "4000", "A", ":", "-np", "4000", "B").contains("8000"));
    }

    private static String refusalOfPrograms(String... words) {
        List<String> line = new ArrayList<>(List.of("--like", "mpirun"));
        line.addAll(List.of(words));
        return assertThrows(BraidException.class, () -> RunArguments.programs(line)).getMessage();
    }

    @Test
    void aLineForMpjrunHasJavasOptionsBetweenItsOwnAndThreeArgumentsBeforeThePrograms() {
        RunOptions options = parse("--like", "mpjrun.sh", "-np", "4", "-Xmx512M", "-dev", "niodev", "-Dkey=value", "-ea", "-psl", "1024", "-machinesfile", "/dev/null", "-cp", "a:b", "A", "-n", "7");
        assertEquals(4, options.ranks());
        assertEquals(List.of("-Xmx512M", "-Dkey=value", "-ea"), options.jvmArgs());
        assertEquals("a:b", options.classPath());
        assertEquals("mpj", options.argumentStyle());
        assertEquals(List.of("-n", "7"), options.arguments());
        assertEquals(1, options.notes().size(), "of the size that there is no longer");
        assertEquals("x.jar", parse("--like", "mpjrun.sh", "-np", "2", "-jar", "x.jar", "1").program());
        assertEquals("plain", parse("--like", "mpjrun.sh", "--args", "plain", "A").argumentStyle());
        assertEquals(Machine.usableCores(), parse("--like", "mpjrun.sh", "A").ranks());
    }

    @Test
    void aLineForMpjrunMayHaveItsOwnOptionsBehindTheProgramUnlessTwoDashesEndThem() {
        RunOptions options = parse("--like", "mpjrun.sh", "com.Main", "-cp", "a:b", "one", "-np", "5", "--verbose", "-dev", "multicore", "-x");
        assertEquals(5, options.ranks());
        assertEquals("a:b", options.classPath());
        assertEquals("com.Main", options.program());
        assertEquals(List.of("one", "--verbose", "-x"), options.arguments());
        assertTrue(options.notes().toString().contains("-np behind com.Main"), options.notes().toString());
        RunOptions ended = parse("--like", "mpjrun.sh", "-np", "2", "--", "Main", "-np", "5");
        assertEquals(2, ended.ranks());
        assertEquals(List.of("-np", "5"), ended.arguments());
        assertEquals(List.of("-np", "5"), parse("--like", "mpirun", "-np", "2", "Main", "-np", "5").arguments());
        assertTrue(refusal("--like", "mpjrun.sh", "Main", "-np").contains("needs a value"));
    }
}
