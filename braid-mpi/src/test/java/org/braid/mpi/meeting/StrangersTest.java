package org.braid.mpi.meeting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.boot.hosts.HostIdentity;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.LcoName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes to a port or a stream from somebody who is not who he should be. */
class StrangersTest {
    @Test
    void whoShowsAWrongCapabilityOrTooLittleIsDroppedAndTheNextCallerIsServed() throws IOException {
        Ports ports = new Ports();
        NearName name = (NearName) ports.open();
        for (byte[] shown : List.of(new byte[0], new byte[3], new byte[NearName.CAPABILITY_BYTES])) {
            try (SocketChannel stranger = SocketChannel.open(UnixDomainSocketAddress.of(name.socket()))) {
                assertEquals(shown.length, stranger.write(ByteBuffer.wrap(shown)));
            }
        }
        try (Talk called = ports.connect(name); Talk accepted = ports.accept(name)) {
            Thread caller = Thread.ofPlatform().start(() -> greet(called));
            accepted.greet(1);
            assertArrayEquals(new long[] {1, 2}, accepted.swap(new long[] {3}));
            join(caller);
        }
        ports.closeAll();
        assertTrue(Files.notExists(name.socket().getParent()), "nothing is left of a port that was closed");
    }

    private static void greet(Talk talk) {
        try {
            talk.greet(1);
            assertArrayEquals(new long[] {3}, talk.swap(new long[] {1, 2}));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anotherBuildIsRefusedByBoth() {
        Ports ports = new Ports();
        NearName name = (NearName) ports.open();
        try (Talk called = ports.connect(name); Talk accepted = ports.accept(name)) {
            Thread caller = Thread.ofPlatform().start(() -> assertThrows(IOException.class, () -> called.greet(1)));
            assertThrows(IOException.class, () -> accepted.greet(2));
            join(caller);
        }
        ports.closeAll();
    }

    @Test
    void aPortInADirectoryThatOthersMayEnterIsNotCalled(@TempDir Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        PortName open = NearName.of(directory.resolve("s"));
        MpiFailure told = assertThrows(MpiFailure.class, () -> new Ports().connect(open));
        assertEquals(ErrorClass.PORT, told.errorClass());
        assertTrue(told.getMessage().contains("not this user's alone"), told.getMessage());
    }

    @Test
    void aGroupThatIsDamagedAnywhereIsRefusedOrReadAsAGroup() {
        ContextId process = new ContextId(1, 2, 3);
        Member member = new Member(new LcoName(process, 4, 5), new LcoName(process, 6, 7), new HostIdentity(10, 11), 8, 9, DescriptorTable.EMPTY);
        long[] words = member.words();
        assertEquals(member.across(), Member.all(words, 1)[0].across());
        assertEquals(9, Member.all(words, 1)[0].startTicks());
        assertEquals(new HostIdentity(10, 11), Member.all(words, 1)[0].host());
        for (int length = 0; length < words.length; length++) {
            long[] cut = Arrays.copyOf(words, length);
            assertThrows(IllegalArgumentException.class, () -> Member.all(cut, 1));
        }
        assertThrows(IllegalArgumentException.class, () -> Member.all(words, 2));
        assertThrows(IllegalArgumentException.class, () -> Member.all(words, 0));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            long[] damaged = words.clone();
            damaged[random.nextInt(damaged.length)] = random.nextBoolean() ? random.nextLong() : random.nextInt(40);
            try {
                assertEquals(1, Member.all(damaged, 1).length, "seed " + seed);
            } catch (IllegalArgumentException | org.braid.base.BraidException refused) {
                assertTrue(refused.getMessage() != null, "seed " + seed);
            }
        }
    }

    @Test
    void aBlockHasAMemberAndSaysIfItIsTooShortOrASecretIsNeeded() {
        ContextId process = new ContextId(1, 2, 3);
        Member member = new Member(new LcoName(process, 4, 5), new LcoName(process, 6, 7), new HostIdentity(10, 11), 8, 9, DescriptorTable.EMPTY);
        long[] two = Arrays.copyOf(member.block(false), 2 * Member.BLOCK);
        System.arraycopy(member.block(true), 0, two, Member.BLOCK, Member.BLOCK);
        assertFalse(Member.anyNeedsSecret(member.block(false)));
        assertTrue(Member.anyNeedsSecret(two));
        assertFalse(Member.isAnyCut(two));
        assertEquals(member.all(), Member.ofBlocks(two, 1, 1)[0].all());
        DescriptorTable longer = DescriptorTable.of(List.of(new Descriptor("tcp", new byte[Member.BLOCK * Long.BYTES])));
        long[] cut = new Member(member.across(), member.all(), member.host(), 8, 9, longer).block(false);
        assertTrue(Member.isAnyCut(cut));
        assertThrows(IllegalArgumentException.class, () -> Member.ofBlocks(cut, 0, 1));
        for (int at = 1; at < Member.BLOCK; at++) {
            long[] damaged = member.block(false);
            damaged[at] = -1;
            try {
                assertEquals(1, Member.ofBlocks(damaged, 0, 1).length);
            } catch (IllegalArgumentException | org.braid.base.BraidException refused) {
                assertTrue(refused.getMessage() != null, "word " + at);
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
