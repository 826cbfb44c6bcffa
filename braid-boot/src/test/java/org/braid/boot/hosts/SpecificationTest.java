package org.braid.boot.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecificationTest {
    private static HostMap map(String text, int ranks) {
        return Specification.parse(text).map(ranks, 2);
    }

    private static String hosts(HostMap map) {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < map.size(); rank++) {
            text.append(map.hostOf(rank).name());
        }
        return text.toString();
    }

    @Test
    void hostsAreFilledOneAfterTheOtherOrInTurn() {
        assertEquals("aaabbc", hosts(map("a 3\nb 2\nc 1", 6)));
        assertEquals("abcaba", hosts(map("placement cyclic\na 3\nb 2\nc 1", 6)));
        assertEquals("aaabb", hosts(map("a\nb", 5)), "hosts without a number share the ranks");
        assertEquals("aabbb", hosts(map("a 2\nb", 5)));
    }

    @Test
    void ranksThatAreNamedAreWhereTheyAreNamedAndTheOthersFillUp() {
        assertEquals("abbaa", hosts(map("a\nb ranks 1-2", 5)));
        assertEquals("bab", hosts(map("a ranks 1 # only this\n\nb ranks 0, 2", 3)));
    }

    @Test
    void aPathHasTheHostLastAndTheSiteFirst() {
        HostMap map = map("site/lan/one 1\nsite/two 1\nthree 1", 3);
        assertEquals(new JobHost(0, 2, 1, "one", "", "site", "lan"), map.hostOf(0));
        assertEquals(new JobHost(1, 2, 1, "two", "", "site", ""), map.hostOf(1));
        assertEquals(new JobHost(2, 2, 1, "three", "", "", ""), map.hostOf(2));
        assertArrayEquals(new int[] {1}, map.ranksOn(map.hostOf(1)));
    }

    private static String parts(HostMap map) {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < map.size(); rank++) {
            Part part = map.partOf(rank);
            text.append(text.isEmpty() ? "" : " ").append(part.socket() < 0 ? "-" : part.socket()).append(part.cache() < 0 ? "-" : part.cache());
        }
        return text.toString();
    }

    @Test
    void ranksOfAHostAreSharedOutOverItsPackagesAndCachesAsCoresAre() {
        assertEquals("0- 0- 1- 1-", parts(map("a 4 packages=2", 4)));
        assertEquals("00 01 10 11", parts(map("a packages=2 caches=2", 4)));
        assertEquals("00 00 01 10 11 --", parts(map("a 5 caches=2 packages=2\nb", 6)));
        assertEquals("-0 -0 -1 --", parts(map("a ranks 0-2 caches=2 # one package of two caches\nb packages=1", 4)));
        assertEquals("0- -- 1- --", parts(map("placement cyclic\na packages=2\nb packages=1 caches=1", 4)));
        assertEquals("0- 32-", parts(map("a packages=64", 2)), "ranks that are fewer than packages have one each");
        assertEquals(new Parting(true, false), map("a 4 packages=2", 4).parting());
        assertEquals(Parting.NONE, map("a 4 packages=1\nb", 5).parting());
    }

    private static String processes(HostMap map) {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < map.size(); rank++) {
            text.append(map.partOf(rank).process() < 0 ? "-" : map.partOf(rank).process());
        }
        return text.toString();
    }

    @Test
    void ranksOfAHostAreThreadsOfSoManyProcessesWhereThesePartThem() {
        assertEquals("00011", processes(map("a 5 processes=2", 5)));
        assertEquals("0011--", processes(map("a 4 processes=2\nb processes=1", 6)));
        assertEquals("----", processes(map("a 4 processes=1", 4)), "one parts nobody");
        assertEquals("----", processes(map("a 4 processes=4", 4)), "nor do as many as there are ranks");
        assertEquals("0-0-1-", processes(map("placement cyclic\na 3 processes=2\nb", 6)));
        assertEquals(new Parting(true, true), map("a 4 packages=2 processes=2", 4).parting());
        assertEquals(new Parting(false, true), map("a 4 processes=2", 4).parting());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a//b 1                | names nobody",
        "/b 1                  | names nobody",
        "a/b/c/d 1             | 4 levels",
        "a 1;a 2               | line 1 names the same host",
        "a 0;b 3               | without ranks",
        "a x                   | a number of ranks",
        "a 3 4                 | a number of ranks",
        "a 2;b 2               | ask for 4 ranks",
        "a 2                   | ask for 2 ranks",
        "a;b;c;d               | at least 4 ranks",
        "a ranks 0-7;b         | ask for",
        "a ranks 0;b ranks 0,1 | rank 0 is on line 1",
        "a ranks 0,1,3         | rank 3",
        "a ranks 2-0           | below its beginning",
        "a ranks 0-9999999     | at most",
        "a 9999999;b           | at most",
        "a 99999999999;b       | at most",
        "a ranks 0-2000000000  | at most",
        "a;b;c;d;e             | or name fewer hosts",
        "placement cyclic;placement blocks;a | line 1 has said the placement",
        "a 1000000;b 1000000   | line 2",
        "a ranks 0-999999,0-999999 | at most",
        "a ranks               | no ranks follow",
        "a 3 packages=0        | from 1 to 64",
        "a 3 packages=65       | from 1 to 64",
        "a 3 packages=         | from 1 to 64",
        "a 3 packages=two      | from 1 to 64",
        "a 3 packages=2 caches=2 packages=3 | has said that before",
        "a 3;b caches=-1       | from 1 to 64",
        "a 3 sockets=2         | packages=, caches= and processes=",
        "a packages=2 3        | a number of ranks",
        "placement cyclic packages=2;a | packages=, caches= and processes=",
        "placement random;a    | blocks or cyclic",
        "# nothing             | names no host"
    })
    void whatCannotBeMeantIsRefusedWithItsLine(String text, String why) {
        BraidException refused = assertThrows(BraidException.class, () -> map(text.replace(";", "\n"), 3));
        assertEquals(ErrorCode.TOPOLOGY_INVALID, refused.code());
        assertTrue(refused.getMessage().contains(why), refused::getMessage);
    }

    @Test
    void aWordThatIsTooLongIsNotRepeatedInFull() {
        BraidException refused = assertThrows(BraidException.class, () -> Specification.parse("a".repeat(100_000)));
        assertTrue(refused.getMessage().length() < 500, refused::getMessage);
    }

    @Test
    void whatANameMayNotHaveIsSaidAndNotSentToATerminal() {
        BraidException control = assertThrows(BraidException.class, () -> Specification.parse("west/a\u001b[31m 1"));
        assertTrue(control.why().contains("U+001B") && control.what().contains("west/a\ufffd[31m"), control::getMessage);
        BraidException tooLong = assertThrows(BraidException.class, () -> Specification.parse("west/" + "a".repeat(1000)));
        assertTrue(tooLong.why().contains("1000 bytes"), tooLong::getMessage);
        BraidException elsewhere = assertThrows(BraidException.class, () -> Specification.parse("a \u001b[31m"));
        assertFalse(Text.hasControl(elsewhere.getMessage()), elsewhere::getMessage);
    }

    @Test
    void whatWillNeverBeACharacterIsNoName() {
        for (String none : new String[] {"\ufffe", "\uffff", "\ufdd0", "\ud83f\udfff"}) {
            assertThrows(BraidException.class, () -> Specification.parse("a" + none + " 1"));
        }
        assertEquals("\ud83d\ude00", Specification.parse("\ud83d\ude00 1").map(1, 1).hostOf(0).name());
    }

    @Test
    void aFileThatCannotBeReadIsToldWithItsNameAndReason(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("three.topo");
        refuse(file, "no such file");
        Files.write(file, new byte[] {'a', (byte) 0xff});
        refuse(file, "not UTF-8");
        Files.write(file, new byte[(1 << 20) + 1]);
        refuse(file, "longer than");
        Files.writeString(file, "a 1\nb 2");
        assertEquals("abb", hosts(SpecificationFile.read(file).map(3, 2)));
        Files.writeString(file, "\ufeffwest/a 1\nwest/b 2");
        assertEquals("west", SpecificationFile.read(file).map(3, 2).hostOf(0).site(), "a byte order mark is no part of a name");
    }

    private static void refuse(Path file, String why) {
        BraidException refused = assertThrows(BraidException.class, () -> SpecificationFile.read(file));
        assertEquals(ErrorCode.TOPOLOGY_INVALID, refused.code());
        assertTrue(refused.getMessage().contains(file.toString()) && refused.getMessage().contains(why), refused::getMessage);
    }
}
