package org.braid.pipe.driver;

import java.nio.ByteBuffer;

/** In place of a pipe that never came to be: a call that failed at once, a caller that was sent away. */
public record NoPipe(String there, String why) implements BytePipe {
    @Override
    public boolean isConnected() {
        return false;
    }

    @Override
    public long read(ByteBuffer room, long address) {
        return BROKEN;
    }

    @Override
    public long read(ByteBuffer[] rooms) {
        return BROKEN;
    }

    @Override
    public long write(ByteBuffer piece, long address) {
        return BROKEN;
    }

    @Override
    public long write(ByteBuffer[] pieces, int first, int count) {
        return BROKEN;
    }

    @Override
    public void watch(boolean forRoom) {}

    @Override
    public void close() {}
}
