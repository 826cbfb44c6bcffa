package org.braid.boot;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Objects;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.threads.RankLocal;
import org.braid.boot.threads.RankSet;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * The main class of a JVM that holds several ranks ({@code --ranks-per-process}): takes the ticket of the first of them, seats each in a thread with classes of its own, and ends when the last of them has. How: docs/decisions/ranks-as-threads.md.
 */
public final class RanksMain {
    /** Set by the launcher: which ranks this process has, as {@link RankSet} writes them. */
    public static final String RANKS_HERE = "braid.ranks.here";

    /** Set by the launcher: the program's first argument is the rank, as other launchers do it. */
    public static final String RANK_FIRST = "braid.rank.first";

    private final Job process = Attachment.OfProcess.JOB;
    private final RankLocal<Job> seated = Objects.requireNonNull(Attachment.SEATED);
    private final RankSet numbers;
    private final Fellows fellows;
    private final SeatedRank[] ranks;
    private final RankInput input;

    private RanksMain(RankSet numbers) {
        this.numbers = numbers;
        this.fellows = new Fellows(numbers.count());
        this.ranks = new SeatedRank[numbers.count()];
        this.input = new RankInput(new OfFirst(), numbers.first() != 0);
    }

    /**
     * Runs the program as several ranks of the job.
     *
     * @param arguments the program's class, then its own arguments
     */
    public static void main(String[] arguments) throws InterruptedException {
        Job attached = RankMain.attach();
        RanksMain ranks = new RanksMain(RankSet.parse(System.getProperty(RANKS_HERE, "")));
        ranks.seatAll(arguments[0], Arrays.copyOfRange(arguments, 1, arguments.length));
        ControlWatch.start(Attachment.OfProcess.PIPE, ranks.input, ranks.new Events(attached), attached.launcherPid());
        Thread.currentThread().setName("braid-ranks"); // it is of no rank
        ranks.startAll();
        ranks.fellows.awaitAll();
        System.exit(0);
    }

    /** What is wrong with the program is found with the first rank, before any of them runs, and said once. */
    private void seatAll(String program, String[] arguments) {
        Ticket ticket = process.ticket();
        for (int i = 0; i < ranks.length; i++) {
            InputStream in = i == 0 ? input : InputStream.nullInputStream();
            ranks[i] = new SeatedRank(ticket.withRank(numbers.at(i)), fellows, in, program, argumentsOf(numbers.at(i), arguments));
        }
        try {
            if (ranks[0].program() == null) {
                throw RankMain.notRunnable(program, null, process);
            }
        } catch (ClassNotFoundException | LinkageError e) {
            throw RankMain.notRunnable(program, e, process);
        }
    }

    private static String[] argumentsOf(int rank, String[] arguments) {
        String[] own = arguments.clone();
        if (Boolean.getBoolean(RANK_FIRST)) {
            own[0] = Integer.toString(rank);
        }
        return own;
    }

    private void startAll() {
        System.setIn(input);
        System.setOut(new PrintStream(new OfThread(false), true, System.out.charset()));
        System.setErr(new PrintStream(new OfThread(true), true, System.err.charset()));
        Runtime.getRuntime().addShutdownHook(new Thread(this::shutDown, "braid-hooks"));
        Thread.setDefaultUncaughtExceptionHandler(new OfVirtual());
        for (SeatedRank rank : ranks) {
            new Thread(rank.threads(), new Seating(seated, rank), "rank-" + rank.job().rank(), 0, false).start(); // the rank's threads inherit what it seats itself with
        }
    }

    private void shutDown() {
        for (SeatedRank rank : ranks) {
            rank.shutDown();
        }
    }

    /** Threads that a rank starts inherit its seat. */
    private record Seating(RankLocal<Job> seated, SeatedRank rank) implements Runnable {
        @Override
        public void run() {
            seated.set(rank.job());
            rank.run();
        }
    }

    /** Asks for the user's input, which rank 0 has. */
    private final class OfFirst implements RankInput.Wait {
        @Override
        public void forMoreThan(long taken) {
            ranks[0].job().launcher().awaitInput(taken);
        }
    }

    /** Virtual threads are in no rank's group; like all threads they know who has started them. */
    private final class OfVirtual implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            ranks[numbers.placeOf(Attachment.job().rank())].uncaught(thread, thrown);
        }
    }

    /** What the JDK and Braid print for themselves, such as a stack: whose thread prints, prints it; on one that the JDK lends to all, whose code has it printed. */
    private final class OfThread extends OutputStream {
        private final boolean errors;

        /** A stream that a program has set is being written to. The stream around this one lets in one thread at a time. */
        private boolean inside;

        OfThread(boolean errors) {
            this.errors = errors;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        /** What a stream of the program's writes here itself, as by a logger that has kept this one, goes where it went at first: it would come back for ever. */
        @Override
        public void write(byte[] bytes, int offset, int length) {
            SeatedRank rank = ranks[numbers.placeOf(Attachment.job().rank())];
            if (inside) {
                rank.first(errors).write(bytes, offset, length);
                return;
            }
            inside = true;
            try {
                rank.now(errors).write(bytes, offset, length);
            } finally {
                inside = false;
            }
        }
    }

    /** What the launcher tells this process is for all of its ranks, unless a frame before says for which. */
    private final class Events extends ControlEvents {
        private @Nullable ControlEvents next;

        Events(Job process) {
            super(process);
        }

        @Override
        void handle(int kind, int number, byte[] payload) {
            ControlEvents named = next;
            next = null;
            if (kind == ControlFrame.SEAT) {
                int place = numbers.placeOf(number);
                next = place < 0 ? null : new ControlEvents(ranks[place].job());
            } else if (named != null) {
                named.handle(kind, number, payload);
            } else {
                handleForAll(kind, number, payload);
            }
        }

        private void handleForAll(int kind, int number, byte[] payload) {
            switch (kind) {
                case ControlFrame.RANK_FAILED -> {
                    deathIsHeard();
                    for (SeatedRank rank : ranks) {
                        rank.job().rankFailed(number, ControlEvents.text(payload));
                    }
                }
                case ControlFrame.DUMP -> {
                    for (SeatedRank rank : ranks) {
                        dumpStacks(rank.job(), rank.threads(), rank.now(true));
                    }
                }
                case ControlFrame.JOB_FAILED -> {
                    for (SeatedRank rank : ranks) {
                        News.tell(() -> rank.job().spawning().jobFailed(payload));
                    }
                }
                case ControlFrame.ABORT -> super.handle(kind, number, payload);
                default -> {
                    // Whatever else there is, is for one rank.
                }
            }
        }

        @Override
        boolean areProgramsOver() {
            for (SeatedRank rank : ranks) {
                if (!rank.job().scope().isOver()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        void answersEnd() {
            for (SeatedRank rank : ranks) {
                rank.job().launcher().answersEnd();
            }
        }
    }
}
