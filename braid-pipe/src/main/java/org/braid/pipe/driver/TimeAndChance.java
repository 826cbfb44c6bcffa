package org.braid.pipe.driver;

/** What lanes may not take from the machine themselves, so that a simulated world can give it. Any thread. */
public interface TimeAndChance {
    /** Nanoseconds of one clock that only grows; differences alone mean something. */
    long nowNs();

    /** Bytes that nobody can guess. */
    byte[] randomBytes(int count);
}
