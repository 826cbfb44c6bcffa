package org.braid.devices.delay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file by which processes share links: here each opening of it stands for a process. */
class LinkClocksTest {
    @TempDir private Path directory = Path.of("");

    private Path file() throws IOException {
        Path file = directory.resolve("links");
        LinkClocks.create(file, Map.of("wan", new int[] {0, 0, 1}, "lan", new int[] {0, 1, 2}));
        return file;
    }

    @Test
    void allWhoMapTheFileTransmitByTheSameWire() throws IOException {
        Path file = file();
        SharedWire one = LinkClocks.open(file).between("wan", 0, 2);
        SharedWire other = LinkClocks.open(file).between("wan", 1, 2); // from the same cluster to the same
        assertEquals(400_000, one.take(1_000_000, 400_000));
        assertEquals(800_000, other.take(1_000_000, 400_000), "behind what the other process sends");
        assertEquals(400_000, LinkClocks.open(file).between("wan", 2, 0).take(1_000_000, 400_000), "the other direction is a link of its own");
        assertEquals(400_000, LinkClocks.open(file).between("lan", 0, 2).take(1_000_000, 400_000), "and so is another group's");
        one.giveBack(400_000);
        assertEquals(800_000, other.take(1_000_000, 400_000));
    }

    @Test
    void manyWhoSendAtOnceShareTheBandwidthExactly() throws Exception {
        Path file = file();
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            SharedWire wire = LinkClocks.open(file).between("wan", 0, 2);
            senders.add(Thread.ofPlatform().start(() -> {
                for (int frame = 0; frame < 1000; frame++) {
                    assertTrue(wire.take(0, 100) > 0);
                }
            }));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        assertEquals(400_000, LinkClocks.open(file).between("wan", 0, 2).freeAtNs(), "4 × 1000 frames of 100 ns, each behind another");
    }

    @Test
    void latenessIsKnownToAFifth() throws IOException {
        Path file = file();
        SharedWire wire = LinkClocks.open(file).between("wan", 0, 2);
        for (int frame = 0; frame < 99; frame++) {
            wire.arrived(1_500);
        }
        wire.arrived(100_000_000);
        long[] frames = LinkClocks.open(file).lateness("wan");
        assertEquals(1_682, LinkClocks.quantileNs(frames, 0.99));
        assertEquals(110_217_566, LinkClocks.quantileNs(frames, 1), 1_000);
        assertEquals(0, LinkClocks.quantileNs(LinkClocks.open(file).lateness("lan"), 0.99), "nothing has arrived there");
    }

    @Test
    void noFrameIsTakenForEarlierThanItWasNorForAFifthLater() {
        for (long lateNs = 1; lateNs < 1L << 40; lateNs = lateNs * 21 / 20 + 1) {
            long[] frames = new long[LinkClocks.BUCKETS];
            frames[LinkClocks.bucket(lateNs)] = 1;
            long knownNs = LinkClocks.quantileNs(frames, 1);
            assertTrue(knownNs + 1 >= lateNs && knownNs <= Math.max(1_000, lateNs * 1.19 + 1), lateNs + " ns are told as " + knownNs);
        }
    }

    @Test
    void framesThatOnlyWarmUpAreNotCounted() throws IOException {
        LinkClocks clocks = LinkClocks.open(file());
        SharedWire wire = clocks.between("wan", 0, 2);
        clocks.count(false);
        wire.arrived(100_000_000);
        clocks.count(true);
        wire.arrived(1_500);
        assertEquals(1_682, LinkClocks.quantileNs(clocks.lateness("wan"), 1));
        assertEquals(400_000, wire.take(1_000_000, 400_000), "the first frame that was sent still finds its wire free");
    }

    @Test
    void whatIsNoSuchFileOrDoesNotKnowTheRanksIsRefused() throws IOException {
        assertRefused(() -> LinkClocks.open(directory.resolve("none")));
        assertRefused(() -> LinkClocks.open(Files.writeString(directory.resolve("text"), "this is a text, and long enough to have a head")));
        LinkClocks clocks = LinkClocks.open(file());
        assertRefused(() -> clocks.between("san", 0, 1));
        assertRefused(() -> clocks.between("wan", 0, 3));
        assertRefused(() -> clocks.between("wan", -1, 2));
        assertRefused(() -> clocks.between("", 0, 2));
    }

    @Test
    void whyAFileCannotBeHadIsSaidInWords() {
        Path none = directory.resolve("none");
        BraidException refused = assertThrows(BraidException.class, () -> LinkClocks.open(none));
        assertEquals("delay's parameter clocks, the file " + none, refused.what());
        assertEquals("there is no such file", refused.why());
        assertFalse(assertThrows(BraidException.class, () -> LinkClocks.open(directory)).why().contains(directory.toString()));
    }

    @Test
    void aFileThatWasDamagedIsRefusedOrHarmless() throws IOException {
        byte[] right = Files.readAllBytes(file());
        long seed = Long.getLong("braid.devices.seed", 20_261_124L);
        Random random = new Random(seed);
        int refused = 0;
        for (int trial = 0; trial < 500; trial++) {
            byte[] wrong = right.clone();
            for (int i = 0; i < 4; i++) {
                wrong[random.nextInt(100)] = (byte) random.nextInt();
            }
            try {
                LinkClocks.open(Files.write(directory.resolve("wrong"), wrong)).between("wan", 0, 2).arrived(7);
            } catch (BraidException e) {
                assertEquals(ErrorCode.METHOD_PARAMETER, e.code(), "replay with -Dbraid.devices.seed=" + seed);
                refused++;
            }
        }
        assertTrue(refused > 250);
    }

    private static void assertRefused(org.junit.jupiter.api.function.Executable what) {
        assertEquals(ErrorCode.METHOD_PARAMETER, assertThrows(BraidException.class, what).code());
    }
}
