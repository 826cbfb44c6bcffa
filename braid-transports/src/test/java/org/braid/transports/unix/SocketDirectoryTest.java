package org.braid.transports.unix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where sockets lie: in directories of their user alone, which go with their context, or are cleaned after a process that was killed. */
class SocketDirectoryTest {
    @TempDir
    private Path place;

    @Test
    void aDirectoryIsPrivateHasANameThatNobodyGuessesAndGoesWithWhatIsInIt() throws IOException {
        Path socket;
        try (SocketDirectory made = SocketDirectory.make(List.of(place)); SocketDirectory other = SocketDirectory.make(List.of(place))) {
            socket = made.socket();
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent())));
            assertNotEquals(socket, other.socket());
            Files.createFile(socket);
            assertNull(SocketDirectory.whyNotTrusted(socket));
        }
        assertFalse(Files.exists(socket.getParent()));
        assertTrue(String.valueOf(SocketDirectory.whyNotTrusted(socket)).contains("there is no " + socket.getParent()));
    }

    @Test
    void whatTheDeadHaveLeftIsRemovedAndNothingElse() throws IOException {
        Path dead = Files.createDirectory(place.resolve("braid-unix-99999999-1f-0123456789ab"));
        Files.createFile(dead.resolve("s"));
        Path recycled = Files.createDirectory(place.resolve("braid-unix-" + Machine.pid() + "-1-0123456789ab")); // this process is a later one
        Path alive = Files.createDirectory(place.resolve("braid-unix-" + Machine.pid() + "-" + Long.toHexString(Machine.startTicks(Machine.pid())) + "-0123456789ab"));
        Path notOurs = Files.createDirectory(place.resolve("braid-unix-my-own-notes"));
        Path somethingInIt = Files.createDirectory(place.resolve("braid-unix-99999998-1f-0123456789ab"));
        Files.createFile(somethingInIt.resolve("letter"));
        Path elsewhere = Files.createDirectory(place.resolve("elsewhere"));
        Files.createFile(elsewhere.resolve("s"));
        Path link = Files.createSymbolicLink(place.resolve("braid-unix-99999997-1f-0123456789ab"), elsewhere);
        SocketDirectory.make(List.of(place)).close();
        assertFalse(Files.exists(dead));
        assertFalse(Files.exists(recycled));
        for (Path kept : List.of(alive, notOurs, somethingInIt.resolve("letter"), link, elsewhere.resolve("s"))) {
            assertTrue(Files.exists(kept), kept::toString);
        }
    }

    @Test
    void aPlaceThatIsMissingOrTooDeepGivesWayToTheNextOne() throws IOException {
        Path missing = place.resolve("missing");
        Path deep = Files.createDirectories(place.resolve("d".repeat(90)));
        try (SocketDirectory made = SocketDirectory.make(List.of(missing, deep, place))) {
            assertTrue(made.socket().startsWith(place));
            assertEquals(place.getNameCount() + 2, made.socket().getNameCount());
        }
        String why = String.valueOf(assertThrows(IOException.class, () -> SocketDirectory.make(List.of(missing, deep))).getMessage());
        assertTrue(why.contains("missing") && why.contains("longer than the 107 bytes"), why);
    }

    @Test
    void aDirectoryThatOthersMayEnterIsNotTrusted() throws IOException {
        Path open = Files.createDirectory(place.resolve("open"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
        Files.createFile(open.resolve("s"));
        assertEquals(open + " is not a directory of this user alone", SocketDirectory.whyNotTrusted(open.resolve("s")));
        Path link = Files.createSymbolicLink(place.resolve("link"), SocketDirectory.make(List.of(place)).socket().getParent());
        assertEquals(link + " is not a directory of this user alone", SocketDirectory.whyNotTrusted(link.resolve("s")));
    }

    @Test
    void theDescriptorIsAKindAndAPath() {
        assertEquals("02" + "2f742f73", HexFormat.of().formatHex(SocketPath.encode(Path.of("/t/s"))));
        assertEquals(Path.of("/t/s"), SocketPath.decode(SocketPath.encode(Path.of("/t/s"))));
        assertTrue(SocketPath.isPromised(SocketPath.promised()) && SocketPath.isNowhere(SocketPath.nowhere()));
        for (String bad : List.of("", "s", "/a/../s", "/a//s", "/a/\u0000s", "/a/\ns", "/" + "a".repeat(107))) {
            refused(body(bad));
        }
        refused(new byte[0]);
        refused(new byte[] {3, '/', 's'});
        refused(new byte[] {2, '/', (byte) 0xFF});
    }

    @Test
    void noiseIsRefusedAndNeverThrowsAnythingElse() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 20_000; i++) {
            byte[] body = new byte[random.nextInt(130)];
            random.nextBytes(body);
            if (body.length > 1) {
                body[0] = 2;
                body[1] = '/';
            }
            try {
                assertTrue(SocketPath.decode(body).isAbsolute());
            } catch (BraidException refused) {
                assertEquals(ErrorCode.TABLE_REFUSED, refused.code());
            }
        }
    }

    private static byte[] body(String path) {
        byte[] text = path.getBytes(StandardCharsets.UTF_8);
        byte[] body = new byte[1 + text.length];
        body[0] = 2;
        System.arraycopy(text, 0, body, 1, text.length);
        return body;
    }

    private static void refused(byte[] body) {
        assertEquals(ErrorCode.TABLE_REFUSED, assertThrows(BraidException.class, () -> SocketPath.decode(body)).code());
    }
}
