package org.braid.launch.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where compiled programs are kept, and where not: what another user could have put there is never started. */
class CacheDirectoryTest {
    @TempDir Path directory = Path.of("");

    private Path temporary = Path.of("");
    private Path home = Path.of("");

    @BeforeEach
    void name() {
        temporary = directory.resolve("temporary");
        home = directory.resolve("home");
    }

    private Path writable(Path preferred) {
        return CacheDirectory.writable(preferred, null, temporary);
    }

    private static void allow(String permissions, Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void assertUnusable(String why, Path preferred, Path temporary) {
        BraidException refusal = assertThrows(BraidException.class, () -> CacheDirectory.writable(preferred, null, temporary));
        assertEquals(ErrorCode.CACHE_UNUSABLE, refusal.code());
        assertTrue(refusal.why().contains(why), refusal.getMessage());
    }

    @Test
    void itIsWhereTheUserWantsIt() {
        assertEquals(Path.of("/x"), CacheDirectory.path("/x", "/y", "/z"));
        assertEquals(Path.of("/y/braid"), CacheDirectory.path(null, "/y", "/z"));
        assertEquals(Path.of("/z/.cache/braid"), CacheDirectory.path("", "relative is not allowed", "/z"));
        assertTrue(CacheDirectory.path(null, null, null).toString().contains("braid-cache-"));
        assertEquals(Path.of("/t/braid-cache-" + Machine.user()), CacheDirectory.temporary("/t"));
        assertEquals(CacheDirectory.temporary(null), CacheDirectory.temporary("relative is not allowed"));
    }

    @Test
    void itIsMadeForItsUserAlone() throws IOException {
        assertEquals(home.resolve("braid"), writable(home.resolve("braid")));
        assertEquals("rwx------", permissions(home));
        assertEquals("rwx------", permissions(home.resolve("braid")));
    }

    @Test
    void aDirectoryThatOthersMayWriteToIsRefused() throws IOException {
        allow("rwxrwxrwx", Files.createDirectory(home));
        assertUnusable("others than you may write to it", home, temporary);
        assertUnusable("others than you may write to " + home, Files.createDirectory(home.resolve("braid")), temporary);
        allow("rwxr-xr-x", home);
        assertEquals(home.resolve("braid"), writable(home.resolve("braid")));
    }

    @Test
    void aDirectoryThatNoClassPathCanNameIsRefused() {
        assertUnusable("has a ':'", directory.resolve("a:b"), temporary);
    }

    @Test
    void aGroupMayWriteOnlyIfItIsTheUsersOwn() throws IOException {
        allow("rwxrwx---", Files.createDirectory(home));
        int user = (int) Files.getAttribute(home, "unix:uid");
        boolean own = user == (int) Files.getAttribute(home, "unix:gid");
        if (own) {
            assertEquals(home, writable(home));
        }
        if (user == 0) {
            Files.setAttribute(home, "unix:gid", 100);
        }
        if (user == 0 || !own) {
            assertUnusable("others than you may write to it", home, temporary);
        }
    }

    @Test
    void aDirectoryOfAnotherUserIsNotThisUsersHome() throws IOException {
        Path others = home;
        if (Machine.user().equals("root")) {
            Files.setAttribute(Files.createDirectory(home), "unix:uid", 65534);
        } else {
            others = Path.of("/tmp"); // root's, where anybody may write
        }
        assertEquals(temporary, writable(others));
        assertEquals(temporary, writable(others.resolve("braid-below")), "they could put another one in its place");
        assertUnusable("it is another user's", others, others);
    }

    @Test
    void aLinkIsFollowedInAHomeAndNotInTheTemporaryDirectory() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Files.createSymbolicLink(home, real);
        Files.createSymbolicLink(temporary, real);
        assertEquals(real, writable(home));
        assertUnusable("it is a link", Files.createFile(directory.resolve("file")).resolve("below"), temporary);
    }

    @Test
    void whereAHomeCannotBeWrittenProgramsAreKeptInATemporaryDirectoryThatIsTheUsersAlone() throws IOException {
        Path below = Files.writeString(directory.resolve("file"), "").resolve("under a file");
        assertEquals(temporary, writable(below));
        assertEquals("rwx------", permissions(temporary));
        assertEquals(temporary, writable(below), "a second time");
        allow("rwxrwxrwx", temporary);
        assertUnusable("others than you may write to it", below, temporary);
    }

    @Test
    void aDirectoryThatTheUserHasNamedIsReplacedByNoOther() throws IOException {
        Path below = Files.writeString(directory.resolve("file"), "").resolve("x");
        assertEquals(ErrorCode.ENVIRONMENT_INVALID, assertThrows(BraidException.class, () -> CacheDirectory.writable(below, below.toString(), temporary)).code());
        allow("rwxrwxrwx", Files.createDirectory(home));
        assertEquals(ErrorCode.CACHE_UNUSABLE, assertThrows(BraidException.class, () -> CacheDirectory.writable(home, home.toString(), temporary)).code());
    }
}
