package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RankSocketsTest {
    @TempDir Path directory = Path.of("");

    /** A rank as this test plays it: it has called, and says in advance what its turns take. */
    private SocketChannel called(int rank, double... answers) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.resolve("turns")));
        ByteBuffer said = ByteBuffer.allocate(Integer.BYTES + answers.length * Double.BYTES).putInt(rank);
        for (double answer : answers) {
            said.putDouble(answer);
        }
        channel.write(said.flip());
        return channel;
    }

    private static int[] told(SocketChannel rank) throws IOException {
        ByteBuffer turn = ByteBuffer.allocate(2 * Integer.BYTES);
        while (turn.hasRemaining()) {
            rank.read(turn);
        }
        return new int[] {turn.getInt(0), turn.getInt(Integer.BYTES)};
    }

    @Test
    void allRanksAreToldAndTheSlowestOneCounts() throws Exception {
        try (RankSockets sockets = new RankSockets(directory.resolve("turns"));
                SocketChannel second = called(1, 34, 500, 35);
                SocketChannel first = called(0, 34, 400, 35)) {
            sockets.await(2);
            assertEquals(new Slice(34, 5, 35), sockets.turn(3, 100));
            for (SocketChannel rank : new SocketChannel[] {first, second}) {
                int[] turn = told(rank);
                assertEquals(3, turn[0]);
                assertEquals(100, turn[1]);
            }
            sockets.end();
            assertEquals(0, told(first)[1]);
        }
    }

    @Test
    void aRankThatHasEndedIsNotWaitedFor() throws Exception {
        try (RankSockets sockets = new RankSockets(directory.resolve("turns")); SocketChannel first = called(0)) {
            called(1).close();
            sockets.await(2);
            first.write(ByteBuffer.allocate(3 * Double.BYTES));
            assertThrows(IOException.class, () -> sockets.turn(0, 1));
        }
    }

    @Test
    void closingEndsAWaitForRanksThatNeverCall() throws Exception {
        RankSockets sockets = new RankSockets(directory.resolve("turns"));
        Thread closer = Thread.ofVirtual().start(sockets::close);
        assertThrows(IOException.class, () -> sockets.await(1));
        closer.join();
    }
}
