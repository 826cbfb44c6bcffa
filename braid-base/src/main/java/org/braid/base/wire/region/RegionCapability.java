package org.braid.base.wire.region;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.Limits;
import org.braid.base.wire.PutBuffer;
import org.braid.base.wire.StartpointImage;

/**
 * The right to access a region of somebody's memory, as it travels in messages. What it claims beside number and key helps to find the region; what counts is what its owner has noted.
 *
 * <pre>
 *   0          1       2        4        8          16        24       32        36   40         48       56
 *  +----------+-------+--------+--------+----------+---------+--------+---------+----+----------+--------+- - - - - - - - - - - - - - - -
 *  | format 1 | rights| 0      | number | key high | key low | bytes  | segment | fd | segment  | offset | startpoint of one target …
 *  |          |       |        |        |          |         |        | of record    | bytes    |        |
 *  +----------+-------+--------+--------+----------+---------+--------+---------+----+----------+--------+- - - - - - - - - - - - - - - -
 * </pre>
 *
 * @param number of the region at its owner
 * @param keyHigh the upper half of its key
 * @param keyLow the lower half
 * @param rights a bit for each, 1 get, 2 put, 4 atomic operations
 * @param bytes its length
 * @param record where its owner notes it in memory that peers may map
 * @param owner the context that owns it, and the endpoint whose handlers are notified
 */
public record RegionCapability(int number, long keyHigh, long keyLow, int rights, long bytes, Place record, StartpointImage owner) {
    /** A place in a segment that peers on the host may map; {@link #NOWHERE} if they can't. */
    public record Place(int segment, int fd, long segmentBytes, long offset) {
        /** No peer may map it. */
        public static final Place NOWHERE = new Place(0, 0, 0, 0);

        /** Whether it is {@link #NOWHERE}. The comparison that a record comes with would be put together from a dozen method handles at its first use, 10 ms in a young process. */
        public boolean isNowhere() {
            return (segment | fd) == 0 && (segmentBytes | offset) == 0;
        }

        /** Whether so many bytes lie inside, at a multiple of their number. */
        boolean holds(int bytes) {
            return segment >= 0 && fd >= 0 && offset >= 0 && offset % bytes == 0 && segmentBytes >= bytes && offset <= segmentBytes - bytes;
        }
    }

    /** What an owner's note takes. */
    public static final int RECORD_BYTES = 128;

    private static final int FORMAT = 1;
    private static final int ALL_RIGHTS = 7;

    /** @throws BraidException {@code CAPABILITY_REFUSED} if the numbers cannot be meant */
    public RegionCapability {
        if (number < 0 || rights <= 0 || rights > ALL_RIGHTS || bytes < 0 || bytes > Limits.MAX_MESSAGE) {
            throw refused("number " + number + ", rights " + rights + " or length " + bytes + " is out of range");
        }
        if (!record.isNowhere() && !record.holds(RECORD_BYTES)) {
            throw refused("its record at " + record.offset() + " does not lie in a segment of " + record.segmentBytes() + " bytes");
        }
        if (owner.targets().size() != 1) {
            throw refused("it names " + owner.targets().size() + " owners");
        }
    }

    /** Appends it to a message. */
    public void put(PutBuffer to) {
        to.putByte(FORMAT).putByte(rights).putShort(0).putInt(number).putLong(keyHigh).putLong(keyLow).putLong(bytes);
        to.putInt(record.segment()).putInt(record.fd()).putLong(record.segmentBytes()).putLong(record.offset());
        owner.put(to);
    }

    /**
     * Reads one and leaves what follows it.
     *
     * @throws BraidException if the bytes are none
     */
    public static RegionCapability get(GetBuffer from) {
        int format = from.getUnsignedByte();
        int rights = from.getUnsignedByte();
        int reserved = from.getUnsignedShort();
        if (format != FORMAT) {
            throw refused("its format is " + format + ", known is " + FORMAT);
        }
        if (reserved != 0) {
            throw refused("its bytes 2 and 3 are " + reserved + " and not 0");
        }
        int number = from.getInt();
        long keyHigh = from.getLong();
        long keyLow = from.getLong();
        long bytes = from.getLong();
        Place record = new Place(from.getInt(), from.getInt(), from.getLong(), from.getLong());
        return new RegionCapability(number, keyHigh, keyLow, rights, bytes, record, StartpointImage.get(from));
    }

    private static BraidException refused(String why) {
        return new BraidException(ErrorCode.CAPABILITY_REFUSED, "The capability of a region was refused", why, "Take it out where it was put in, and send it whole");
    }
}
