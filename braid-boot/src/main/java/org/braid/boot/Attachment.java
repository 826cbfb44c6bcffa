package org.braid.boot;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.control.ControlPipe;
import org.braid.boot.control.ControlReader;
import org.braid.boot.threads.RankLoader;
import org.braid.boot.threads.RankLocal;
import org.braid.boot.ticket.Ticket;
import org.braid.boot.ticket.TicketCodec;
import org.braid.link.progress.AddressSpace;
import org.jspecify.annotations.Nullable;

/**
 * This process's job, read from its {@link ControlPipe} when this class is initialised. A process has one such pipe and so one ticket;
 * that is why a final field of a class is the right place for it, and nothing has to be set by anybody (docs/decisions/job-holder.md). Ranks that are threads of one process are seated by its main
 * thread ({@link RanksMain}).
 */
final class Attachment {
    /** Set by the keeper of a pool: this process rehearses before it has a job, with ranks that are threads of it. */
    static final String WARM = "braid.warm";

    /** Where several ranks are threads of this process: whose thread is whose, threads that these start included. Null in any other process. */
    static final @Nullable RankLocal<Job> SEATED = System.getProperty(RanksMain.RANKS_HERE) != null || Boolean.getBoolean(WARM) ? new RankLocal<>() : null;

    private Attachment() {}

    /** What the context of a rank that was started early has of this process's memory, made before there is a job: by then it is no young one, whose waiters nap. Apart, since no other rank needs it. */
    static final class Early {
        static final AddressSpace SPACE = new AddressSpace(AddressSpace.SHARED_CAP_BYTES);

        private Early() {}
    }

    /** Whether this process was started before there was a job for it. */
    static boolean isEarly() {
        return SEATED != null && Boolean.getBoolean(WARM);
    }

    /** Apart, since a rank that rehearses has no job on its standard input yet. */
    static final class OfProcess {
        static final ControlReader PIPE = new ControlReader(pipe());
        static final Job JOB = new Job(isLaunched() ? ticket(PIPE) : Ticket.singleton());

        private OfProcess() {}
    }

    /** The job as the calling thread's rank sees it. A thread that the JDK lends to all, as of its common pool, was started by no rank; there the classes tell whose call it is. */
    static Job job() {
        RankLocal<Job> seated = SEATED;
        if (seated == null) {
            return OfProcess.JOB;
        }
        Job own = seated.get();
        if (own != null || isEarly()) { // of a rank that was started early only those who rehearse are seated
            return own == null ? OfProcess.JOB : own;
        }
        return RankLoader.callersLife() instanceof Job.Seated rank ? rank.job() : OfProcess.JOB;
    }

    /** The launcher puts the rank's number on the command line, for people and for this question; everything else is in the ticket. */
    private static boolean isLaunched() {
        return System.getProperty("braid.rank") != null;
    }

    private static FileInputStream pipe() {
        try {
            return ControlPipe.open();
        } catch (FileNotFoundException e) {
            throw notJoined(e);
        }
    }

    private static Ticket ticket(ControlReader pipe) {
        try {
            if (pipe.next() && pipe.kind() == ControlFrame.TICKET) {
                return TicketCodec.decode(pipe.payload());
            }
            throw new IOException("the control pipe does not begin with a ticket");
        } catch (IOException | IllegalArgumentException e) {
            throw notJoined(e);
        }
    }

    private static BraidException notJoined(Exception e) {
        return new BraidException(ErrorCode.TICKET_INVALID, "this process cannot join its job", String.valueOf(e.getMessage()), "Start it with braid run", e);
    }
}
