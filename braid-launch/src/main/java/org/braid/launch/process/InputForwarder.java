package org.braid.launch.process;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.braid.boot.control.ControlFrame;
import org.braid.launch.output.InputFlow;

/**
 * Forwards the launcher's standard input to rank 0, as many bytes as that rank has room for and not one more: a job that does not read
 * leaves the input to the next reader, and a job in the background is not stopped by its terminal.
 */
public final class InputForwarder implements Runnable {
    private final RankProcess to;
    private final InputFlow flow;

    /**
     * It forwards as soon as a thread runs it.
     *
     * @param to the rank that gets the input
     * @param flow says how much that rank has room for
     */
    public InputForwarder(RankProcess to, InputFlow flow) {
        this.to = to;
        this.flow = flow;
    }

    @Override
    public void run() {
        FileChannel input = new FileInputStream(FileDescriptor.in).getChannel();
        byte[] bytes = new byte[ControlFrame.INPUT_WINDOW_BYTES];
        try {
            for (int got = read(input, bytes); got > 0; got = read(input, bytes)) {
                flow.forwards(got); // first: what the rank prints in answer is no prompt
                to.send(ControlFrame.INPUT, bytes, got);
            }
        } catch (IOException e) {
            // No standard input at all reads like an empty one.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        flow.ends();
        to.send(ControlFrame.INPUT_END, bytes, 0);
    }

    private int read(FileChannel input, byte[] bytes) throws IOException, InterruptedException {
        return input.read(ByteBuffer.wrap(bytes, 0, awaitRoom()));
    }

    private int awaitRoom() throws InterruptedException {
        synchronized (flow) {
            while (flow.room() == 0) {
                flow.wait();
            }
            return flow.room();
        }
    }
}
