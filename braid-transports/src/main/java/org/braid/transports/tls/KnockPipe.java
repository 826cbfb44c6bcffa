package org.braid.transports.tls;

import java.nio.ByteBuffer;
import org.braid.base.wire.ContextId;
import org.braid.pipe.driver.BytePipe;
import org.jspecify.annotations.Nullable;

/** A pipe that is connected once both ends have knocked; then it is the pipe beneath, and nothing of it was read too far. */
final class KnockPipe implements BytePipe {
    private static final long ON_THE_HEAP = 0;

    private final BytePipe beneath;
    private final Knock knock;
    private boolean isOver; // all is said and heard
    private boolean wasLeft;
    private volatile @Nullable String why;

    /** @param beneath this pipe's from now on */
    KnockPipe(BytePipe beneath, Knock knock) {
        this.beneath = beneath;
        this.knock = knock;
    }

    /** Goes on with what has to be said and heard. */
    @Override
    public boolean isConnected() {
        if (!isOver && why == null && beneath.isConnected()) {
            talk();
        }
        return isOver;
    }

    private void talk() {
        boolean goesOn = say();
        while (goesOn && knock.isTalking()) {
            long bytes = beneath.read(knock.in(), ON_THE_HEAP);
            if (bytes < 0) {
                endedBy(bytes);
                return;
            }
            knock.advance();
            goesOn = say() && bytes > 0;
        }
        isOver = goesOn && knock.isDone();
        if (why == null) {
            why = knock.why();
        }
    }

    /** False if it cannot go on now. */
    private boolean say() {
        ByteBuffer words = knock.out();
        while (words.hasRemaining()) {
            long taken = beneath.write(words, ON_THE_HEAP);
            if (taken < 0) {
                endedBy(taken);
            }
            if (taken <= 0) {
                return false;
            }
        }
        return true;
    }

    private void endedBy(long answer) {
        wasLeft = knock.isGreeted();
        if (why == null) {
            why = answer == ENDED ? "it ended the connection before TLS began" : String.valueOf(beneath.why());
        }
    }

    @Override
    public boolean isAnswered() {
        return beneath.isAnswered();
    }

    @Override
    public boolean isOfTheJob() {
        return isOver;
    }

    @Override
    public String there() {
        return beneath.there();
    }

    @Override
    public String way() {
        return beneath.way();
    }

    @Override
    public @Nullable String why() {
        String own = why;
        return own != null ? own : beneath.why();
    }

    @Override
    public @Nullable String whyNot(ContextId peer) {
        return beneath.whyNot(peer);
    }

    /** Whoever has called at the same time lets go of one of the two connections. */
    @Override
    public boolean wasLeft() {
        return wasLeft;
    }

    @Override
    public boolean isHopeless() {
        return knock.isHopeless();
    }

    @Override
    public long read(ByteBuffer room, long address) {
        return beneath.read(room, address);
    }

    @Override
    public long read(ByteBuffer[] rooms) {
        return beneath.read(rooms);
    }

    @Override
    public long write(ByteBuffer piece, long address) {
        return beneath.write(piece, address);
    }

    @Override
    public long write(ByteBuffer[] pieces, int first, int count) {
        return beneath.write(pieces, first, count);
    }

    @Override
    public void watch(boolean forRoom) {
        beneath.watch(forRoom);
    }

    @Override
    public void close() {
        beneath.close();
    }
}
