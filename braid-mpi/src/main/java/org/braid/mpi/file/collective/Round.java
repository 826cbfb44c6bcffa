package org.braid.mpi.file.collective;

import java.util.ArrayList;
import java.util.List;
import org.braid.mpi.file.plan.Domains;
import org.braid.mpi.file.view.Range;
import org.braid.mpi.p2p.MpiFailure;
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
        long[] words = share.take(end, Math.max(64, MOST_PIECES / mail.size())).words();
        if (access.writes()) {
            share.load();
        } else {
            asked.add(share);
            answers.add(received.add(mail.receive(share.memory(), share.at(), share.bytes(), of, Tag.DATA)));
        }
        sent.add(mail.send(words, 0, (long) words.length * Long.BYTES, of, Tag.PIECES));
        if (access.writes()) {
            sent.add(mail.send(share.memory(), share.at(), share.bytes(), of, Tag.DATA));
        }
    }

    boolean advance() {
        if (!server.advance() || !sent.isOver() || !received.isOver()) {
            return false;
        }
        for (int i = 0; i < asked.size(); i++) {
            int came = (int) answers.get(i).bytes();
            asked.get(i).store(came);
            moved = came < asked.get(i).bytes() ? Math.min(moved, asked.get(i).from() + came) : moved;
        }
        asked.clear();
        answers.clear();
        sent.settle();
        received.settle();
        return true;
    }

    long bytes() {
        return moved;
    }

    @Nullable MpiFailure failure() {
        return server.failure();
    }
}
