package org.braid.testkit.contract;

import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;

/** What every transport promises must hold with devices above it, too. Each test has contexts of its own, which wait for half of their time: so two of them run beside each other. */
@Execution(CONCURRENT)
class ChainsContractTest {
    @Nested
    class PassOverLocal extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.together(contexts, "*=pass+local", serves);
        }
    }

    @Nested
    class PassOverShm extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=pass+shm", serves);
        }
    }

    @Nested
    class PassTwiceOverTcp extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=pass+pass+tcp", serves);
        }
    }

    /** The device of the guide. */
    @Nested
    class MaskOverShm extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=mask(7)+shm", serves);
        }
    }

    @Nested
    class StripeOverShmAndUnix extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=stripe(shm, unix)", serves);
        }
    }

    @Nested
    class Lz4OverStripe extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=lz4+stripe(tcp, checksum+shm)", serves);
        }
    }

    @Nested
    class Lz4OverTcp extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=lz4+tcp", serves);
        }
    }

    @Nested
    class ChecksumOverShm extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=checksum+shm", serves);
        }
    }

    @Nested
    class DelayOverShm extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=delay(1ms)+shm", serves);
        }
    }

    @Nested
    class Lz4AndChecksumOverTcp extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=lz4+checksum+tcp", serves);
        }
    }

    /** Frames that wait in devices at the sending end, and those behind them that are told FULL. */
    @Nested
    class StallsOverShm extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=chaos(stall=2%, pause=300us)+shm", serves);
        }
    }

    /** Frames that wait in devices at both ends, one above the other. */
    @Nested
    class StallsAndDelaysOverTcp extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=delay(200us, jitter=100us)+chaos(stall=1%, pause=200us)+lz4+tcp", serves);
        }
    }

    @Nested
    class ProfileOverLocal extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.together(contexts, "*=profile+local", serves);
        }
    }
}
