package org.braid.mpi.p2p;

import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/**
 * The names of the objects of one communicator, in as few bytes as they allow: all are of one job; the numbers of their processes mostly follow each other, and the objects mostly have the same number in each process, for all have
 * made as many before.
 *
 * <pre>
 *   numbers    null: process i has number first + i        else one int each
 *   objects    null: all have the endpoint and generation of the first    else one long each
 * </pre>
 */
final class CompactNames implements SendSlots.Rule {
    private final LcoName first;
    private final int @Nullable [] numbers;
    private final long @Nullable [] objects;

    private CompactNames(LcoName first, int @Nullable [] numbers, long @Nullable [] objects) {
        this.first = first;
        this.numbers = numbers;
        this.objects = objects;
    }

    /** The names as a rule; null if they are none, or not of ranks of one job. */
    static @Nullable CompactNames of(LcoName[] names) {
        boolean follow = names.length > 0;
        boolean same = true;
        for (int i = 0; i < names.length; i++) {
            ContextId context = names[i].context();
            if (!context.sameJob(names[0].context()) || context.number() != (int) context.number()) {
                return null;
            }
            follow &= context.number() == names[0].context().number() + i;
            same &= names[i].object() == names[0].object();
        }
        return names.length == 0 ? null : new CompactNames(names[0], follow ? null : numbers(names), same ? null : objects(names));
    }

    private static int[] numbers(LcoName[] names) {
        int[] all = new int[names.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (int) names[i].context().number();
        }
        return all;
    }

    private static long[] objects(LcoName[] names) {
        long[] all = new long[names.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = names[i].object();
        }
        return all;
    }

    @Override
    public LcoName nameOf(int slot) {
        ContextId job = first.context();
        long number = numbers == null ? job.number() + slot : numbers[slot];
        return LcoName.of(new ContextId(job.jobHigh(), job.jobLow(), number), objects == null ? first.object() : objects[slot]);
    }
}
