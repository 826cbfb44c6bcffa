package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class FullFileSystemTest {
    private static final String PRIVATE_SHM = "mount -t tmpfs -o size=256k,mode=1777 tmpfs /dev/shm && exec \"$@\"";

    /** In a mount namespace of its own, so that the machine's /dev/shm isn't touched. */
    @Test
    void aFullFileSystemIsAnErrorAndNoCrashAndLeavesRoomForLess() throws IOException, InterruptedException {
        if (!namespacesWork()) {
            System.out.println("NOT TESTED: a full /dev/shm (this user may not mount in a namespace of its own)");
            return;
        }
        String out = run(privateShm(ChildJvm.command(FillSharedMemory.class, List.of("-XX:TieredStopAtLevel=1"))));
        assertEquals("SHARED_MEMORY_FULL No space left on device, 131072 bytes afterwards, files left: 0\n", out);
    }

    @Test
    void whatClosedArenasHeldIsGivenBackWhenThereIsNoOtherRoom() throws IOException, InterruptedException {
        if (!namespacesWork()) {
            System.out.println("NOT TESTED: a full /dev/shm (this user may not mount in a namespace of its own)");
            return;
        }
        assertEquals("room for each\n", run(privateShm(ChildJvm.command(ReopenArenas.class, List.of("-XX:TieredStopAtLevel=1")))));
    }

    private static boolean namespacesWork() throws IOException, InterruptedException {
        return run(privateShm(List.of("echo", "yes"))).equals("yes\n");
    }

    private static List<String> privateShm(List<String> command) {
        List<String> all = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", PRIVATE_SHM, "sh"));
        all.addAll(command);
        return all;
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException noSuchProgram) {
            return "";
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        return out;
    }
}
