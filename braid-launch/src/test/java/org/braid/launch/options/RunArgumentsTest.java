package org.braid.launch.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.os.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunArgumentsTest {
    private static RunOptions parse(String... words) {
        return RunArguments.parse(JobCommand.RUN, List.of(words));
    }

    private static String refusal(String... words) {
        return assertThrows(BraidException.class, () -> parse(words)).getMessage();
    }

    @Test
    void optionsAreThoseOfMpirun() {
        RunOptions options =
                parse("-np", "4", "--method", "tcp", "--report=links", "--tag-output", "--timeout", "90s", "--wdir", "/tmp", "-x", "A=1",
                        "--jvm-args", "-Xmx1g -ea", "--allow-clear", "-cp", "a:b", "-v", "Main", "-n", "7");
        assertEquals(4, options.ranks());
        assertEquals("tcp", options.method());
        assertTrue(options.reports("links"));
        assertTrue(options.tagOutput());
        assertEquals(90_000_000_000L, options.timeoutNs());
        assertEquals(List.of("A=1"), options.exports());
        assertEquals(List.of("-Xmx1g", "-ea"), options.jvmArgs());
        assertTrue(options.allowClear());
        assertEquals("a:b", options.classPath());
        assertEquals("Main", options.program());
        assertEquals(List.of("-n", "7"), options.arguments());
    }

    @Test
    void aCommandOfJavaIsReadAsMpirunsUsersWriteIt() {
        RunOptions options = parse("-np", "2", "java", "-cp", "a:b", "-Xmx1g", "-Dkey=value", "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-ea", "Prog", "-n", "7");
        assertEquals("a:b", options.classPath());
        assertEquals(List.of("-Xmx1g", "-Dkey=value", "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-ea"), options.jvmArgs());
        assertEquals("Prog", options.program());
        assertEquals(List.of("-n", "7"), options.arguments());
        assertEquals("app.jar", parse("/opt/jdk/bin/java", "-jar", "app.jar", "-x").program());
        assertEquals("c", parse("java", "--class-path=c", "Prog").classPath());
        assertTrue(refusal("-n", "2", "java").contains("options of java"));
        assertTrue(refusal("java", "-cp").contains("-cp"));
        assertTrue(refusal("java", "-m", "a/b").contains("class path"));
    }

    @Test
    void filesOfArgumentsStandForTheirWordsUpToTheProgram(@TempDir Path directory) throws IOException {
        String some = "@" + Files.writeString(directory.resolve("some"), "-cp \"my classes\\\n    :b\" # and\n -Da=\"b \\\"c\" -Db='d e'\n@none");
        RunOptions options = parse("-n", "2", "java", "-ea", "@" + Files.writeString(directory.resolve("more"), "-Xmx1g\tProg x@y 'a b'"), "@z");
        assertEquals(List.of("-ea", "-Xmx1g"), options.jvmArgs());
        assertEquals("Prog", options.program());
        assertEquals(List.of("x@y", "a b", "@z"), options.arguments());
        RunOptions quoted = parse("java", some, "Prog");
        assertEquals("my classes:b", quoted.classPath());
        assertEquals(List.of("-Da=b \"c", "-Db=d e"), quoted.jvmArgs());
        assertEquals("@none", quoted.program()); // files do not name others
        assertEquals(some, parse("java", "--disable-@files", some).program());
        assertTrue(refusal("java", "@" + directory.resolve("none"), "Prog").contains("none"));
        assertEquals(List.of("@a"), parse("Prog", "@a").arguments());
    }

    @Test
    void theLevelOfSourcesIsNoOptionOfTheRanksAndAtMostTheJdksOwn() {
        int own = Runtime.version().feature();
        RunOptions options = parse("java", "--source", "17", "-ea", "--source=" + own, "Prog.java", "--source");
        assertEquals(List.of("-ea"), options.jvmArgs());
        assertEquals("Prog.java", options.program());
        assertEquals(List.of("--source"), options.arguments());
        assertTrue(refusal("java", "--source", Integer.toString(own + 1), "Prog.java").contains("8 to " + own));
        assertTrue(refusal("java", "--source", "Prog.java", "x").contains("'Prog.java'"));
        assertTrue(refusal("java", "--source").contains("--source"));
    }

    @Test
    void aJarMayBeNamedAsForJava() {
        RunOptions options = parse("-n", "2", "-jar", "app.jar", "-n", "7");
        assertEquals("app.jar", options.program());
        assertEquals(List.of("-n", "7"), options.arguments());
    }

    @Test
    void theStyleOfArgumentsIsOneOfThree() {
        assertEquals("plain", parse("A").argumentStyle());
        assertEquals("mpj", parse("--args=mpj", "A").argumentStyle());
        assertEquals("prunjava", parse("--args", "prunjava", "A").argumentStyle());
        assertTrue(refusal("--args=mpjj", "A").contains("mpj"));
    }

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
    void theSlotsOfAHostFileAreHowManyRanksThereAreUnlessTheLineSays(@TempDir Path directory) throws IOException {
        String slots = Files.writeString(directory.resolve("slots"), "# five in all\nlocalhost slots=4 max_slots=8\n\n127.0.0.1\n").toString();
        assertEquals(5, parse("--hostfile", slots, "A").ranks());
        assertEquals(3, parse("--hostfile", slots, "-n", "3", "A").ranks());
        assertEquals(3, parse("-n", "3", "--hostfile", slots, "A").ranks());
        for (String wrong : List.of("slots=0", "slots=", "slots=many", "slots=-1")) {
            String file = Files.writeString(directory.resolve("wrong"), "localhost " + wrong + "\n").toString();
            assertTrue(refusal("--hostfile", file, "A").contains("'" + wrong + "' is no number of slots"), wrong);
        }
        String huge = Files.writeString(directory.resolve("huge"), "localhost slots=2147483647\nlocalhost slots=2147483647\n").toString();
        assertTrue(refusal("--hostfile", huge, "A").contains("more ranks than one host can start"));
    }

    /** Of each row Open MPI's mpirun or MPICH's mpiexec starts as many, whichever of them can read it. */
    @Test
    void linesOfAHostFileAreCountedAsTheLauncherDoesThatCanReadThem(@TempDir Path directory) throws IOException {
        Object[][] rows = {
            {"localhost:4\n", 4}, {"localhost:4\nlocalhost\n", 5}, {"localhost:2 # two\n", 2}, {"localhost\nlocalhost\nlocalhost\n", 3}, {"localhost\n127.0.0.1\n", 2},
            {"localhost cpu=3\n", 3}, {"localhost count=3\n", 3}, {"localhost slots = 3\n", 3}, {"localhost slots=3 # slots=4\n", 3}, {"localhost max-slots=3\n", 3},
            {"localhost slots=2 max_slots=3\n", 2}, {"localhost slots=2\nlocalhost\n", 3}, {"localhost\n", Machine.usableCores()}, {"localhost # slots=4\n", Machine.usableCores()}
        };
        for (Object[] row : rows) {
            String file = Files.writeString(directory.resolve("hosts"), (String) row[0]).toString();
            for (String option : List.of("--hostfile", "-f")) {
                assertEquals(row[1], parse("--like", "mpirun", option, file, "A").ranks(), (String) row[0]);
            }
        }
        assertTrue(refusal("-f", Files.writeString(directory.resolve("hosts"), "localhost:x\n").toString(), "A").contains("'localhost:x' is no number of slots"));
    }

    @Test
    void hostsInTheLineHaveASlotEachOrAsManyAsTheySay(@TempDir Path directory) throws IOException {
        Object[][] rows = {
            {"localhost", 1}, {"localhost:3", 3}, {"localhost,localhost,localhost", 3}, {"localhost:2,localhost", 3}, {"localhost,127.0.0.1", 2}, {"[::1]:2", 2}, {"::1", 1},
            {"localhost:*", Machine.usableCores()}
        };
        for (Object[] row : rows) {
            for (String option : List.of("-host", "--host", "-H", "-hosts")) {
                assertEquals(row[1], parse("--like", "mpirun", option, (String) row[0], "A").ranks(), (String) row[0]);
            }
        }
        assertEquals(4, parse("--like", "mpirun", "-H", "localhost:3", "-H", "localhost", "A").ranks());
        assertEquals(2, parse("-H", "localhost:3", "-n", "2", "A").ranks());
        assertEquals(1, parse("-H", "localhost:3", "-N", "1", "A").ranks());
        String file = Files.writeString(directory.resolve("hosts"), "localhost slots=5\n").toString();
        assertEquals(2, parse("-H", "localhost:2", "--hostfile", file, "A").ranks(), "they are chosen from those of the file");
        assertTrue(refusal("-H", "localhost:0", "A").contains("'localhost:0' is no number of slots"));
        assertTrue(refusal("-H", "localhost:4000,localhost:4000", "A").contains("8000 slots, more ranks than one host can start"));
    }

    @Test
    void ranksMappedToEachHostAreAsManyAsThereAreUnlessTheLineSays() {
        assertEquals(3, parse("--like", "mpirun", "--map-by", "ppr:3:node", "A").ranks());
        assertEquals(3, parse("--like", "mpirun", "-map-by", "ppr:3:node:oversubscribe", "-H", "localhost:1", "A").ranks());
        assertEquals(2, parse("--map-by", "ppr:3:node", "-n", "2", "A").ranks());
        assertEquals(3, parse("--like", "mpirun", "-ppn", "3", "A").ranks());
        assertEquals(2, parse("-hosts", "localhost:3", "-perhost", "2", "A").ranks());
        for (String same : List.of("slot:oversubscribe", "ppr:1:core", "socket", ":PE=1")) {
            assertEquals(Machine.usableCores(), parse("--like", "mpirun", "--map-by", same, "A").ranks(), same);
        }
        assertTrue(refusal("--map-by", "ppr:3", "A").contains("'ppr:3'"));
        assertTrue(refusal("--map-by", "ppr:x:node", "A").contains("'x' is not a number of ranks"));
    }

    @Test
    void ranksMappedToPartsThatAreNotCountedNeedTheirNumber() {
        for (String pattern : List.of("ppr:2:socket", "ppr:1:numa", "ppr:2:core", "ppr:1:node,1:socket")) {
            assertTrue(refusal("--like", "mpirun", "--map-by", pattern, "A").contains("Write -n"), pattern);
            assertEquals(3, parse("--like", "mpirun", "--map-by", pattern, "-n", "3", "A").ranks(), pattern);
        }
    }

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

    @Test
    void ranksAreBoundToCoresUnlessTheyShallNotBe() {
        assertTrue(parse("A").bind());
        assertFalse(parse("--bind-to", "none", "A").bind());
        assertFalse(parse("--bind-to", "socket:overload-allowed", "A").bind());
        assertTrue(parse("--bind-to", "core:overload-allowed", "A").bind());
        assertTrue(refusal("--bind-to", "moon", "A").contains("'moon'"));
    }

    @Test
    void wordsAfterTheProgramBelongToIt() {
        assertEquals(List.of("--tag-output", "--", "-x"), parse("A.java", "--tag-output", "--", "-x").arguments());
    }

    @Test
    void twoDashesEndTheOptions() {
        assertEquals("-odd", parse("-n", "2", "--", "-odd").program());
    }

    @Test
    void oneRankIsTheDefault() {
        assertEquals(1, parse("A").ranks());
    }

    @Test
    void optionsMayBeSpeltAsTheHelpPageAndOtherLaunchersSpellThem() {
        assertEquals(3, parse("-np=3", "A").ranks());
        assertEquals(3, parse("--np", "3", "A").ranks());
        assertEquals(3, parse("--n=3", "A").ranks());
        assertEquals("/tmp", parse("-wdir=/tmp", "A").wdir());
        assertEquals(List.of("A=b=c"), parse("-x=A=b=c", "A").exports());
        assertEquals("a=b", parse("-cp", "a=b", "A").classPath());
        assertTrue(refusal("-Dp=q", "A").contains("--jvm-args"));
        assertTrue(refusal("-Xmx1g", "A").contains("--jvm-args"));
    }

    @Test
    void countsThatMakeNoSenseAreRefused() {
        assertTrue(refusal("-n", "0", "A").contains("0 ranks"));
        assertTrue(refusal("-n", "-1", "A").contains("-1 ranks"));
        assertTrue(refusal("-n", "1e9", "A").contains("'1e9'"));
        assertTrue(refusal("-n", "99999999999999999999", "A").contains("not a number"));
        assertTrue(refusal("-n", "1000000", "A").contains("4096"));
        assertTrue(refusal("-n", "", "A").contains("''"));
    }

    @Test
    void misspeltOptionsGetASuggestion() {
        assertTrue(refusal("--tagoutput", "A").contains("--tag-output"));
        assertTrue(refusal("--timout", "3s", "A").contains("--timeout"));
        assertTrue(refusal("--report", "link", "A").contains("links"));
        assertTrue(refusal("--zzzz", "A").contains("--help"));
    }

    @Test
    void missingAndSuperfluousValuesAreNamed() {
        assertTrue(refusal("-n").contains("-n"));
        assertTrue(refusal("--tag-output=yes", "A").contains("takes no value"));
        assertTrue(refusal("-n", "2").contains("no program"));
        assertTrue(refusal("-n", "2", "").contains("no program"));
    }

    @Test
    void timesHaveUnitsOrMeanSeconds() {
        assertEquals(1_500_000_000L, parse("--timeout", "1500ms", "A").timeoutNs());
        assertEquals(60_000_000_000L, parse("--timeout", "60", "A").timeoutNs());
        assertEquals(300_000_000_000L, parse("--timeout", "5min", "A").timeoutNs());
        assertTrue(refusal("--timeout", "5m", "A").contains("5min"));
        for (String wrong : List.of("", "s", "0s", "-3s", "3x", "3 s", "9999999999s", "999999999h")) {
            assertThrows(BraidException.class, () -> parse("--timeout", wrong, "A"), wrong);
        }
    }

    @Test
    void eachOptionHasALineOfHelpAndNoSpellingMeansTwo() {
        for (RunOption option : RunOption.values()) {
            assertFalse(option.help().isEmpty() || option.names().isEmpty(), option.name());
            for (String name : option.names()) {
                assertEquals(option, RunOption.named(name));
            }
        }
        for (JobCommand command : JobCommand.values()) {
            assertEquals(RunOption.allNames(command).size(), Set.copyOf(RunOption.allNames(command)).size());
        }
        assertNull(RunOption.named("--zzzz"));
    }

    @Test
    void levelsAreMeasuredUnlessSomebodySaysOtherwise() {
        assertTrue(RunArguments.parse(JobCommand.SERVER, List.of("-n", "3")).measuresLevels());
        assertTrue(RunArguments.parse(JobCommand.SERVER, List.of("--levels", "measured")).measuresLevels());
        assertFalse(RunArguments.parse(JobCommand.SERVER, List.of("--levels=named")).measuresLevels());
        assertThrows(BraidException.class, () -> RunArguments.parse(JobCommand.SERVER, List.of("--levels=guessed")));
        assertThrows(BraidException.class, () -> RunArguments.parse(JobCommand.RUN, List.of("--levels=named", "Main")), "one host has none");
    }

    @Test
    void anExportedNameMustExistOrHaveAValue() {
        assertTrue(parse("-x", "PATH", "A").exports().getFirst().startsWith("PATH="));
        assertTrue(refusal("-x", "NO_SUCH_VARIABLE_HERE", "A").contains("not set"));
        assertTrue(refusal("-x", "=3", "A").contains("names no variable"));
    }

    @Test
    void placesAreNamedAndALevelThatNamesNobodyIsRefused() {
        RunOptions options = RunArguments.parse(JobCommand.JOIN, List.of("TICKET", "--site", "paris", "--cluster=lan", "Main"));
        assertEquals("paris lan", options.site() + " " + options.cluster());
        assertEquals("t", RunArguments.parse(JobCommand.RUN, List.of("--topology", "t", "Main")).topology());
        for (String wrong : new String[] {"--site=", "--cluster=a/b", "--site=a\u001b[2J"}) {
            assertThrows(BraidException.class, () -> RunArguments.parse(JobCommand.RUN, List.of(wrong, "Main")), wrong);
        }
        assertThrows(BraidException.class, () -> RunArguments.parse(JobCommand.JOIN, List.of("TICKET", "--topology", "t", "Main")));
    }

    @Test
    void aMethodExpressionThatCannotBeReadIsRefusedBeforeAnythingStarts() {
        assertTrue(refusal("--method", "tcp(((", "A").contains("BRD-101"));
    }

    /** The ticket was left out, so what was meant as the program stands in its place. */
    @Test
    void ofAJoinWithoutATicketItIsSaidWhatWasTakenForOne() {
        BraidException thrown = assertThrows(BraidException.class, () -> RunArguments.parse(JobCommand.JOIN, List.of("Hello.java")));
        assertTrue(thrown.why().contains("'Hello.java' stands where the ticket is expected"), thrown::getMessage);
    }

    @Test
    void ranksMayShareProcessesWhereAProgramIsStarted() {
        RunOptions join = RunArguments.parse(JobCommand.JOIN, List.of("TICKET", "--ranks", "0,2,4", "--ranks-per-process", "2", "Main"));
        assertEquals(2, join.processes());
        assertThrows(BraidException.class, () -> RunArguments.parse(JobCommand.JOIN, List.of("TICKET", "--ranks", "0,2", "--ranks-per-process", "3", "Main")));
        assertThrows(BraidException.class, () -> RunArguments.parse(JobCommand.SERVER, List.of("-n", "4", "--ranks-per-process", "2")));
    }

    /** The monotonic clocks of two hosts have nothing in common. */
    @Test
    void timesOfAStartAreNotComparedBetweenHosts() {
        BraidException refusal = assertThrows(BraidException.class, () -> RunArguments.parse(JobCommand.SERVER, List.of("-n", "2", "--report", "links,startup")));
        assertTrue(refusal.getMessage().contains("startup"), refusal.getMessage());
        assertEquals("links", RunArguments.parse(JobCommand.SERVER, List.of("-n", "2", "--report", "links")).report());
    }
}
