package org.braid.mpi.file.view;

import org.braid.mpi.data.Layout;

/**
 * What of a file a process sees (MPI 4.1, section 14.3): behind the displacement, the data of as many filetypes as there is file, as one stream of bytes. Positions count bytes of that stream, offsets bytes of the file.
 *
 * <pre>
 *   file     |  displacement  |##  ####  |##  ####  |##  …       a filetype of two runs
 *   stream                     0   2      6   8      12
 * </pre>
 *
 * @param displacementBytes where the first filetype begins
 * @param etypeBytes data of one etype, the unit of offsets and pointers
 * @param filetype {@linkplain Layout#isRising rising}
 * @param isBigEndian whether the data is in external32
 */
public record View(long displacementBytes, long etypeBytes, Layout filetype, boolean isBigEndian) {
    /** Whether there is any data to be seen. */
    public boolean isEmpty() {
        return filetype.sizeBytes() == 0;
    }

    /** Where byte {@code position} of the stream lies in the file; there is data. */
    public long offsetOf(long position) {
        return displacementBytes + filetype.displacementOf(position);
    }

    /** How many bytes of the stream lie before an offset. */
    public long bytesBelow(long offset) {
        return filetype.bytesBelow(offset - displacementBytes);
    }

    /** Whether so many bytes of the stream, from a position on, lie at places that a file can have. */
    public boolean reaches(long position, long bytes) {
        return bytes == 0 || position <= bytesBelow(Long.MAX_VALUE) - bytes;
    }

    /** How long a piece of the file is in the mean, before the next gap. */
    public long meanPieceBytes() {
        return isEmpty() || filetype.isDense() ? Long.MAX_VALUE : filetype.sizeBytes() / filetype.runs();
    }

    /** How many etypes it takes to reach the end of a file of this length: where the first one begins that lies, or ends, behind it. */
    public long etypesIn(long fileBytes) {
        return isEmpty() ? 0 : Math.ceilDiv(bytesBelow(fileBytes), etypeBytes);
    }

    /** The pieces of the file that {@code bytes} bytes of the stream from {@code position} on are. */
    public Pieces pieces(long position, long bytes) {
        return new Pieces(this, position, bytes);
    }

    /** The range of the file in which they lie; empty, at 0, if there are none. */
    public Range range(long position, long bytes) {
        return bytes == 0 ? Range.NOTHING : new Range(offsetOf(position), offsetOf(position + bytes - 1) + 1);
    }
}
