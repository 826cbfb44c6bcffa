package org.braid.mpi.file.collective;

import java.util.Arrays;
import org.braid.mpi.file.plan.Domains;
import org.braid.mpi.file.view.Range;
import org.jspecify.annotations.Nullable;

/**
 * A collective access in rounds (two-phase I/O; Thakur, Gropp and Lusk 1999): some ranks serve a domain of the file each, window by window, all others bring them their pieces or get them from there. A window begins where the first piece lies that is still to
 * come, so that gaps cost no round.
 *
 * <pre>
 *   round:   all tell all where in each domain their next piece lies     (none anywhere: over)
 *            {@link Round}: pieces and data of this window, one large access of the file
 * </pre>
 */
final class TwoPhase {
    /** There is no piece left in this domain. */
    private static final long NONE = Long.MAX_VALUE;

    private final Mail mail;
    private final Access access;
    private final Domains domains;
    private final Pending pending;
    private final Round round;
    private final Share[] shares;
    private final int windowBytes;
    private @Nullable Words words;
    private boolean inRound;

    TwoPhase(CollectiveCall call, Mail mail, Access access, long position, FileParts parts, Domains domains) {
        this.mail = mail;
        this.access = access;
        this.domains = domains;
        this.pending = call.newPending();
        this.windowBytes = parts.settings().bufferBytes();
        this.shares = new Share[domains.count()];
        for (int d = 0; d < shares.length; d++) {
            shares[d] = new Share(access, position, domains.range(d));
        }
        Server server = new Server(mail, parts.disk(), call.newPending(), call.newPending(), access.writes(), windowBytes);
        this.round = new Round(mail, access, shares, domains, call.newPending(), call.newPending(), server);
    }

    /** True when it is over, at all ranks. */
    boolean advance() {
        while (true) {
            if (inRound) {
                if (!round.advance()) {
                    return false;
                }
                inRound = false;
            }
            if (words == null) {
                words = new Words(mail, pending, told());
            }
            if (!words.advance()) {
                return false;
            }
            if (!begin(words)) {
                return true;
            }
            words = null;
            inRound = true;
        }
    }

    private long[] told() {
        long[] told = new long[Verdict.WORDS + shares.length];
        told[0] = access.operation().ordinal();
        told[1] = Verdict.wordOf(round.failure());
        for (int d = 0; d < shares.length; d++) {
            told[Verdict.WORDS + d] = shares[d].hasNext() ? shares[d].nextOffset() : NONE;
        }
        return told;
    }

    /** Begins the round that the words of all ask for; false if none does. */
    private boolean begin(Words all) {
        Verdict.check(mail, access.operation(), all, round.failure());
        Range[] windows = new Range[shares.length];
        boolean any = false;
        for (int d = 0; d < windows.length; d++) {
            long start = NONE;
            for (int rank = 0; rank < mail.size(); rank++) {
                start = Math.min(start, all.word(rank, Verdict.WORDS + d));
            }
            any |= start != NONE;
            windows[d] = start == NONE ? Range.NOTHING : window(start, domains.range(d).end());
        }
        if (any) {
            round.begin(windows, clients(all, windows));
        }
        return any;
    }

    /** Of a place near the end of what a file can have and a length there is no sum. */
    private Range window(long start, long end) {
        return new Range(start, end - start <= windowBytes ? end : start + windowBytes);
    }

    /** The ranks with pieces in the window that this rank serves. */
    private int[] clients(Words all, Range[] windows) {
        int mine = domains.servedBy(mail.rank());
        int[] clients = new int[mail.size()];
        int count = 0;
        for (int rank = 0; rank < clients.length && mine >= 0; rank++) {
            if (all.word(rank, Verdict.WORDS + mine) < windows[mine].end()) {
                clients[count++] = rank;
            }
        }
        return Arrays.copyOf(clients, count);
    }

    /** Bytes that went from or to this rank's memory: of what was to be read, those before the end of the file. */
    long bytes() {
        return round.bytes();
    }
}
