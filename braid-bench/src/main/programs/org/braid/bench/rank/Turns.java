package org.braid.bench.rank;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Whose turn it is, as the bench says by a socket. A rank whose turn it is not sleeps in the kernel, outside of MPI, so that it takes nothing from whoever is measured. Where the bench is gone the turns are over.
 *
 * <pre>
 *   to the bench, once        int rank
 *   from it, for each turn    int work, int count; a count of 0 for the end
 *   to it, after each         double floor before, double time, double floor after, in nanoseconds
 * </pre>
 */
final class Turns implements AutoCloseable {
    private final SocketChannel bench;
    private final ByteBuffer turn = ByteBuffer.allocate(2 * Integer.BYTES);
    private final ByteBuffer answer = ByteBuffer.allocate(3 * Double.BYTES);

    /** @param socket the bench listens here */
    Turns(Path socket, int rank) throws IOException {
        bench = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        write(ByteBuffer.allocate(Integer.BYTES).putInt(rank));
    }

    /** Sleeps until it is this job's turn; returns false when there are no more. */
    boolean next() throws IOException {
        turn.clear();
        while (turn.hasRemaining()) {
            if (bench.read(turn) < 0) {
                throw new EOFException("the bench is gone");
            }
        }
        return count() > 0;
    }

    int work() {
        return turn.getInt(0);
    }

    int count() {
        return turn.getInt(Integer.BYTES);
    }

    void took(double floorBeforeNs, double tookNs, double floorAfterNs) throws IOException {
        write(answer.clear().putDouble(floorBeforeNs).putDouble(tookNs).putDouble(floorAfterNs));
    }

    private void write(ByteBuffer filled) throws IOException {
        filled.flip();
        while (filled.hasRemaining()) {
            bench.write(filled);
        }
    }

    @Override
    public void close() throws IOException {
        bench.close();
    }
}
