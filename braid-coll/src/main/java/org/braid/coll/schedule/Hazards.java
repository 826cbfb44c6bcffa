package org.braid.coll.schedule;

import java.util.Map;
import java.util.TreeMap;

/**
 * Finds which earlier steps a new step must wait for, as an in-order processor does with its registers: read after write, write after
 * read, write after write, wherever extents of one buffer overlap.
 *
 * <p>Per buffer a map of pieces that do not overlap, by where they begin: who wrote a piece last, and who has read it since. An access cuts the pieces at its ends and looks at those inside; a write makes them one. So n accesses
 * take n log n steps, and one for each piece that a step has to wait for.
 */
final class Hazards {
    private static final int NOBODY = -1;

    /** Units up to {@code end} that the same steps have touched. */
    private static final class Piece {
        final int end;
        final int writer;
        final IntList readers = new IntList();

        Piece(int end, int writer) {
            this.end = end;
            this.writer = writer;
        }
    }

    private final TreeMap<Integer, Piece> pieces = new TreeMap<>();

    /** Adds to the row of the newest step, {@code step}, those that its access must wait for, and remembers the access. */
    void access(int step, int from, int to, boolean write, RowsBuilder rows) {
        if (from >= to) {
            return;
        }
        cut(from);
        cut(to);
        if (write) {
            Map<Integer, Piece> covered = pieces.subMap(from, to);
            for (Piece piece : covered.values()) {
                waitFor(piece, true, step, rows);
            }
            covered.clear();
            pieces.put(from, new Piece(to, step));
        } else {
            read(step, from, to, rows);
        }
    }

    private void read(int step, int from, int to, RowsBuilder rows) {
        for (int at = from; at < to; ) {
            Piece piece = pieceFrom(at, to);
            waitFor(piece, false, step, rows);
            piece.readers.add(step);
            at = piece.end;
        }
    }

    /** The piece that begins there; a new one, up to {@code to} or the next one, if nobody has touched what lies there. */
    private Piece pieceFrom(int at, int to) {
        Map.Entry<Integer, Piece> next = pieces.ceilingEntry(at);
        if (next != null && next.getKey() == at) {
            return next.getValue();
        }
        Piece untouched = new Piece(next == null ? to : Math.min(to, next.getKey()), NOBODY);
        pieces.put(at, untouched);
        return untouched;
    }

    /** A piece that goes over {@code at} becomes two. */
    private void cut(int at) {
        Map.Entry<Integer, Piece> before = pieces.lowerEntry(at);
        if (before != null && before.getValue().end > at) {
            Piece whole = before.getValue();
            pieces.put(before.getKey(), part(whole, at));
            pieces.put(at, part(whole, whole.end));
        }
    }

    private static Piece part(Piece whole, int end) {
        Piece part = new Piece(end, whole.writer);
        for (int i = 0; i < whole.readers.size(); i++) {
            part.readers.add(whole.readers.get(i));
        }
        return part;
    }

    private static void waitFor(Piece piece, boolean alsoForReaders, int step, RowsBuilder rows) {
        if (piece.writer != NOBODY && piece.writer != step) {
            rows.add(piece.writer);
        }
        for (int i = 0; alsoForReaders && i < piece.readers.size(); i++) {
            if (piece.readers.get(i) != step) {
                rows.add(piece.readers.get(i));
            }
        }
    }
}
