package org.braid.mpi.p2p;

import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.link.dispatch.Payload;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/**
 * Messages that have come before their receives: where their bytes wait, and what is given back for them when they are taken, or by nobody.
 *
 * <pre>
 *   block    up to {@link EarlyMemory#LARGEST} bytes, copied aside; their room in the lane stays taken
 *   slab     longer ones, in the lane's own memory
 *   offer    at their sender, in another process
 *   sender   in the buffer of a send of this process
 * </pre>
 *
 * <p>Whoever calls holds the context's token.
 */
final class EarlyMessages implements AutoCloseable {
    private final Acknowledgements acknowledgements;
    private final EarlyMemory memory = new EarlyMemory();
    private @Nullable Early free;

    /** None yet; their synchronous senders are told by {@code acknowledgements}. */
    EarlyMessages(Acknowledgements acknowledgements) {
        this.acknowledgements = acknowledgements;
    }

    /** A message of another process, with its bytes. What there is no memory for is thrown, and nothing is held. */
    Early keep(int word, int extra, Payload payload) {
        Early early = take(word, extra);
        try {
            fill(early, payload);
            return early;
        } catch (Throwable noMemory) {
            give(early);
            throw noMemory;
        }
    }

    /** Its bytes come along, wait where their sender keeps them, or stay in the lane's memory. */
    void fill(Early early, Payload payload) {
        early.length = payload.length();
        early.peer = payload.source();
        if (payload.isOffer()) {
            early.offer = payload.takeOffer();
        } else if (early.length > EarlyMemory.LARGEST) {
            early.slab = payload.grab();
        } else if (early.length > 0) {
            EarlyMemory.Block block = memory.take((int) early.length);
            payload.copyTo(block.segment, block.offset, (int) early.length);
            early.block = block;
            early.creditor = payload.creditor();
            early.charge = payload.hold();
        }
    }

    /** A message of this process has met no receive: short ones are copied aside. */
    Early copyOf(int word, @Nullable Object base, long offset, int extra, int length) {
        EarlyMemory.Block block = length > 0 && base != null ? memory.take(length) : null;
        if (block != null && base != null) {
            try {
                Memory.copyIn(base, offset, block.segment, block.offset, length);
            } catch (BraidException refused) {
                memory.give(block);
                throw refused;
            }
        }
        Early early = take(word, extra);
        early.length = length;
        early.block = block;
        return early;
    }

    /** As {@link #copyOf}, of a message that stays in the buffer of its send. */
    Early atSend(int word, int extra, Request send, long length) {
        Early early = take(word, extra);
        early.length = length;
        early.sender = send;
        return early;
    }

    /** One without bytes yet. */
    Early take(int word, int extra) {
        Early early = free;
        if (early == null) {
            early = new Early();
        } else {
            free = early.next;
            early.next = null;
        }
        early.word = word;
        early.extra = extra;
        return early;
    }

    private void give(Early early) {
        early.clear();
        early.next = free;
        free = early;
    }

    /** Into the buffer of a receive; false if that refuses, which is its failure. */
    static boolean copied(Request r, Early early, int bytes) {
        try {
            if (bytes == 0) {
                return true;
            }
            if (early.block != null) {
                Memory.copyOut(early.block.segment, early.block.offset, r.target(), r.offset, bytes);
            } else if (early.slab != null) {
                Memory.copyOut(early.slab.segment(), 0, r.target(), r.offset, bytes);
            } else if (early.sender != null) {
                r.copyIn(early.sender.base, early.sender.offset, bytes);
            }
            return true;
        } catch (BraidException refused) {
            r.fail(refused);
            return false;
        }
    }

    /** Gives back everything that the message held, and tells a synchronous sender. */
    void finish(Early early) {
        Peer peer = early.peer;
        boolean tell = Envelope.isSynchronous(early.word);
        int extra = early.extra;
        if (early.block != null) {
            memory.give(early.block);
        }
        if (early.slab != null) {
            early.slab.release();
        }
        if (early.sender != null) {
            early.sender.kept = null;
            early.sender.complete();
        }
        if (early.creditor != null) {
            early.creditor.consumed(early.charge);
        }
        give(early);
        if (tell && peer != null) {
            acknowledgements.send(peer, extra);
        }
    }

    /** Gives back the memory; no message may be kept after that. */
    @Override
    public void close() {
        memory.close();
    }
}
