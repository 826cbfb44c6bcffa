package org.braid.mpi.file.collective;

import java.util.ArrayList;
import java.util.List;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.plan.Batch;
import org.braid.mpi.file.plan.Domains;
import org.braid.mpi.file.view.Range;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/** One round of a two-phase access at one rank: as a client it tells the servers of all domains its pieces, and sends or receives their data; as a {@link Server} it does the same for others. */
final class Round {
    /** Pieces that a server has described at once, by all of its clients together. */
    private static final int MOST_PIECES = 1 << 18;

    private final Mail mail;
    private final Access access;
    private final Share[] shares;
    private final Domains domains;
    private final Pending sent;
    private final Pending received;
    private final Server server;
    private final List<Share> asked = new ArrayList<>();
    private final List<Request> answers = new ArrayList<>();
    private long moved;
    private @Nullable MpiFailure failure;

    Round(Mail mail, Access access, Share[] shares, Domains domains, Pending sent, Pending received, Server server) {
        this.mail = mail;
        this.access = access;
        this.shares = shares;
        this.domains = domains;
        this.sent = sent;
        this.received = received;
        this.server = server;
        this.moved = access.data().bytes();
    }

    /**
     * @param windows of each domain, empty where there is nothing to do
     * @param clients ranks that this one serves
     */
    void begin(Range[] windows, int[] clients) {
        int mine = domains.servedBy(mail.rank());
        server.begin(mine < 0 ? Range.NOTHING : windows[mine], clients);
        for (int d = 0; d < shares.length; d++) {
            if (shares[d].hasNext() && shares[d].nextOffset() < windows[d].end()) {
                ask(shares[d], domains.rankOf(d), windows[d].end());
            }
        }
    }

    private void ask(Share share, int of, long end) {
        Batch pieces = share.take(end, Math.max(64, MOST_PIECES / mail.size()));
        if (!hasBegun(share, of)) {
            pieces = Batch.NONE;
            beginNothing(of);
        }
        long[] words = pieces.words();
        sent.add(mail.send(words, 0, (long) words.length * Long.BYTES, of, Tag.PIECES));
    }

    /** Whether the data of this round is under way: the program's memory may have gone. */
    private boolean hasBegun(Share share, int of) {
        try {
            if (access.writes()) {
                share.load();
                sent.add(mail.send(share.memory(), share.at(), share.bytes(), of, Tag.DATA));
            } else {
                Request answer = received.add(mail.receive(share.memory(), share.at(), share.bytes(), of, Tag.DATA));
                asked.add(share);
                answers.add(answer);
            }
            return true;
        } catch (RuntimeException | Error unusable) {
            fail(unusable);
            return false;
        }
    }

    /** The server waits, or answers, all the same. */
    private void beginNothing(int of) {
        if (access.writes()) {
            sent.add(mail.sendNothing(of, Tag.DATA));
        } else {
            received.add(mail.receiveNothing(of, Tag.DATA));
        }
    }

    boolean advance() {
        if (!server.advance() || !sent.isOver() || !received.isOver()) {
            return false;
        }
        for (int i = 0; i < asked.size(); i++) {
            store(asked.get(i), answers.get(i));
        }
        asked.clear();
        answers.clear();
        settle(sent);
        settle(received);
        return true;
    }

    private void store(Share share, Request answer) {
        if (answer.error() != null) {
            return; // it is thrown when the answers are settled
        }
        int came = (int) answer.bytes();
        moved = came < share.bytes() ? Math.min(moved, share.from() + came) : moved;
        try {
            share.store(came);
        } catch (RuntimeException | Error unusable) {
            fail(unusable);
        }
    }

    private void settle(Pending messages) {
        try {
            messages.settle();
        } catch (MpiFailure failed) {
            fail(Outcome.ofData(failed));
        }
    }

    private void fail(Throwable cause) {
        failure = failure == null ? Outcome.failureOf(cause) : failure;
    }

    long bytes() {
        return moved;
    }

    /** What went wrong here; the round has gone on as if nothing had, for others wait for this rank until all have been told. */
    @Nullable MpiFailure failure() {
        return failure == null ? server.failure() : failure;
    }
}
