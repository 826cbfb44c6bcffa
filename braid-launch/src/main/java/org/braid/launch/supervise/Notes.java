package org.braid.launch.supervise;

import java.util.HashSet;
import java.util.Set;
import org.braid.boot.Note;
import org.jspecify.annotations.Nullable;

/** What ranks have said of what ended their programs: each sentence is passed on once, with the stack of the first that said it. Main thread only. */
public final class Notes {
    private final @Nullable Note[] notes;
    private final Set<String> said = new HashSet<>();

    /**
     * Nobody has said anything yet.
     *
     * @param ranks how many there are
     */
    public Notes(int ranks) {
        notes = new Note[ranks];
    }

    /** A rank has said what ends its program; what it had said before is forgotten. */
    public void add(int rank, Note note) {
        notes[rank] = note;
    }

    /** A rank's sentence and the place in its program; "" if it has said nothing. */
    public String line(int rank) {
        Note note = notes[rank];
        return note == null ? "" : note.line();
    }

    /**
     * A rank has ended: its sentence with its stack, in whole lines, unless it has said nothing or what was passed on before.
     *
     * @param who the sentence's subject
     */
    public String take(int rank, String who) {
        Note note = notes[rank];
        return note == null || !said.add(note.sentence()) ? "" : who + " " + note.line() + "\n" + note.stack();
    }

    /** A rank is to blame for the job's end, whose last lines have its sentence: nobody else need pass it on. */
    public void blame(int rank) {
        Note note = notes[rank];
        if (note != null) {
            said.add(note.sentence());
        }
    }

    /** A rank's stack, in whole lines. */
    public String stack(int rank) {
        Note note = notes[rank];
        return note == null ? "" : note.stack();
    }

    /** Which other ranks have said what this one has: {@code rank 1}, {@code ranks 1, 3}; "" if none. */
    public String others(int rank) {
        StringBuilder others = new StringBuilder();
        int count = 0;
        for (int other = 0; other < notes.length; other++) {
            if (other != rank && saysTheSame(notes[rank], notes[other])) {
                others.append(count++ == 0 ? "" : ", ").append(other);
            }
        }
        return count == 0 ? "" : (count == 1 ? "rank " : "ranks ") + others;
    }

    private static boolean saysTheSame(@Nullable Note one, @Nullable Note other) {
        return one != null && other != null && one.sentence().equals(other.sentence());
    }
}
