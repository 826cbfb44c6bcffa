package org.braid.boot.hosts;

import org.jspecify.annotations.Nullable;

/**
 * Which part of its host a rank is bound to, and in which process it is.
 *
 * @param socket the package of its cores, as the host counts; -1 if they are in several, or packages part no ranks of the host
 * @param cache the last-level cache of its cores, as the package counts; -1 likewise
 * @param process whose thread it is, as the host counts; -1 if processes part no ranks of the host but as ranks do
 */
public record Part(int socket, int cache, int process) {
    /** It may be anywhere on its host. */
    public static final Part NONE = new Part(-1, -1, -1);

    /** Numbers are lower: a host with more is not looked at. */
    static final int MOST = 255;

    /** As many ranks as a page tells of. */
    static final int MOST_PROCESSES = 0xffff;

    private static final int BYTE = 0xff;
    private static final int HASH = 31;

    /**
     * Checks that it can be.
     *
     * @throws IllegalArgumentException for a number that no part has
     */
    public Part {
        if (socket < -1 || socket >= MOST || cache < -1 || cache >= MOST || process < -1 || process >= MOST_PROCESSES) {
            throw new IllegalArgumentException("package " + socket + ", cache " + cache + ", process " + process);
        }
    }

    /** In a process that is not looked at. */
    public Part(int socket, int cache) {
        this(socket, cache, -1);
    }

    /** The same place in a process; in none that is looked at above {@link #MOST_PROCESSES} of a host. */
    public Part in(int process) {
        return new Part(socket, cache, process < MOST_PROCESSES ? process : -1);
    }

    /** Whether cores part it from others of its host. */
    boolean isBound() {
        return socket >= 0 || cache >= 0;
    }

    /** Written out, since what the compiler makes is spun when it is first called, in each rank. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Part its && socket == its.socket && cache == its.cache && process == its.process;
    }

    @Override
    public int hashCode() {
        return (socket << 8 | cache & BYTE) + HASH * process;
    }

    /** Package and cache in sixteen bits. */
    short toShort() {
        return (short) ((socket & BYTE) << 8 | cache & BYTE);
    }

    /** The process likewise. */
    short processBits() {
        return (short) process;
    }

    static Part of(short bits, short processBits) {
        return new Part(number(bits >> 8), number(bits), (processBits & MOST_PROCESSES) == MOST_PROCESSES ? -1 : processBits & MOST_PROCESSES);
    }

    private static int number(int bits) {
        return (bits & BYTE) == MOST ? -1 : bits & BYTE;
    }
}
