package org.braid.launch.signal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.base.os.Machine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Groups that are stopped run again when they are released, whatever has become of their keeper. */
@Timeout(60)
class HeldGroupsTest {
    private Process sleeper;

    @BeforeEach
    void start() throws IOException {
        sleeper = new ProcessBuilder("setsid", "sleep", "60").start();
    }

    @AfterEach
    void end() {
        sleeper.destroyForcibly();
    }

    private void await(boolean stopped) throws InterruptedException {
        for (int naps = 0; Machine.isStopped(sleeper.pid()) != stopped; naps++) {
            assertTrue(naps < 2000, stopped ? "it runs on" : "it is still stopped");
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private HeldGroups stopped() throws InterruptedException {
        HeldGroups held = HeldGroups.stop(List.of(Long.toString(sleeper.pid())));
        await(true);
        return held;
    }

    @Test
    void theyRunAgainWhenTheyAreReleased() throws InterruptedException {
        stopped().release();
        await(false);
    }

    @Test
    void theyRunAgainIfTheirKeeperWasKilled() throws InterruptedException {
        HeldGroups held = stopped();
        ProcessHandle.current().children().filter(child -> child.info().arguments().map(words -> List.of(words).contains("keeper")).orElse(false)).forEach(ProcessHandle::destroyForcibly);
        held.release();
        await(false);
    }
}
