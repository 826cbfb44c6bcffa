package org.braid.bench.duel;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** By which the ranks of a job are told of their turns: the bench's end of what {@code Turns} speaks. Closing it, which any thread may do, ends whatever waits. */
final class RankSockets implements AutoCloseable {
    private final ServerSocketChannel door;
    private final List<SocketChannel> ranks = new CopyOnWriteArrayList<>();
    private final ByteBuffer turn = ByteBuffer.allocate(2 * Integer.BYTES);
    private final ByteBuffer answer = ByteBuffer.allocate(3 * Double.BYTES);

    /** @param file is made; the ranks call there */
    RankSockets(Path file) throws IOException {
        door = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(file));
    }

    /** Waits until so many ranks have called. */
    void await(int size) throws IOException {
        for (int called = 0; called < size; called++) {
            SocketChannel rank = door.accept();
            ranks.add(rank);
            read(rank, ByteBuffer.allocate(Integer.BYTES));
        }
    }

    /** Lets all ranks do a work so many times, and waits for the last of them: it is the slowest that counts. Each rank that has probed the floor has found the same. */
    Slice turn(int work, int count) throws IOException {
        tell(work, count);
        Slice slowest = new Slice(0, 0, 0);
        for (SocketChannel rank : ranks) {
            ByteBuffer said = read(rank, answer.clear());
            Slice its = new Slice(said.getDouble(), said.getDouble() / count, said.getDouble());
            slowest = its.operationNs() >= slowest.operationNs() ? its : slowest;
        }
        return slowest;
    }

    /** There will be no more turns. */
    void end() throws IOException {
        tell(0, 0);
    }

    private void tell(int work, int count) throws IOException {
        for (SocketChannel rank : ranks) {
            turn.clear().putInt(work).putInt(count).flip();
            while (turn.hasRemaining()) {
                rank.write(turn);
            }
        }
    }

    private static ByteBuffer read(SocketChannel rank, ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (rank.read(into) < 0) {
                throw new EOFException("a rank has ended");
            }
        }
        return into.flip();
    }

    @Override
    public void close() {
        try {
            door.close();
            for (SocketChannel rank : ranks) {
                rank.close();
            }
        } catch (IOException e) {
            // Nobody reads there any more.
        }
    }
}
