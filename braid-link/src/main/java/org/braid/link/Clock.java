package org.braid.link;

/** Time, and how a thread that waits lets it pass: the machine's, unless an {@link AddressSpace} is given another one, as a simulated world does. */
public interface Clock {
    /** The machine's. */
    Clock MACHINE = new Machine();

    /** As {@link System#nanoTime}: only differences mean something. */
    long nanoTime();

    /** The caller has nothing to do now, and others may have. */
    void giveWay();

    /** A class instead of a lambda: it is on the way of a job's start. */
    final class Machine implements Clock {
        private Machine() {}

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void giveWay() {
            Thread.yield();
        }
    }
}
