package org.braid.link.flow;

/** What both ends of a striped lane keep to: how much of it may be on its way, or wait for its turn. Pure. */
public final class StripeLimits {
    /** Frames that the receiving end has not put into order yet; a power of two. */
    public static final int MOST_FRAMES = 1_024;

    /** Their payload, in bytes. */
    public static final int MOST_BYTES = 4 << 20;

    /** Rails of one striped lane. */
    public static final int MOST_RAILS = 64;

    /** Striped lanes that one peer may have at a time; those count whose rails are on their way to their end. */
    public static final int MOST_LANES = 256;

    /** Longest payload of one frame, in bytes, whatever its rails could take: the shorter, the more of them share a long message. */
    public static final int FRAME_BYTES = 32 << 10;

    private StripeLimits() {}

    /** Whether what was put into order since the last time is to be told. */
    public static boolean isToldAfter(long frames, long bytes) {
        return frames >= MOST_FRAMES / 4 || bytes >= MOST_BYTES / 4;
    }
}
