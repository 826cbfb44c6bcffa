package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Blocks of lengths of their own that travel together, in the order of a tree: a buffer of their lengths, and one of themselves. As messages, lengths go ahead, so that whoever passes blocks on learns how long they are while they are under way: on a
 * slow channel both pay its latency once. A block that is too long to go together with others has its length there, and no room.
 */
public final class Bundle {
    /** Up to so many bytes a block is copied sooner than one more message goes over a slow channel, as for a gather of blocks of one length. */
    static final long USUAL_BYTES = 8 << 10;

    private final ScheduleBuilder steps;
    private final int lengths;
    private int blocks = -1;

    /** Of so many blocks. */
    public Bundle(ScheduleBuilder steps, int units) {
        this.steps = steps;
        this.lengths = steps.lengths(units);
    }

    /** The lengths from {@code first} on are those of the blocks {@code order} of IN or OUT. */
    public Bundle measure(int buffer, int[] order, int first) {
        Order.measure(steps, buffer, order, lengths, first);
        return this;
    }

    /** So many lengths from {@code first} on come from {@code peer}. */
    public void receiveLengths(int peer, int first, int units) {
        steps.receive(peer, lengths, first, first + units);
    }

    /** So many lengths are those of {@code other} from {@code from} on. */
    public void copyLengths(Bundle other, int from, int units, int first) {
        steps.copy(other.lengths, from, from + units, lengths, first);
    }

    /** The lengths from {@code first} on must be those of the blocks {@code order} of OUT: before anything is waited for that comes by itself, if it is as long as this rank expects. */
    public void compareLengths(int first, int[] order) {
        for (int at = 0; at < order.length; at++) {
            steps.compare(lengths, first + at, order[at]);
        }
    }

    /** All lengths are known. */
    public Bundle allocate() {
        blocks = steps.allocate(lengths);
        return this;
    }

    /** The blocks from {@code first} on are the blocks {@code order} of IN or OUT. */
    public void put(int buffer, int[] order, int first) {
        for (int at = 0; at < order.length; at++) {
            steps.copy(buffer, order[at], order[at] + 1, blocks, first + at);
        }
    }

    /** The blocks from {@code first} on become the blocks {@code order} of OUT. */
    public void take(int first, int[] order, int buffer) {
        for (int at = 0; at < order.length; at++) {
            steps.copy(blocks, first + at, first + at + 1, buffer, order[at]);
        }
    }

    /** So many blocks from {@code first} on are those of {@code other} from {@code from} on. */
    public void copyBlocks(Bundle other, int from, int units, int first) {
        steps.copy(other.blocks, from, from + units, blocks, first);
    }

    /** So many blocks from {@code first} on come from {@code peer}. */
    public void receiveBlocks(int peer, int first, int units) {
        steps.receive(peer, blocks, first, first + units);
    }

    /** So many lengths from {@code first} on go to {@code peer}. */
    public void sendLengths(int peer, int first, int units) {
        steps.send(peer, lengths, first, first + units);
    }

    /** So many blocks from {@code first} on go to {@code peer}. */
    public void sendBlocks(int peer, int first, int units) {
        steps.send(peer, blocks, first, first + units);
    }

    /** The lengths from {@code first} on are those of blocks {@code [from, to)} that a member of the same memory, or everybody, has shown in a phase. */
    public void seeLengths(int member, int phase, int from, int to, int first) {
        steps.see(member, phase, from, to, lengths, first);
    }

    /** The blocks from {@code first} on are those, likewise. */
    public void seeBlocks(int member, int phase, int from, int to, int first) {
        steps.see(member, phase, from, to, blocks, first);
    }

    /** Everybody who shares the memory may see the blocks {@code [from, to)} in that phase. */
    public void show(int phase, int from, int to) {
        steps.show(phase, blocks, from, to);
    }
}
