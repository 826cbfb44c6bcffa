package org.braid.coll.schedule;

/**
 * Who shares the memory in which ranks show each other something, and how much of it each of them has.
 *
 * @param members their ranks, ascending; null for all
 * @param placeUnits for each phase the most units that a member may show; one in phases beyond the array
 */
record Sharing(int @org.jspecify.annotations.Nullable [] members, int[] placeUnits) {
    static final Sharing BY_ALL = new Sharing(null, new int[0]);

    /** For how many phases something is said. */
    int places() {
        return placeUnits.length;
    }

    int count(int size) {
        return members == null ? size : members.length;
    }

    int member(int index) {
        return members == null ? index : members[index];
    }

    int placeUnits(int phase) {
        return phase < placeUnits.length ? placeUnits[phase] : 1;
    }
}
