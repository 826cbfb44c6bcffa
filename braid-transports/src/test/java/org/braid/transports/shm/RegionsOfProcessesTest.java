package org.braid.transports.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.GetBuffer;
import org.braid.link.Context;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Regions of real processes: one that never polls is accessed all the same, and one that is killed in the middle takes nobody with it. */
@Timeout(60)
class RegionsOfProcessesTest {
    private static final long SOON_NS = 20_000_000_000L;

    private final Context here = RegionMain.open(0);
    private final List<Process> children = new ArrayList<>();

    @AfterEach
    void close() throws InterruptedException {
        for (Process each : children) {
            each.destroyForcibly().waitFor();
        }
        here.close(0);
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED", "-Xmx64m", "-cp", System.getProperty("java.class.path"), RegionMain.class.getName()));
        command.addAll(List.of(arguments));
        Process child = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        children.add(child);
        return child;
    }

    private static String line(Process child) throws IOException {
        BufferedReader out = child.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        assertTrue(line != null, "the other process has ended");
        return line;
    }

    @Test
    void aProcessThatNeverPollsIsAccessedAndItsEndIsToldInTime() throws IOException, InterruptedException {
        Process owner = start("owner");
        RemoteRegion region = here.regionFrom(new GetBuffer(HexFormat.of().parseHex(line(owner))));
        assertTrue(region.isDirect());
        assertEquals(0, region.fetchAndAdd(8, 1));
        for (long startNs = System.nanoTime(); region.compareAndSwap(8, 2, 3) != 2; ) { // its owner's own hand
            assertTrue(System.nanoTime() - startNs < SOON_NS);
            Thread.onSpinWait();
        }
        byte[] data = new byte[RegionMain.BYTES];
        Arrays.fill(data, (byte) 7);
        region.put(0, data, 0, data.length);
        byte[] back = new byte[8];
        region.get(RegionMain.BYTES - 8, back, 0, 8);
        assertEquals(7, back[7]);
        owner.destroyForcibly().waitFor();
        BraidException told = assertThrows(BraidException.class, () -> {
            for (long startNs = System.nanoTime(); System.nanoTime() - startNs < SOON_NS; ) {
                region.put(0, data, 0, data.length); // its memory stays mapped here
                poll();
            }
        });
        assertEquals(ErrorCode.PEER_LOST, told.code());
    }

    private void poll() {
        here.progress().enter();
        try {
            here.progress().pollOrYield();
        } finally {
            here.progress().exit();
        }
    }

    @Test
    void whoeverIsKilledInTheMiddleOfPutsDoesNotKeepTheMemory() throws IOException, InterruptedException {
        for (int round = 0; round < 3; round++) {
            ByteBuffer memory = here.space().arena().newByteBuffer(RegionMain.BYTES);
            Region region = here.publish(memory, 0, RegionMain.BYTES, Set.of(Right.PUT), Long.MAX_VALUE, here.newEndpoint(null));
            Process initiator = start("initiator", RegionMain.capability(region));
            assertEquals("true", line(initiator));
            initiator.destroyForcibly().waitFor();
            long startNs = System.nanoTime();
            assertTrue(region.withdraw(SOON_NS));
            assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(2));
        }
    }

    @Test
    void whoeverIsStoppedInTheMiddleOfPutsIsNamedAndWaitedForAgain() throws IOException, InterruptedException {
        for (int round = 0; round < 20; round++) {
            ByteBuffer memory = here.space().arena().newByteBuffer(RegionMain.BYTES);
            Region region = here.publish(memory, 0, RegionMain.BYTES, Set.of(Right.PUT), Long.MAX_VALUE, here.newEndpoint(null));
            Process initiator = start("initiator", RegionMain.capability(region));
            assertEquals("true", line(initiator));
            signal("STOP", initiator);
            boolean inTime = region.withdraw(10_000_000);
            signal("CONT", initiator);
            assertTrue(region.withdraw(SOON_NS));
            initiator.destroyForcibly().waitFor();
            if (!inTime) {
                return; // it was stopped in a copy, as it nearly always is
            }
        }
        throw new AssertionError("it was never stopped in the middle of a put of a mebibyte");
    }

    private static void signal(String name, Process to) throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder("kill", "-" + name, Long.toString(to.pid())).start().waitFor());
    }
}
