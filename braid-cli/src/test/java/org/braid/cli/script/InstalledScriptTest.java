package org.braid.cli.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.braid.base.os.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code braid} beside its jar: it starts nothing that another user could have put where its caches are. */
@Timeout(60)
class InstalledScriptTest {
    private static final String STARTED = "started\ncached\ncode 0\n";
    private static final String FIRST = ScriptHome.FIRST + STARTED;

    @TempDir Path directory = Path.of("");

    private ScriptHome home;
    private Path temporary;

    @BeforeEach
    void pretend() throws IOException {
        home = ScriptHome.installed(Files.createDirectory(directory.resolve("installed")));
        temporary = Files.createDirectory(directory.resolve("tmp"));
        home.with("TMPDIR", temporary.toString()).with("HOME", "");
    }

    private Path inTemporary() {
        return temporary.resolve("braid-cache-" + Machine.user());
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void allow(String permissions, Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    /** A folder as this script leaves it behind, with another jar in it. */
    private static void plant(Path run) throws IOException {
        Path planted = Files.createDirectories(run.resolve("planted"));
        Files.writeString(planted.resolve("braid.jar"), "planted");
        Files.writeString(run.resolve("current"), "planted\n");
    }

    private static void assertRefused(String said) {
        assertTrue(said.contains("BRD-1615") && said.endsWith("code 125\n") && !said.contains("started"), said);
    }

    @Test
    void withoutAHomeItsCachesAreInAFolderOfThisUserAlone() throws Exception {
        assertEquals(FIRST, home.runUnder("000"));
        assertEquals("rwx------", permissions(inTemporary()));
        assertFalse(Files.exists(temporary.resolve(".cache")));
        assertEquals(STARTED, home.run(), "a second time");
    }

    @Test
    void aFolderInTheTemporaryDirectoryThatOthersMayWriteToIsRefused() throws Exception {
        plant(inTemporary().resolve("run"));
        allow("rwxrwxrwx", inTemporary());
        assertRefused(home.run());
    }

    @Test
    void aTemporaryDirectoryThatIsNoneIsToldAsWhatItIs() throws Exception {
        home.with("TMPDIR", Files.writeString(directory.resolve("file"), "no directory").toString());
        String said = home.run();
        assertRefused(said);
        assertTrue(said.contains("it cannot be made or written to"), said);
    }

    @Test
    void aLinkInTheTemporaryDirectoryIsNotFollowed() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        plant(elsewhere.resolve("run"));
        Files.createSymbolicLink(inTemporary(), elsewhere);
        assertRefused(home.run());
    }

    @Test
    void aHomesCacheIsMadeForThisUserAloneWhateverTheUmask() throws Exception {
        home.with("HOME", directory.toString());
        assertEquals(FIRST, home.runUnder("000"));
        assertEquals("rwx------", permissions(directory.resolve(".cache/braid")));
        assertEquals(STARTED, home.run());
    }

    @Test
    void aHomesCacheThatOthersMayWriteToIsRefused() throws Exception {
        home.with("XDG_CACHE_HOME", directory.resolve("xdg").toString());
        assertEquals(FIRST, home.run());
        allow("rwxrwxrwx", directory.resolve("xdg/braid"));
        assertRefused(home.run());
        allow("rwx------", directory.resolve("xdg/braid"));
        assertEquals(STARTED, home.run());
        allow("rwxrwxrwx", directory.resolve("xdg"));
        assertRefused(home.run());
    }

    @Test
    void aFolderOfAnotherUserIsRefused() throws Exception {
        Path others = inTemporary();
        if (Machine.user().equals("root")) {
            plant(others.resolve("run"));
            Files.setAttribute(others, "unix:uid", 65534);
        } else {
            others = Path.of("/tmp"); // root's, and anybody may write to it
        }
        home.with("BRAID_CACHE", others.toString());
        assertRefused(home.run());
    }

    @Test
    void aHomeThatBelongsToAnotherUserIsReplacedByTheTemporaryDirectory() throws Exception {
        Path others = Files.createDirectory(directory.resolve("others"));
        if (Machine.user().equals("root")) {
            Files.setAttribute(others, "unix:uid", 65534);
        } else {
            others = Path.of("/root");
        }
        home.with("HOME", others.toString());
        assertEquals(FIRST, home.run());
        assertEquals("rwx------", permissions(inTemporary()));
    }

    @Test
    void aHomeThatCannotBeWrittenIsReplacedByTheTemporaryDirectory() throws Exception {
        home.with("HOME", Files.writeString(directory.resolve("file"), "no directory").toString());
        assertEquals(FIRST, home.run());
        assertEquals("rwx------", permissions(inTemporary()));
    }

    @Test
    void aHomeThatALinkLeadsToIsLookedAtWhereItIs() throws Exception {
        Path real = Files.createDirectories(directory.resolve("real"));
        home.with("HOME", Files.createSymbolicLink(directory.resolve("linked"), real).toString());
        assertEquals(FIRST, home.run());
        allow("rwxrwxrwx", real);
        assertRefused(home.run());
    }

    @Test
    void whatTheUserNamesHimselfIsUsedOrRefused() throws Exception {
        home.with("BRAID_CACHE", directory.resolve("own").toString());
        assertEquals(FIRST, home.run());
        assertTrue(Files.isDirectory(directory.resolve("own/run")));
        allow("rwxrwxrwx", directory.resolve("own"));
        assertRefused(home.run());
    }
}
