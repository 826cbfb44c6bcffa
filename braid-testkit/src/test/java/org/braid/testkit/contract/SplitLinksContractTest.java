package org.braid.testkit.contract;

import org.junit.jupiter.api.Nested;

/** What every transport promises must hold on links, too, whose short messages go by one and whose long data goes by another. */
class SplitLinksContractTest {
    @Nested
    class ShmThenTcp extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=shm(max=20KiB)", serves);
        }
    }

    @Nested
    class TcpThenShm extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.apart(contexts, "*=tcp(max=20KiB)", serves);
        }
    }

    @Nested
    class LocalThenShm extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.together(contexts, "*=local(max=20KiB)", serves);
        }
    }

    /** The policy's method is for long data, and what it leaves goes by the first of the others. */
    @Nested
    class LocalThenTcp extends TransportContract {
        @Override
        public World open(int contexts, boolean serves) {
            return World.together(contexts, "*=tcp(min=20KiB)", serves);
        }
    }
}
