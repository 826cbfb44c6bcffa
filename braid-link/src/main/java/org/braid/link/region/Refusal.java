package org.braid.link.region;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Why whoever executes an access refuses it. Append only: the numbers travel. */
enum Refusal {
    UNKNOWN(1, ErrorCode.REGION_UNKNOWN, "it has no region with this number and key", "Take capabilities out of messages as they were put in"),
    WITHDRAWN(2, ErrorCode.REGION_WITHDRAWN, "its owner has withdrawn it", "Publish a region for as long as others use it"),
    EXPIRED(3, ErrorCode.REGION_EXPIRED, "it was published for a limited time, which is over", "Ask its owner for another one"),
    OUTSIDE(4, ErrorCode.REGION_RANGE, "it ends before", "Compare offset and length with the region's length"),
    NO_RIGHT(5, ErrorCode.REGION_RIGHT, "it was not published for that", "Publish the memory with the right that is missing"),
    UNALIGNED(6, ErrorCode.REGION_ALIGNMENT, "no word of 8 bytes begins there", "Use a multiple of 8 in a region that begins at one"),
    MEMORY(7, ErrorCode.REGION_MEMORY, "its owner has closed the memory, or cannot write it any more", "Withdraw a region before its memory is given back"),
    BUSY(8, ErrorCode.REGION_LIMIT, "more data than is reasonable waits to be sent to this context", "Poll, and ask for less at a time");

    private final int number;
    private final ErrorCode code;
    private final String why;
    private final String whatToDo;

    Refusal(int number, ErrorCode code, String why, String whatToDo) {
        this.number = number;
        this.code = code;
        this.why = why;
        this.whatToDo = whatToDo;
    }

    /** As it travels; never 0. */
    int number() {
        return number;
    }

    /** @return null if there is none with this number */
    static @Nullable Refusal numbered(int number) {
        for (Refusal each : values()) {
            if (each.number == number) {
                return each;
            }
        }
        return null;
    }

    /** @param what the access that was refused */
    BraidException of(String what) {
        return new BraidException(code, what + " was refused", why, whatToDo);
    }
}
