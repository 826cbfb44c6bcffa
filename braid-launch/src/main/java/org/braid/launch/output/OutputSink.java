package org.braid.launch.output;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * One of the launcher's own outputs. What comes in one piece goes out in one write, whichever rank it comes from, and an unfinished line of one
 * rank is never continued by another: it ends where the other's begins. Bytes are passed on as they are, but for the tags before lines.
 */
public final class OutputSink {
    /** In place of a rank, for what the launcher says itself. */
    public static final int NOBODY = -1;

    /** What the system says when the reader has gone, which is its good right. */
    private static final String NO_READER = "Broken pipe";

    private final OutputStream out;
    private volatile boolean shared;
    private int unfinished = NOBODY;
    private int lastWriter = NOBODY;
    private boolean closed;
    private boolean toldClosed;
    private String loss = "";

    /**
     * It takes lines for a stream that nobody else writes to.
     *
     * @param out where it goes
     * @param shared whether more than one rank writes here, which should end its lines then
     */
    public OutputSink(OutputStream out, boolean shared) {
        this.out = out;
        this.shared = shared;
    }

    /**
     * This process's standard output and its standard error, in this order.
     *
     * @param shared whether more than one rank writes there
     */
    public static OutputSink[] outputAndError(boolean shared) {
        return new OutputSink[] {new OutputSink(new FileOutputStream(FileDescriptor.out), shared), new OutputSink(new FileOutputStream(FileDescriptor.err), shared)};
    }

    /** More than one rank writes here from now on. */
    public void share() {
        shared = true;
    }

    /** Whether more than one rank writes here. */
    boolean isShared() {
        return shared;
    }

    /**
     * Writes lines, the last of which may be unfinished; the first may continue one of the same rank. False once nobody reads this output
     * any more.
     *
     * @param rank whose lines they are; {@link #NOBODY} for the launcher's own
     * @param tag put before each line; empty for none
     */
    public synchronized boolean write(int rank, byte[] tag, byte[] bytes, int offset, int length) {
        if (length > 0 && !closed) {
            try {
                breakOthersLine(rank);
                writeTagged(tag, bytes, offset, length);
                lastWriter = rank;
                unfinished = bytes[offset + length - 1] == '\n' ? NOBODY : rank;
            } catch (IOException e) {
                lost(e);
            }
        }
        return !closed;
    }

    /** Whether nobody reads this output any more and nobody has been told so: true once, however many ranks still print. */
    synchronized boolean claimClosed() {
        boolean first = closed && !toldClosed;
        toldClosed = closed;
        return first;
    }

    /** The rank whose words were written last; {@link #NOBODY} for the launcher's own. */
    public synchronized int lastWriter() {
        return lastWriter;
    }

    /** A rank's output has ended, and so has the line that it has begun. */
    synchronized void endLine(int rank) {
        try {
            if (unfinished == rank) {
                breakOthersLine(NOBODY);
            }
        } catch (IOException e) {
            lost(e);
        }
    }

    private void lost(IOException why) {
        closed = true;
        String text = String.valueOf(why.getMessage());
        loss = text.equals(NO_READER) ? "" : text;
    }

    /** Why no more can be written although somebody would read it, such as a full disk; "" if that is not so. */
    public synchronized String loss() {
        return loss;
    }

    private void breakOthersLine(int rank) throws IOException {
        if (unfinished != NOBODY && unfinished != rank) {
            out.write('\n');
            unfinished = NOBODY;
        }
    }

    private void writeTagged(byte[] tag, byte[] bytes, int offset, int length) throws IOException {
        if (tag.length == 0) {
            out.write(bytes, offset, length);
            return;
        }
        ByteArrayOutputStream tagged = new ByteArrayOutputStream(length + 4 * tag.length);
        boolean lineBegins = unfinished == NOBODY;
        for (int i = offset; i < offset + length; i++) {
            if (lineBegins) {
                tagged.write(tag, 0, tag.length);
            }
            tagged.write(bytes[i]);
            lineBegins = bytes[i] == '\n';
        }
        tagged.writeTo(out);
    }
}
