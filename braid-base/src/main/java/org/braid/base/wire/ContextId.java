package org.braid.base.wire;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * The name of a context, the same in every process: the job's 128 bits and a number within the job.
 *
 * <p>Rank r of a job is number r. A context that is no rank draws 62 random bits and sets bit 62, so it never meets a rank and is
 * always the higher one of the two. On the wire: three longs, {@value #BYTES} bytes.
 *
 * @param jobHigh the upper half of the job's id
 * @param jobLow the lower half of the job's id
 * @param number 0 to 2^63 - 1
 */
public record ContextId(long jobHigh, long jobLow, long number) implements Comparable<ContextId> {
    public static final int BYTES = 24;
    private static final long NO_RANK = 1L << 62;

    public ContextId {
        if (number < 0) throw new BraidException(ErrorCode.INPUT_OUT_OF_RANGE,
            "a context's number is " + number, "numbers are not negative", "Close the lane on which it came");
    }

    /** The id of a context that is not a rank; {@code random} supplies 62 bits. */
    public static ContextId notARank(long jobHigh, long jobLow, long random) {
        return new ContextId(jobHigh, jobLow, random & NO_RANK - 1 | NO_RANK);
    }

    /** Whether it is a rank of a job, and not a context that somebody has opened besides. */
    public boolean isRank() {
        return number < NO_RANK;
    }

    /** Whether both belong to one job. */
    public boolean sameJob(ContextId other) {
        return jobHigh == other.jobHigh && jobLow == other.jobLow;
    }

    /** True if this and the other one are ranks of the same job, or the same rank. */
    public boolean isRankBeside(ContextId other) {
        return isRank() && other.isRank() && sameJob(other);
    }

    /** By number; jobs only decide between equal numbers. Both ends of two crossing connects compare alike: the lower one's stays. */
    @Override
    public int compareTo(ContextId other) {
        int byNumber = Long.compare(number, other.number);
        if (byNumber != 0) return byNumber;
        int byHigh = Long.compare(jobHigh, other.jobHigh);
        return byHigh != 0 ? byHigh : Long.compare(jobLow, other.jobLow);
    }

    // Written out: a record's own equals and hashCode are linked by method handles at their first call, which start-up cannot afford.

    @Override
    public boolean equals(Object other) {
        return other instanceof ContextId id && number == id.number && sameJob(id);
    }

    @Override
    public int hashCode() {
        return Long.hashCode((jobHigh * 31 + jobLow) * 31 + number);
    }

    /** As people read it: {@code 3 of job 7f3a…}, ranks in decimal, others in hexadecimal. */
    @Override
    public String toString() {
        String shown = isRank() ? Long.toString(number) : "x".concat(Long.toHexString(number & NO_RANK - 1));
        return shown + " of job " + Long.toHexString(jobHigh) + ":" + Long.toHexString(jobLow);
    }
}
