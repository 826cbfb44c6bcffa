package org.braid.cli.run;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.braid.boot.ControlFrame;

/**
 * Forwards the launcher's standard input to rank 0, as many bytes as that rank has asked for and not one more: a job that does not read
 * leaves the input to whoever comes next, and a job in the background is not stopped by its terminal.
 */
final class InputForwarder implements Runnable {
    private final RankProcess to;
    private int allowance; // guarded by this

    InputForwarder(RankProcess to) {
        this.to = to;
    }

    synchronized void allow(int bytes) {
        allowance += Math.min(Math.max(bytes, 0), ControlFrame.MAX_PAYLOAD - allowance);
        notifyAll();
    }

    @Override
    public void run() {
        FileChannel input = new FileInputStream(FileDescriptor.in).getChannel();
        byte[] bytes = new byte[ControlFrame.MAX_PAYLOAD];
        try {
            for (int got = read(input, bytes); got > 0; got = read(input, bytes)) {
                used(got);
                to.send(ControlFrame.INPUT, bytes, got);
            }
        } catch (IOException e) {
            // No standard input at all reads like an empty one.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        to.send(ControlFrame.INPUT_END, bytes, 0);
    }

    private int read(FileChannel input, byte[] bytes) throws IOException, InterruptedException {
        return input.read(ByteBuffer.wrap(bytes, 0, awaitAllowance()));
    }

    private synchronized int awaitAllowance() throws InterruptedException {
        while (allowance == 0) {
            wait();
        }
        return allowance;
    }

    private synchronized void used(int bytes) {
        allowance -= bytes;
    }
}
