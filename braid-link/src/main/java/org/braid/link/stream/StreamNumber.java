package org.braid.link.stream;

import org.braid.link.spi.DeliveryClass;

/**
 * The name of a stream between two contexts, given out by its sender. Number 0 is the default stream, which needs no introduction.
 *
 * <pre>
 *   31                        10       8         0
 *  +---------------------------+--------+---------+
 *  | serial                    | class  | channel |
 *  +---------------------------+--------+---------+
 * </pre>
 */
public final class StreamNumber {
    /** The stream over which two contexts meet; grants, answers and everything that the runtime says goes by it. */
    public static final int DEFAULT = 0;

    private static final int CHANNEL_BITS = 8;
    private static final int CLASS_BITS = 2;

    private StreamNumber() {}

    static int of(int serial, DeliveryClass delivery, int channel) {
        return serial << CHANNEL_BITS + CLASS_BITS | delivery.ordinal() << CHANNEL_BITS | channel;
    }

    /** Counts the streams of its sender, from 0 on. */
    public static int serial(int number) {
        return number >>> CHANNEL_BITS + CLASS_BITS;
    }

    static int channel(int number) {
        return number & (1 << CHANNEL_BITS) - 1;
    }

    /** False for a number that no sender gives out. */
    public static boolean makesSense(int number) {
        return number >= 0 && (number >>> CHANNEL_BITS & (1 << CLASS_BITS) - 1) < DeliveryClass.values().length;
    }

    /** What a stream of this number promises. */
    public static DeliveryClass delivery(int number) {
        return DeliveryClass.values()[number >>> CHANNEL_BITS & (1 << CLASS_BITS) - 1];
    }
}
