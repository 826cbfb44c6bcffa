package org.braid.launch.options;

import static org.braid.launch.options.ParsedLine.parse;
import static org.braid.launch.options.ParsedLine.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.braid.base.BraidException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunArgumentsTest {
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
        assertThrows(BraidException.class, () -> RunArguments.parse(JobCommand.SERVER, List.of("-n", "4", "--ranks-per-process", "2")));
    }

    @Test
    void aProcessHasUpToSoManyRanks() {
        RunOptions join = RunArguments.parse(JobCommand.JOIN, List.of("TICKET", "--ranks", "0,2", "--ranks-per-process", "3", "Main"));
        assertEquals("1 2", join.processes() + " " + join.ranksPerProcess());
        RunOptions run = RunArguments.parse(JobCommand.RUN, List.of("-n", "2", "--ranks-per-process", "4096", "Main"));
        assertEquals("1 2", run.processes() + " " + run.ranksPerProcess());
        assertEquals(1, RunArguments.parse(JobCommand.RUN, List.of("-n", "1", "--ranks-per-process", "4", "Main")).ranksPerProcess());
    }

    /** The monotonic clocks of two hosts have nothing in common. */
    @Test
    void timesOfAStartAreNotComparedBetweenHosts() {
        BraidException refusal = assertThrows(BraidException.class, () -> RunArguments.parse(JobCommand.SERVER, List.of("-n", "2", "--report", "links,startup")));
        assertTrue(refusal.getMessage().contains("startup"), refusal.getMessage());
        assertEquals("links", RunArguments.parse(JobCommand.SERVER, List.of("-n", "2", "--report", "links")).report());
    }
}
