package org.braid.mpi.objects.stream;

/**
 * Room on the stack for what a step of a stream calls. Object streams go as deep as the objects refer to each other, and a chain of many thousands ends in a StackOverflowError; it has to strike before a step has changed anything, for
 * whoever writes or reads goes on after it and tells the other end.
 */
final class StackRoom {
    /** More frames than a step has, each of them larger than these. */
    private static final int FRAMES = 512;

    private StackRoom() {}

    /** @throws StackOverflowError if there is no more */
    static void require() {
        int ignored = descend(FRAMES, 0, 0, 0, 0);
    }

    /** Its parameters are there to take room; not in place of a loop. */
    private static int descend(int frames, long a, long b, long c, long d) {
        return frames == 0 ? (int) (a + b + c + d) : 1 + descend(frames - 1, a + 1, b + 1, c + 1, d + 1);
    }
}
