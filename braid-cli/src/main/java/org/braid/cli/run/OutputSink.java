package org.braid.cli.run;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * One of the launcher's own outputs. Whole lines go out in one write each, whoever they come from, and an unfinished line of one rank is
 * never continued by another. Bytes are passed on as they are.
 */
final class OutputSink {
    private final OutputStream out;
    private int unfinished = -1;
    private boolean closed;

    OutputSink(OutputStream out) {
        this.out = out;
    }

    static OutputSink standardOutput() {
        return new OutputSink(new FileOutputStream(FileDescriptor.out));
    }

    static OutputSink standardError() {
        return new OutputSink(new FileOutputStream(FileDescriptor.err));
    }

    /** Writes text that ends a line or, at a rank's end, does not. False once nobody reads this output any more. */
    synchronized boolean write(int rank, byte[] bytes, int offset, int length) {
        if (length == 0) {
            return true;
        }
        if (closed) {
            return false;
        }
        try {
            if (unfinished >= 0 && unfinished != rank) {
                out.write('\n');
            }
            out.write(bytes, offset, length);
            unfinished = bytes[offset + length - 1] == '\n' ? -1 : rank;
        } catch (IOException e) {
            closed = true;
        }
        return !closed;
    }
}
