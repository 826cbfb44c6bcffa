package org.braid.pipe.fake;

import java.nio.ByteBuffer;

/** One direction of a wire: a queue of bytes of bounded length, and what can happen to it. */
final class Stream {
    private final ByteBuffer bytes; // from position to limit: on their way
    private boolean ended;
    private boolean broken;
    private boolean frozen;
    private int room = Integer.MAX_VALUE;
    private int mostPerRead = Integer.MAX_VALUE;
    private long carried;

    Stream(int capacityBytes) {
        bytes = ByteBuffer.allocate(capacityBytes).limit(0);
    }

    /** Takes what it has room for. */
    int put(ByteBuffer from) {
        bytes.compact();
        int count = Math.min(Math.min(from.remaining(), bytes.remaining()), room);
        room -= count;
        int limit = from.limit();
        bytes.put(from.limit(from.position() + count));
        from.limit(limit);
        bytes.flip();
        carried += count;
        return count;
    }

    /** Gives what there is and finds room. */
    int get(ByteBuffer to) {
        int count = frozen ? 0 : Math.min(Math.min(mostPerRead, to.remaining()), bytes.remaining());
        int limit = bytes.limit();
        to.put(bytes.limit(bytes.position() + count));
        bytes.limit(limit);
        return count;
    }

    /** It takes so many bytes, and then no more. */
    void narrow(int bytesLeft) {
        room = bytesLeft;
    }

    /** Each look at it brings no more than that. */
    void slow(int bytesPerRead) {
        mostPerRead = bytesPerRead;
    }

    /** Nothing comes behind what is on its way. */
    void end() {
        ended = true;
    }

    /** What is on its way is lost. */
    void cut() {
        broken = true;
        bytes.position(bytes.limit());
    }

    /** What is on its way, and what follows, is not delivered. */
    void freeze() {
        frozen = true;
    }

    /** Turns the lowest bit of the byte that will be delivered after {@code skip} others; false if it is not on its way. */
    boolean flip(int skip) {
        int at = bytes.position() + skip;
        if (at >= bytes.limit()) {
            return false;
        }
        bytes.put(at, (byte) (bytes.get(at) ^ 1));
        return true;
    }

    /** Bytes that were taken so far. */
    long carried() {
        return carried;
    }

    boolean isBroken() {
        return broken;
    }

    boolean isOver() {
        return ended && !bytes.hasRemaining();
    }
}
