package org.braid.testkit.sim.machine;

/** Kinds of memory that users send from and receive into. */
public enum MemoryKind {
    BYTES,
    INTS,
    DIRECT,
    /** Of a confined arena, which its owner may close. */
    NATIVE,
    /** In a segment that peers may map. */
    SHARED,
    /** Of an arena that is closed already. */
    CLOSED,
    /** Of an arena that another thread has made for itself. */
    FOREIGN,
    READ_ONLY;

    private static final MemoryKind[] SOUND = {BYTES, INTS, DIRECT, NATIVE, SHARED};

    /** Whether it cannot be read. */
    public boolean refusesToBeRead() {
        return this == CLOSED || this == FOREIGN;
    }

    /** Whether it cannot be written to. */
    public boolean refusesToBeFilled() {
        return refusesToBeRead() || this == READ_ONLY;
    }

    /** Those that refuse nothing by themselves. */
    public static MemoryKind sound(int number) {
        return SOUND[number % SOUND.length];
    }
}
