package org.braid.base.wire;

/**
 * Says whether a frame's header may be believed.
 *
 * <p>The caller reads each word of the header once, into locals, and passes the locals: a peer may change shared memory between
 * check and use. Never throws, never allocates; one test on the way of a good frame. A lane that gets anything but {@link #OK} is
 * closed with the {@link #reason}; the process goes on.
 */
public final class FrameCheck {
    public static final int OK = 0;
    public static final int UNKNOWN_KIND = 1;
    public static final int TOO_LONG = 2;
    public static final int UNKNOWN_FLAG = 3;
    public static final int NO_HANDLER = 4;
    public static final int NO_NUMBER = 5;

    private static final int UNKNOWN_FLAGS = ~Frame.ALL_FLAGS << 24;

    private FrameCheck() {}

    /**
     * Checks the header of a frame that was taken out of a ring or stream. PAD never leaves a ring and is refused here.
     *
     * @param word0 the word at {@link Frame#WORD0}
     * @param route the word at {@link Frame#ROUTE}
     * @param handler the word at {@link Frame#HANDLER}
     * @param maxPayloadBytes the smaller of the method's limit and what the record can hold
     * @return {@link #OK} or a reason
     */
    public static int check(int word0, int route, int handler, int maxPayloadBytes) {
        boolean good = (word0 & 0xff) == Frame.RSR && word0 >>> 8 <= maxPayloadBytes && route >>> 24 <= Frame.NEEDS_YOU && handler != HandlerId.NONE;
        return good ? OK : slowly(word0, route, handler, maxPayloadBytes);
    }

    private static int slowly(int word0, int route, int handler, int maxPayloadBytes) {
        int kind = Frame.kind(word0);
        if (kind == Frame.EMPTY || kind == Frame.PAD || kind > Frame.LAST_KIND) return UNKNOWN_KIND;
        if (Frame.payloadBytes(word0) > maxPayloadBytes) return TOO_LONG;
        if ((route & UNKNOWN_FLAGS) != 0) return UNKNOWN_FLAG;
        if (handler == HandlerId.NONE && (kind == Frame.RSR || kind == Frame.OFFER)) return NO_HANDLER;
        boolean numbered = (Frame.flags(route) & Frame.NUMBERED) != 0;
        return numbered && Frame.payloadBytes(word0) < Long.BYTES ? NO_NUMBER : OK;
    }

    /** The reason in words, for the alert that closes the lane. */
    public static String reason(int result) {
        return switch (result) {
            case OK -> "the header is good";
            case UNKNOWN_KIND -> "the frame's kind is unknown";
            case TOO_LONG -> "the payload is longer than this lane allows";
            case UNKNOWN_FLAG -> "a reserved flag is set";
            case NO_HANDLER -> "the frame needs a handler and names none";
            case NO_NUMBER -> "the frame is numbered and has no room for its number";
            default -> throw new IllegalArgumentException(Integer.toString(result));
        };
    }
}
