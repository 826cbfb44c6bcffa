package org.braid.coll.select;

import org.braid.coll.schedule.Operation;
import org.jspecify.annotations.Nullable;

/** Which of the calls that could go over memory that members share do so, as the selection says. That is asked once for each kind of call: the last answer of each root and kind of operator is kept, so that a call that is made again costs one comparison. */
public final class MemoryChoice {
    private static final int KINDS = 2; // of operators: whether they commute
    private static final int PREFERS = 2;
    private static final int ASKED = 1;
    private static final int BYTES_AT = 2;

    private final Selection selection;
    private final int size;
    private final boolean crowded;
    private final long[] @Nullable [] answers = new long[Operation.values().length][]; // by operation, then by root and kind: bytes, PREFERS, ASKED

    /** Of a communicator of so many members; {@code crowded} as {@link Selection#choose} has it. */
    public MemoryChoice(Selection selection, int size, boolean crowded) {
        this.selection = selection;
        this.size = size;
        this.crowded = crowded;
    }

    /** @param bytes what the choice depends on, the same at every member, less than 2^61 */
    public boolean prefers(Operation operation, int root, long bytes, boolean commutative) {
        long[] known = answers[operation.ordinal()];
        if (known == null) {
            known = new long[KINDS * size];
            answers[operation.ordinal()] = known;
        }
        int at = KINDS * root + (commutative ? 1 : 0);
        if ((known[at] & ASKED) == 0 || known[at] >>> BYTES_AT != bytes) {
            boolean prefers = selection.prefersMemory(operation, size, root, bytes, crowded, commutative);
            known[at] = bytes << BYTES_AT | (prefers ? PREFERS : 0) | ASKED;
        }
        return (known[at] & PREFERS) != 0;
    }
}
