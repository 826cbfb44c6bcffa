package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.boot.ticket.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InvitationTest {
    private static final Invitation INVITATION =
            new Invitation(0x1234abcd, new ContextId(5, 6, 3), Secret.random(), DescriptorTable.of(List.of(new Descriptor("shm", new byte[] {1, 2, 3}))));

    @TempDir Path directory = Path.of("");

    @Test
    void whatIsWrittenIsReadAndNobodyElseMayReadIt() throws IOException {
        Path file = directory.resolve("invitation");
        INVITATION.write(file);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertArrayEquals(INVITATION.toBytes(), Invitation.read(file).toBytes());
        try (var files = Files.list(directory)) {
            assertEquals(1, files.count(), "nothing but the invitation");
        }
    }

    @Test
    void aGuestIsNoRankOfTheJobItVisits() {
        ContextId guest = INVITATION.contextConfig().id();
        assertFalse(guest.isRank());
        assertTrue(guest.sameJob(INVITATION.host()));
    }

    @Test
    void aFileThatOthersMayUseIsRefused() throws IOException {
        Path file = directory.resolve("open");
        INVITATION.write(file);
        for (String permissions : List.of("rw-r-----", "rw----r--", "rw-rw-rw-", "rwx------")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
            assertRefused(file, permissions);
        }
    }

    @Test
    void whatIsNoInvitationIsRefusedWithItsCode() throws IOException {
        assertRefused(directory.resolve("missing"), "NoSuchFile");
        assertRefused(directory, "no file");
        Path file = directory.resolve("text");
        INVITATION.write(file);
        Files.writeString(file, "hello ".repeat(100));
        assertRefused(file, "its first bytes");
        Files.write(file, new byte[1 << 20]);
        assertRefused(file, "size");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        assertRefused(link, "no file");
    }

    private static void assertRefused(Path file, String why) {
        BraidException refused = assertThrows(BraidException.class, () -> Invitation.read(file), why);
        assertEquals(ErrorCode.TICKET_INVALID, refused.code());
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }

    @Test
    void everyTruncationAndEveryExtensionIsRefused() {
        byte[] whole = INVITATION.toBytes();
        for (int length = 0; length <= whole.length + 3; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            if (length != whole.length) {
                assertThrows(IllegalArgumentException.class, () -> Invitation.decode(cut), "cut to " + length);
            }
        }
    }

    @Test
    void anyChangedBytesAreRefusedOrChangeAValueAndNeverMore() {
        byte[] whole = INVITATION.toBytes();
        for (long seed = 1; seed <= 5000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] changed = whole.clone();
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            try {
                assertEquals(changed.length, Invitation.decode(changed).toBytes().length, "seed " + seed);
            } catch (IllegalArgumentException e) {
                // Refused: as good.
            }
        }
    }
}
