package org.braid.mpi.data;

/** {@link ElementMemory} for calls that block, used again by the next one: such a call allocates nothing. Any thread may take and give back. */
public final class ElementMemories {
    /** As many calls at once, of as many threads, find one again. */
    private static final int MOST = 64;

    private final ElementMemory[] free = new ElementMemory[MOST];
    private int count;

    /** As {@link ElementMemory#of}; whoever takes it {@linkplain #give gives} it back when nothing can reach it any more, or never. */
    public ElementMemory take(TypeMap map, Object base, long offset, long elements) {
        return takeAny().show(map, base, offset, elements);
    }

    private synchronized ElementMemory takeAny() {
        return count == 0 ? new ElementMemory() : free[--count];
    }

    /** The call is over, and has succeeded. */
    public synchronized void give(ElementMemory used) {
        used.forget();
        if (count < MOST) {
            free[count++] = used;
        }
    }
}
