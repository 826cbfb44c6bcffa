package org.braid.boot.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Hello;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * A rank's side of the rank server, connected at the first use. What is only told (register, finished, note, …) is written and not waited
 * for: it is in the kernel, and the launcher hears it before it judges this process's end. A refusal shows at the next question. Any
 * thread may use it; questions are asked one at a time.
 */
public final class RankClient {
    /** Hears the answers to {@link #askWhetherLeft}, in the thread that reads the control pipe: it must not wait. */
    public interface LeftAnswers {
        /**
         * A rank has left MPI more often than the one that asked.
         *
         * @param rank the one that was asked for
         * @param askerFinished as {@link #askWhetherLeft} was told
         * @param answersItself whether it is inside MPI.Finalize still; else nobody is there any more
         */
        void left(int rank, int askerFinished, boolean answersItself);
    }

    private final Ticket ticket;
    private final @Nullable SharedPipe shared; // null for a process of its own
    private final PipeConnection.Answers answers = new PipeConnection.Answers();
    private final Object asking = new Object();
    private volatile @Nullable Runnable onAllLeft;
    private volatile @Nullable LeftAnswers onLeft;
    private @Nullable Connection connection; // guarded by this
    private boolean welcomed; // guarded by asking

    /** Connects to nothing yet. */
    public RankClient(Ticket ticket) {
        this(ticket, null);
    }

    /**
     * The same, of a rank that is a thread of its process.
     *
     * @param shared by which all ranks of the process write; null for a rank that has a process of its own
     */
    public RankClient(Ticket ticket, @Nullable SharedPipe shared) {
        this.ticket = ticket;
        this.shared = shared;
    }

    // ---- tables

    /** Enters the job with the way to reach this rank. */
    public void register(byte[] table) {
        tell(RankProtocol.REGISTER, table);
    }

    /** Leaves this rank's table without promises, because the launcher has asked for it. */
    public void kept(byte[] table) {
        tell(RankProtocol.KEPT, table);
    }

    /**
     * The tables of {@code count} ranks from {@code first}; waits until the first of them is known.
     *
     * @return the payload of a {@link RankProtocol#PAGE}
     * @throws BraidException if the server has refused this process, or is gone
     */
    public ByteBuffer lookup(int first, int count) {
        return ask(RankProtocol.PAGE, RankProtocol.LOOKUP, RankProtocol.buffer(8).putInt(first).putInt(count).array());
    }

    /** As {@link #lookup}, of what is known now. */
    public ByteBuffer lookupNow(int first, int count) {
        return ask(RankProtocol.PAGE, RankProtocol.LOOKUP_NOW, RankProtocol.buffer(8).putInt(first).putInt(count).array());
    }

    /** As a {@link #lookup} of one rank, of the table in which it has kept its promises; waits until it has. */
    public ByteBuffer lookupWhole(int rank) {
        return ask(RankProtocol.PAGE, RankProtocol.WHOLE, RankProtocol.buffer(4).putInt(rank).array());
    }

    /**
     * On which hosts {@code count} ranks from {@code first} are, or fewer of them.
     *
     * @return what {@link org.braid.boot.hosts.HostPage#decode} reads
     * @throws BraidException if the server has refused this process, or is gone
     */
    public ByteBuffer hosts(int first, int count) {
        return ask(RankProtocol.HOST_PAGE, RankProtocol.HOSTS, RankProtocol.buffer(8).putInt(first).putInt(count).array());
    }

    // ---- words to the job's keeper

    /** Says why this rank is about to fail; of a long text the launcher hears the first {@link RankProtocol#MAX_TEXT_BYTES}. */
    public void note(String text) {
        tell(RankProtocol.NOTE, RankProtocol.text(text));
    }

    /** Says what the user should know once, however many ranks say it. */
    public void notice(String text) {
        tell(RankProtocol.NOTICE, RankProtocol.text(text));
    }

    /** This rank waits for standard input, of which it has read so many bytes. */
    public void awaitInput(long taken) {
        tell(RankProtocol.AWAIT_INPUT, RankProtocol.buffer(8).putLong(taken).array());
    }

    /** Asks for more processes. */
    public void spawn(byte[] request) {
        tell(RankProtocol.SPAWN, request);
    }

    /** Asks for something about names of ports. */
    public void name(byte[] request) {
        tell(RankProtocol.NAME, request);
    }

    /** The launcher has asked whether this process reacts. */
    public void alive() {
        tell(RankProtocol.ALIVE, new byte[0]);
    }

    /** Says when this rank's phases were reached, nanoseconds of the host's monotonic clock. */
    public void phases(long mainNs, long initNs, long finalizeNs) {
        tell(RankProtocol.PHASES, RankProtocol.buffer(24).putLong(mainNs).putLong(initNs).putLong(finalizeNs).array());
    }

    /** Ends the job. */
    public void abort(int code, String reason) {
        byte[] text = RankProtocol.text(reason);
        tell(RankProtocol.ABORT, RankProtocol.buffer(4 + text.length).putInt(code).put(text).array());
    }

    /** This rank is done. */
    public void finished() {
        tell(RankProtocol.FINISHED, new byte[0]);
    }

    /** This rank has ended, and its process goes on with others. */
    public void exited(int code) {
        tell(RankProtocol.EXITED, RankProtocol.buffer(4).putInt(code).array());
    }

