package org.braid.base.wire;

/**
 * How large anything may be that comes from outside, or that is made to go there. Single sizes, counts and totals are all bounded:
 * a list whose items are capped but whose sum is not is how decoders run out of memory.
 */
public final class Limits {
    /** Longest payload of one frame, bytes; a method may allow less, never more. Larger messages are offered, then cut or copied. */
    public static final int MAX_FRAME_PAYLOAD = 1 << 20;
    /** Longest message, bytes. */
    public static final long MAX_MESSAGE = 1L << 48;

    /** Longest name of a handler, UTF-8 bytes. */
    public static final int MAX_NAME_BYTES = 255;

    /** Longest name of a method, device or parameter, characters. */
    public static final int MAX_WORD_CHARS = 32;
    /** Most entries of a descriptor table. */
    public static final int MAX_DESCRIPTORS = 32;
    /** Longest body of one descriptor, bytes. */
    public static final int MAX_DESCRIPTOR_BODY = 1024;
    /** Longest descriptor table, bytes. */
    public static final int MAX_TABLE_BYTES = 8192;

    /** Most endpoints behind one startpoint. */
    public static final int MAX_TARGETS = 16_384;
    /** Longest startpoint, bytes; it must fit into a frame beside other values. */
    public static final int MAX_STARTPOINT_BYTES = MAX_FRAME_PAYLOAD - 4096;

    /** Longest method expression or policy, characters. */
    public static final int MAX_EXPRESSION_CHARS = 4096;
    /** Deepest nesting of compounds in a method expression. */
    public static final int MAX_NESTING = 8;
    /** Most devices of one chain, most parts of one compound. */
    public static final int MAX_PARTS = 16;
    /** Longest name of a network interface or address after {@code @}, characters. */
    public static final int MAX_INTERFACE_CHARS = 64;
    /** Most parameters of one method or device. */
    public static final int MAX_PARAMETERS = 32;
    /** Longest value of a parameter, characters. */
    public static final int MAX_VALUE_CHARS = 256;

    private Limits() {}
}
