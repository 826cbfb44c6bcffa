package org.braid.link;

import org.braid.base.wire.Frame;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** One large message that we offered: the data stays in the caller's buffer until the receiver has taken it, or until we have pushed it. */
final class BulkSend {
    /** Fragments grow, so that the first is on its way early and later ones cost little each (grim-heterogeneous-endpoints: cut-through injection). */
    private static final int FIRST_FRAGMENT_BYTES = 4 << 10;

    final Peer peer;
    final Lane lane;
    final @Nullable Object base;
    final long offset;
    final long length;
    final Completion free;
    final int index;
    int generation;

    private int receiveIndex;
    private int receiveGeneration;
    private long at;
    private long end;
    private int fragment = FIRST_FRAGMENT_BYTES;

    BulkSend(Peer peer, Lane lane, @Nullable Object base, long offset, long length, Completion free, int index) {
        this.peer = peer;
        this.lane = lane;
        this.base = base;
        this.offset = offset;
        this.length = length;
        this.free = free;
        this.index = index;
    }

    void pushTo(int receiver, int generationOfReceiver, long from, long bytes) {
        receiveIndex = receiver;
        receiveGeneration = generationOfReceiver;
        at = from;
        end = from + bytes;
    }

    /** Pushes as many fragments as the lane takes now. */
    int push() {
        int sent = 0;
        while (at < end) {
            int bytes = (int) Math.min(Math.min(fragment, lane.frameBytes()), end - at);
            int taken = lane.offer(
                    Frame.FRAGMENT, 0, Startpoint.NEEDS_YOU, 0, receiveIndex, receiveGeneration, (int) at, (int) (at >>> 32), base, offset + at, bytes);
            if (taken != Lane.TAKEN) {
                break;
            }
            at += bytes;
            sent++;
            fragment = Math.min(fragment * 4, lane.frameBytes());
        }
        return sent;
    }

    boolean pushed() {
        return at == end && lane.settled();
    }
}
