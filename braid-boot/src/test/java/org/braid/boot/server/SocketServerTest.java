package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
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
import org.junit.jupiter.api.io.TempDir;

/** Ranks and strangers talk to the rank server over a real socket. */
@Timeout(60)
class SocketServerTest {
    private static final int MANY = 20_000;

    @TempDir Path directory = Path.of("");

    private final Heard heard = new Heard();
    private Thread serving = Thread.currentThread();
    private Ticket job = new Ticket(1, 2, 3, 0, 3, 0, 3, 0, "", Secret.random(), "", "", false);
    private @Nullable SocketServer server;

    @BeforeEach
    void listen() throws IOException {
        Path socket = directory.resolve("ranks");
        job = new Ticket(1, 2, 3, 0, 3, 0, 3, 0, SocketServer.address(socket), job.secret(), "", "", false);
        SocketServer listening = SocketServer.listen(socket, new RankServerCore(job, heard));
        server = listening;
        serving = new Thread(listening);
        serving.start();
    }

    @AfterEach
    void close() throws InterruptedException {
        serving.interrupt();
        serving.join();
    }

    private SocketServer server() {
        return Objects.requireNonNull(server);
    }

    @Test
    void ranksFindEachOtherWhateverTheOrder() throws InterruptedException {
        Thread[] ranks = new Thread[3];
        ConcurrentLinkedQueue<Integer> found = new ConcurrentLinkedQueue<>();
        for (int rank = 0; rank < 3; rank++) {
            int me = rank;
            ranks[rank] = new Thread(() -> {
                RankClient client = new RankClient(job.withRank(me));
                client.register(new byte[] {(byte) me});
                for (int other = 0; other < 3; other++) {
                    ByteBuffer page = client.lookup(other, 1);
                    found.add((int) page.get(12) - other);
                }
                client.finished();
            });
            ranks[rank].start();
        }
        for (Thread rank : ranks) {
            rank.join();
        }
        assertEquals(9, found.size());
        assertTrue(found.stream().allMatch(difference -> difference == 0));
        CountDownLatch heardAll = new CountDownLatch(1);
        server().afterArrived(heardAll::countDown);
        assertTrue(heardAll.await(30, TimeUnit.SECONDS));
        assertEquals(3, heard.lines.stream().filter(line -> line.startsWith("finished")).count());
    }

    @Test
    void aRefusalIsAnExceptionWithItsCode() {
        Ticket forged = new Ticket(1, 2, 3, 0, 3, 0, 3, 0, job.server(), Secret.random(), "", "", false);
        RankClient client = new RankClient(forged);
        client.register(new byte[0]);
        assertEquals(ErrorCode.JOIN_REFUSED, assertThrows(BraidException.class, () -> client.lookup(0, 1)).code());
    }

    @Test
    void garbageIsAnsweredAndDisconnectedWhileOthersGoOn() throws IOException {
        RankClient member = new RankClient(job);
        member.register(new byte[] {5});
        try (SocketChannel stranger = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            stranger.connect(UnixDomainSocketAddress.of(job.server().substring(5)));
            stranger.write(ByteBuffer.wrap("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer answer = ByteBuffer.allocate(4096);
            while (stranger.read(answer) >= 0) {
                continue;
            }
            assertTrue(new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8).contains("BRD-1010"));
        }
        assertEquals(5, member.lookup(0, 1).get(12));
    }

    @Test
    void aTaskRunsAfterEverythingThatHadArrived() throws InterruptedException {
        for (int rank = 0; rank < 3; rank++) {
            new RankClient(job.withRank(rank)).note("before");
        }
        CountDownLatch done = new CountDownLatch(1);
        server().afterArrived(() -> {
            heard.say("task");
            done.countDown();
        });
        assertTrue(done.await(30, TimeUnit.SECONDS));
        assertEquals(3, heard.lines.stream().takeWhile(line -> !line.equals("task")).filter(line -> line.startsWith("noted")).count());
    }

    /** The server reads until it finds nothing, while more may arrive. */
    @Test
    void nothingIsLostOfWhatComesInMidRead() throws InterruptedException {
        RankClient talker = new RankClient(job);
        for (int i = 0; i < MANY; i++) {
            talker.alive();
        }
        CountDownLatch done = new CountDownLatch(1);
        server().afterArrived(done::countDown);
        assertTrue(done.await(30, TimeUnit.SECONDS));
        assertEquals(MANY, heard.lines.size());
    }

    @Test
    void theSocketAndItsDirectoryAreRemovedByWhoeverComesFirst() throws IOException {
        Path socket = Files.createDirectory(directory.resolve("job")).resolve("ranks");
        SocketServer.listen(socket, new RankServerCore(job, heard));
        for (int i = 0; i < 2; i++) {
            SocketServer.removeFiles(SocketServer.address(socket));
            assertFalse(Files.exists(directory.resolve("job")));
        }
        SocketServer.removeFiles("pipe:" + Files.createFile(directory.resolve("other")));
        assertTrue(Files.exists(directory.resolve("other")));
    }

    @Test
    void whoConnectsAndAsksWhileInterruptedIsAnsweredAndSoAreItsNextQuestions() {
        RankClient client = new RankClient(job);
        Thread.currentThread().interrupt();
        client.register(new byte[] {5});
        assertEquals(5, client.lookup(0, 1).get(12));
        assertTrue(Thread.interrupted(), "the status stays set");
        assertEquals(5, client.lookup(0, 1).get(12));
    }

    @Test
    void interruptsEndNoWaitForAnAnswer() throws InterruptedException {
        ConcurrentLinkedQueue<String> found = new ConcurrentLinkedQueue<>();
        Thread asking = new Thread(() -> {
            RankClient client = new RankClient(job);
            client.register(new byte[0]);
            found.add(client.lookup(1, 1).get(12) + (Thread.interrupted() ? " interrupted" : ""));
            found.add(Byte.toString(client.lookup(1, 1).get(12)));
        });
        asking.start();
        for (int i = 0; i < 10; i++) {
            asking.interrupt();
            asking.join(10); // some of them come while it connects, others while it waits
        }
        new RankClient(job.withRank(1)).register(new byte[] {7});
        asking.join();
        assertEquals("[7 interrupted, 7]", found.toString());
    }
}