    // ---- leaving together

    /** Whether this rank can be told, while it does other things, that all ranks are about to leave. */
    public boolean tellsOfLeave() {
        return ticket.server().startsWith(RankPipe.SCHEME);
    }

    /** This rank is about to leave, once all others are. Before {@link #finished}. */
    public void leave(Runnable onAllLeft) {
        this.onAllLeft = onAllLeft;
        tell(RankProtocol.LEAVE, new byte[0]);
    }

    /** Sets who hears the answers to {@link #askWhetherLeft}; the last one that was set. */
    public void onLeft(LeftAnswers listener) {
        onLeft = listener;
    }

    /** Whether a rank has finished more often than this one: the listener is told if so. Only where {@link #tellsOfLeave}. */
    public void askWhetherLeft(int rank, int timesFinished) {
        tell(RankProtocol.HAS_LEFT, RankProtocol.buffer(8).putInt(rank).putInt(timesFinished).array());
    }

    // ---- what comes down the control pipe

    /**
     * An answer has come down the control pipe.
     *
     * @param frame with its head
     */
    public void answered(byte[] frame) {
        int kind = frame.length < RankProtocol.FRAME_HEAD ? 0 : frame[0] & 0xff;
        if (kind == RankProtocol.ALL_LEFT) {
            allLeft();
        } else if (kind == RankProtocol.LEFT) {
            left(ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).position(RankProtocol.FRAME_HEAD));
        } else {
            answers.put(frame);
        }
    }

    private void allLeft() {
        Runnable waiting = onAllLeft;
        if (waiting != null) {
            waiting.run();
        }
    }

    private void left(ByteBuffer said) {
        LeftAnswers listener = onLeft;
        if (listener != null && said.remaining() == 12) {
            listener.left(said.getInt(), said.getInt(), said.getInt() == RankProtocol.LEAVING);
        }
    }

    /** No more answers can come: whoever waits for one is told so. */
    public void answersEnd() {
        answers.end();
    }

    // ---- telling and asking

    private void tell(int kind, byte[] payload) {
        try {
            write(kind, payload);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private ByteBuffer ask(int answer, int kind, byte[] question) {
        synchronized (asking) {
            try {
                writeUnlessRefused(kind, question);
                return answer(answer);
            } catch (IOException e) {
                throw lost(e);
            }
        }
    }

    /** A server that has refused this process closes its end; then its reason is still there to be read. */
    private void writeUnlessRefused(int kind, byte[] payload) throws IOException {
        try {
            write(kind, payload);
        } catch (IOException e) {
            if (!welcomed && connected() != null) {
                answer(RankProtocol.WELCOME);
            }
            throw e;
        }
    }

    private synchronized @Nullable Connection connected() {
        return connection;
    }

    private synchronized void write(int kind, byte[] payload) throws IOException {
        Connection open = connection;
        int join = open == null ? Hello.BYTES + RankProtocol.FRAME_HEAD + RankProtocol.JOIN_BYTES : 0;
        ByteBuffer out = RankProtocol.buffer(join + RankProtocol.FRAME_HEAD + payload.length);
        if (open == null) {
            open = connect();
            connection = open;
            putJoin(out);
        }
        RankProtocol.putHead(out, kind, payload.length).put(payload);
        open.write(out.array());
    }

    private Connection connect() throws IOException {
        String server = ticket.server();
        return server.startsWith(RankPipe.SCHEME)
                ? PipeConnection.to(ticket, shared, answers)
                : SocketConnection.to(server.substring(SocketConnection.SCHEME.length()));
    }

    private void putJoin(ByteBuffer out) {
        RankProtocol.hello(ticket.build()).put(out);
        RankProtocol.putHead(out, RankProtocol.JOIN, RankProtocol.JOIN_BYTES);
        out.putLong(ticket.jobHigh()).putLong(ticket.jobLow()).putInt(ticket.rank()).putInt(ticket.size());
        out.put(ticket.secret().toBytes());
    }

    /** The payload of the next frame of a kind; a welcome may come before it. */
    private ByteBuffer answer(int expected) throws IOException {
        Connection open = connected();
        if (open == null) {
            throw new IOException("not connected");
        }
        while (true) {
            ByteBuffer frame = open.readFrame();
            int kind = frame.getInt() & 0xff;
            if (kind == RankProtocol.REFUSED) {
                throw refused(RankProtocol.text(frame));
            }
            welcomed |= kind == RankProtocol.WELCOME;
            if (kind == expected) {
                return frame.slice().order(frame.order());
            }
            if (kind != RankProtocol.WELCOME) {
                throw new IOException("the rank server sent a frame of kind " + kind + ", not " + expected);
            }
        }
    }

    private static BraidException refused(String said) {
        int space = said.indexOf(' ');
        ErrorCode code = ErrorCode.find(space < 0 ? said : said.substring(0, space));
        return new BraidException(
                code == null ? ErrorCode.JOIN_REFUSED : code,
                "the rank server refused this process",
                space < 0 ? said : said.substring(space + 1),
                "Start every process of the job with the same braid run");
    }

    private static BraidException lost(IOException e) {
        return new BraidException(
                ErrorCode.LAUNCHER_LOST, "the rank server could not be reached", String.valueOf(e.getMessage()), "Start the job again", e);
    }
}
