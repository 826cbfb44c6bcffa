package org.braid.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a stage leaves when it is closed in the middle of a play. */
@Timeout(60)
class RehearsalStageTest {
    @TempDir Path home = Path.of("");

    /** Two processes that make directories without a pause, as a compiler does that writes classes; the second is a child of the first. */
    private static ProcessBuilder busy(Path stage, Path ready) {
        String make = "while :; do mkdir -p " + stage + "/$$/a/b/c; rm -rf " + stage + "/$$/a; done";
        return new ProcessBuilder("sh", "-c", "sh -c '" + make + "' & echo >" + ready + "; " + make);
    }

    @RepeatedTest(5)
    void nothingIsLeftThoughPlaysWriteUntilTheyAreEnded() throws Exception {
        Path ready = home.resolve("ready");
        new ProcessBuilder("mkfifo", ready.toString()).start().waitFor();
        RehearsalStage stage = RehearsalStage.open(home);
        Path path = stage.resolve(".").normalize();
        try (ExecutorService player = Executors.newSingleThreadExecutor()) {
            Future<Integer> play = player.submit(() -> stage.play(busy(path, ready)));
            try (BufferedReader told = Files.newBufferedReader(ready)) {
                told.readLine();
            }
            stage.close();
            assertEquals(137, play.get());
        }
        assertFalse(Files.exists(path), "left");
        Files.delete(ready);
    }

    /** In containers, whose processes have small numbers, it made every later start go without caches. */
    @Test
    void whatAKilledOneOfTheSameNumberHasLeftIsRemoved() throws IOException {
        Path left = home.resolve("rehearsal-" + ProcessHandle.current().pid());
        Files.createFile(Files.createDirectory(left).resolve("half-written"));
        try (RehearsalStage stage = RehearsalStage.open(home)) {
            assertTrue(Files.isDirectory(left));
            assertFalse(Files.exists(stage.resolve("half-written")));
        }
        assertFalse(Files.exists(left));
    }

    @Test
    void nothingIsPlayedOnAClosedStage() throws IOException, InterruptedException {
        RehearsalStage stage = RehearsalStage.open(home);
        Path path = stage.resolve(".").normalize();
        stage.close();
        assertTrue(stage.play(new ProcessBuilder("mkdir", path.toString())) != 0);
        assertFalse(Files.exists(path), "made again");
    }
}
