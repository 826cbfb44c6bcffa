package org.braid.coll.schedule;

import java.util.Map;
import java.util.TreeMap;

/**
 * Finds which earlier steps a new step must wait for, as an in-order processor does with its registers: read after write, write after
 * read, write after write, wherever extents of one buffer overlap.
 *
 * <p>Per buffer a map of pieces that do not overlap, by where they begin: who wrote a piece last, and who has read it since. An access cuts the pieces at its ends and looks at those inside; a write makes them one. So n accesses
 * take n log n steps, and one for each piece that a step has to wait for.
 *
 * <p>Of rounds that are {@linkplain #repeat held once} it is known what the last of them have touched, as many as were written before; units that only others have touched must not be touched again.
 */
final class Hazards {
    private static final int NOBODY = -1;
    private static final int SOMEBODY = Integer.MAX_VALUE; // in a round that is not written

    /** Units up to {@code end} that the same steps have touched. */
    static final class Piece {
        final int end;
        int writer;
        final IntList readers = new IntList();

        Piece(int end, int writer) {
            this.end = end;
            this.writer = writer;
        }

        /** Likewise, with one reader, unless that is nobody. */
        Piece(int end, int writer, int reader) {
            this(end, writer);
            if (reader != NOBODY) {
                readers.add(reader);
            }
        }

        /** The first step that has touched it last. */
        int earliest() {
            int earliest = writer == NOBODY ? Integer.MAX_VALUE : writer;
            for (int i = 0; i < readers.size(); i++) {
                earliest = Math.min(earliest, readers.get(i));
            }
            return earliest;
        }

        /** What steps have touched that are so much later, and units that lie so much further on. */
        Piece later(int steps, int units) {
            Piece later = new Piece(end + units, writer == NOBODY ? NOBODY : writer + steps);
            for (int i = 0; i < readers.size(); i++) {
                later.readers.add(readers.get(i) + steps);
            }
            return later;
        }
    }

    private final TreeMap<Integer, Piece> pieces = new TreeMap<>();

    /** Adds to the row of the newest step, {@code step}, those that its access must wait for, and remembers the access. */
    void access(int step, int from, int to, boolean write, RowsBuilder rows) {
        if (from >= to) {
            return;
        }
        Map.Entry<Integer, Piece> last = pieces.lowerEntry(to);
        if (last == null || last.getValue().end <= from) {
            pieces.put(from, new Piece(to, write ? step : NOBODY, write ? NOBODY : step));
        } else if (last.getKey() == from && last.getValue().end == to) {
            accessWhole(last.getValue(), write, step, rows);
        } else {
            accessParts(step, from, to, write, rows);
        }
    }

    /** Units that the same steps have touched, all of them and no others. */
    private static void accessWhole(Piece piece, boolean write, int step, RowsBuilder rows) {
        waitFor(piece, write, step, rows);
        if (write) {
            piece.writer = step;
            piece.readers.clear();
        } else {
            piece.readers.add(step);
        }
    }

    private void accessParts(int step, int from, int to, boolean write, RowsBuilder rows) {
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
        part.readers.addAll(whole.readers);
        return part;
    }

    /**
     * Whether nobody but rounds of a loop, the first of which begins with step {@code first}, has touched the units {@code [from, to)}. A loop that touches the same units in each round has to write them there: else whoever writes them afterwards would wait for all rounds.
     *
     * @param recent where the last round but one begins
     * @param isSame whether each round touches them
     */
    boolean canRepeat(int first, int recent, int from, int to, boolean isSame) {
        cut(from);
        cut(to);
        for (Piece piece : pieces.subMap(from, to).values()) {
            if (piece.writer == SOMEBODY || piece.earliest() < (isSame ? recent : first)) {
                return false;
            }
        }
        return true;
    }

    /** What rounds that are not written touch: each of them units that lie further on than those of the round before, all of them {@code [from, to)}. */
    void touch(int from, int to) {
        cut(from);
        cut(to);
        pieces.subMap(from, to).clear();
        pieces.put(from, new Piece(to, SOMEBODY));
    }

    /** What the rounds from step {@code first} on have touched, the last ones have touched that are not written: so many steps later, and units further on. Returned by {@link #touched} before others are marked. */
    void repeat(TreeMap<Integer, Piece> touched, int steps, int units) {
        for (Map.Entry<Integer, Piece> each : touched.entrySet()) {
            Piece later = each.getValue().later(steps, units);
            int from = each.getKey() + units;
            cut(from);
            cut(later.end);
            pieces.subMap(from, later.end).clear();
            pieces.put(from, later);
        }
    }

    /** The pieces of the units {@code [from, to)} that no step before that one is known to have touched last. */
    TreeMap<Integer, Piece> touched(int first, int from, int to) {
        TreeMap<Integer, Piece> touched = new TreeMap<>();
        for (Map.Entry<Integer, Piece> each : pieces.subMap(from, to).entrySet()) {
            int earliest = each.getValue().earliest();
            if (earliest >= first && earliest != SOMEBODY) {
                touched.put(each.getKey(), each.getValue());
            }
        }
        return touched;
    }

    private static void waitFor(Piece piece, boolean alsoForReaders, int step, RowsBuilder rows) {
        if (piece.writer == SOMEBODY) {
            throw new IllegalStateException("step " + step + " touches units of a round that is not written: the loop has to write as many rounds as whatever comes later looks back");
        }
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
