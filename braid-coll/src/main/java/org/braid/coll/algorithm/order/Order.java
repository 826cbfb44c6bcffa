package org.braid.coll.algorithm.order;

import org.braid.coll.schedule.ScheduleBuilder;

/** Blocks that lie in the order of a tree, and in that of ranks. Ranks that follow each other in both are moved together. */
public final class Order {
    private Order() {}

    /** Whether these are consecutive ranks, the lowest first. */
    public static boolean isInterval(int[] order) {
        return run(order, 0) == order.length;
    }

    /** The end of the longest piece from {@code from} on of consecutive ranks. */
    private static int run(int[] order, int from) {
        int end = from + 1;
        while (end < order.length && order[end] == order[end - 1] + 1) {
            end++;
        }
        return end;
    }

    /** Length i from {@code first} on is that of block {@code order[i]} of IN or OUT. */
    public static void measure(ScheduleBuilder steps, int buffer, int[] order, int lengths, int first) {
        for (int at = 0; at < order.length; at = run(order, at)) {
            steps.measure(buffer, order[at], order[at] + run(order, at) - at, lengths, first + at);
        }
    }

    /** Block i from {@code first} on of {@code source} goes to block {@code order[i]} of {@code target}. */
    public static void place(ScheduleBuilder steps, int source, int first, int[] order, int target) {
        for (int at = 0; at < order.length; at = run(order, at)) {
            steps.copy(source, first + at, first + run(order, at), target, order[at]);
        }
    }

    /** Block {@code order[i]} of {@code source} goes to block i of {@code target}. */
    public static void collect(ScheduleBuilder steps, int source, int[] order, int target) {
        for (int at = 0; at < order.length; at = run(order, at)) {
            steps.copy(source, order[at], order[at] + run(order, at) - at, target, at);
        }
    }
}
