package org.braid.mpix;

/** That a listener is told of events, until this is closed; see {@link Tools#listen}. */
public final class Listening implements AutoCloseable {
    private final Runnable end;

    Listening(Runnable end) {
        this.end = end;
    }

    /** From now on the listener is told nothing; an event that it is just being told may end later. A second time it does nothing. */
    @Override
    public void close() {
        end.run();
    }
}
