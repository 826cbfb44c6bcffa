package org.braid.mpi.file.collective;

import org.braid.mpi.p2p.Request;

/**
 * Every rank ends with the words of all, of which each brings as many: Bruck's allgather in ⌈log₂ P⌉ steps (Bruck and others 1997).
 *
 * <pre>
 *   blocks of rank r, in the order in which they come:   r | r+1 | r+2 | r+3 | …      step k doubles them, from rank r + k
 * </pre>
 */
final class Words {
    private final Mail mail;
    private final Pending pending;
    private final long[] blocks;
    private final int each;
    private int have = 1;
    private boolean sent;

    Words(Mail mail, Pending pending, long... mine) {
        this.mail = mail;
        this.pending = pending;
        this.each = mine.length;
        this.blocks = new long[mail.size() * each];
        System.arraycopy(mine, 0, blocks, 0, each);
    }

    /** True once the words of all are here. */
    boolean advance() {
        while (have < mail.size()) {
            if (!sent) {
                step();
            }
            if (!pending.isOver()) {
                return false;
            }
            pending.settle();
            sent = false;
            have += Math.min(have, mail.size() - have);
        }
        return true;
    }

    private void step() {
        int count = Math.min(have, mail.size() - have);
        long bytes = (long) count * each * Long.BYTES;
        int ranks = mail.size();
        Request coming = mail.receive(blocks, (long) have * each * Long.BYTES, bytes, (mail.rank() + have) % ranks, Tag.WORDS);
        pending.add(coming);
        pending.add(mail.send(blocks, 0, bytes, (mail.rank() + ranks - have) % ranks, Tag.WORDS));
        sent = true;
    }

    /** Word {@code i} of a rank. */
    long word(int rank, int i) {
        int block = (rank - mail.rank() + mail.size()) % mail.size();
        return blocks[block * each + i];
    }
}
