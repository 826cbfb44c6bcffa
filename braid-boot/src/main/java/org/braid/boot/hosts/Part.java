package org.braid.boot.hosts;

import org.jspecify.annotations.Nullable;

/**
 * Which part of its host a rank is bound to.
 *
 * @param socket the package of its cores, as the host counts; -1 if they are in several, or packages part no ranks of the host
 * @param cache the last-level cache of its cores, as the package counts; -1 likewise
 */
public record Part(int socket, int cache) {
    /** It may be anywhere on its host. */
    public static final Part NONE = new Part(-1, -1);

    /** Numbers are lower: a host with more is not looked at. */
    static final int MOST = 255;

    private static final int BYTE = 0xff;

    /**
     * Checks that it can be.
     *
     * @throws IllegalArgumentException for a number that no part has
     */
    public Part {
        if (socket < -1 || socket >= MOST || cache < -1 || cache >= MOST) {
            throw new IllegalArgumentException("package " + socket + ", cache " + cache);
        }
    }

    /** Written out, since what the compiler makes is spun when it is first called, in each rank. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Part its && socket == its.socket && cache == its.cache;
    }

    @Override
    public int hashCode() {
        return socket << 8 | cache & BYTE;
    }

    /** In sixteen bits. */
    short toShort() {
        return (short) ((socket & BYTE) << 8 | cache & BYTE);
    }

    static Part of(short bits) {
        return new Part(number(bits >> 8), number(bits));
    }

    private static int number(int bits) {
        return (bits & BYTE) == MOST ? -1 : bits & BYTE;
    }
}
