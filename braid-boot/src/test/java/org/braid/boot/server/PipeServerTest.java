package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rank server behind a pipe; this process plays the ranks, so every answer comes back to the one client. */
@Timeout(60)
class PipeServerTest {
    private final Heard heard = new Heard();
    private Ticket job = new Ticket(1, 2, 3, 0, 2, 0, 2, 0, "", Secret.random(), "", "", false);
    private RankClient client = new RankClient(job);
    private Thread serving = Thread.currentThread();
    private @Nullable RankServer server;

    @BeforeEach
    void open() throws IOException {
        RankPipe pipe = RankPipe.open();
        job = new Ticket(1, 2, 3, 0, 2, 0, 2, 0, pipe.address(), job.secret(), "", "", false);
        client = new RankClient(job);
        RankServer opened = new PipeServer(pipe, job.jobLow(), new PidSessions(new RankServerCore(job, heard), (pid, frame) -> {
            byte[] bytes = new byte[frame.remaining()];
            frame.get(bytes);
            client.answered(bytes);
        }));
        server = opened;
        serving = new Thread(opened);
        serving.start();
    }

    @AfterEach
    void close() throws InterruptedException {
        serving.interrupt();
        serving.join();
    }

    @Test
    void aTableLongerThanAnEnvelopeArrivesWhole() {
        client.register(new byte[RankProtocol.MAX_TABLE_BYTES]);
        assertEquals(12 + RankProtocol.MAX_TABLE_BYTES, client.lookup(0, 1).remaining());
    }

    @Test
    void aWrongSecretIsRefused() {
        client = new RankClient(new Ticket(1, 2, 3, 0, 2, 0, 2, 0, job.server(), Secret.random(), "", "", false));
        client.register(new byte[0]);
        assertEquals(ErrorCode.JOIN_REFUSED, assertThrows(BraidException.class, () -> client.lookup(0, 1)).code());
    }

    @Test
    void garbageInThePipeHurtsNobody() throws IOException {
        try (FileOutputStream stranger = new FileOutputStream(job.server().substring(RankPipe.SCHEME.length()), true)) {
            stranger.write(new byte[5000]);
        }
        client.register(new byte[] {5});
        assertEquals(5, client.lookup(0, 1).get(12));
    }

    @Test
    void aTaskRunsAfterEverythingThatHadArrived() throws InterruptedException {
        client.note("before");
        client.finished();
        CountDownLatch done = new CountDownLatch(1);
        Objects.requireNonNull(server).afterArrived(() -> {
            heard.say("task");
            done.countDown();
        });
        assertTrue(done.await(30, TimeUnit.SECONDS));
        assertEquals("noted 0,finished 0,task", heard.all());
    }

    @Test
    void whoWaitsWhenTheAnswersEndIsToldSo() {
        client.answersEnd();
        assertEquals(ErrorCode.LAUNCHER_LOST, assertThrows(BraidException.class, () -> client.lookup(1, 1)).code());
    }

    @Test
    void whoAsksWhileInterruptedIsAnsweredAndSoAreItsNextQuestions() {
        client.register(new byte[] {5});
        client.lookup(0, 1);
        Thread.currentThread().interrupt();
        assertEquals(5, client.lookup(0, 1).get(12));
        assertTrue(Thread.interrupted(), "the status stays set");
        assertEquals(5, client.lookup(0, 1).get(12));
    }
}
