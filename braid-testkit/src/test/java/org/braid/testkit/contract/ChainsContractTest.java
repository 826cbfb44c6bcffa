package org.braid.testkit.contract;

import org.junit.jupiter.api.Nested;

/** What every transport promises must hold with devices above it, too. */
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
}
