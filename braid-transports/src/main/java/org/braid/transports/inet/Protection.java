package org.braid.transports.inet;

import org.braid.base.wire.ContextId;
import org.braid.pipe.driver.BytePipe;
import org.jspecify.annotations.Nullable;

/** What a transport lays around the connections of its port. */
public interface Protection {
    /** Messages may leave the host through it although the job does not allow them in the clear. */
    boolean leavesHost();

    /** Why this context can make no connection; null if it can. */
    @Nullable String whyNone();

    /** Around a connection that this context makes to a peer. */
    BytePipe calling(ContextId peer, BytePipe plain);

    /** Around a connection that a peer has made. */
    BytePipe called(BytePipe plain);

    /** The port's turn begins: what it may do in one for all of its connections, it may do again. Token's holder only. */
    default void beginTurn() {}

    /** Units of work that were done in this turn for connections that are being made. Token's holder only. */
    default int workOfTurn() {
        return 0;
    }

    /** None. */
    Protection NONE = new Protection() {
        @Override
        public boolean leavesHost() {
            return false;
        }

        @Override
        public @Nullable String whyNone() {
            return null;
        }

        @Override
        public BytePipe calling(ContextId peer, BytePipe plain) {
            return plain;
        }

        @Override
        public BytePipe called(BytePipe plain) {
            return plain;
        }
    };
}
