package org.braid.coll.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Plants bugs: copies of a schedule with one thing changed. */
public final class ScheduleSurgeon {
    private ScheduleSurgeon() {}

    public static Schedule withWord(Schedule schedule, int step, int at, int value) {
        int[] words = words(schedule);
        words[step * Schedule.STRIDE + at] = value;
        return rebuilt(schedule, words, rows(schedule));
    }

    /** @param at an index as {@link Schedule#predecessor} takes it */
    public static Schedule withoutPredecessor(Schedule schedule, int at) {
        return rebuilt(schedule, words(schedule), without(rows(schedule), at));
    }

    public static Schedule withPredecessor(Schedule schedule, int step, int entry) {
        Rows rows = rows(schedule);
        return rebuilt(schedule, words(schedule), with(rows, step, entry));
    }

    /** Receives first, and everything after the first receive waits for it, as if receiving blocked. */
    public static Schedule withBlockingReceives(Schedule schedule) {
        Rows rows = rows(schedule);
        for (int step = 1; step < schedule.steps(); step++) {
            if (schedule.word(step - 1, Schedule.KIND) == Schedule.RECEIVE && schedule.word(step, Schedule.KIND) == Schedule.SEND) {
                rows = with(rows, step, step - 1);
            }
        }
        return rebuilt(schedule, words(schedule), rows);
    }

    /** A step that waits for nothing comes before all others. */
    public static Schedule withStepFirst(Schedule schedule, int moved) {
        int[] words = words(schedule);
        int[] changed = words.clone();
        System.arraycopy(words, moved * Schedule.STRIDE, changed, 0, Schedule.STRIDE);
        System.arraycopy(words, 0, changed, Schedule.STRIDE, moved * Schedule.STRIDE);
        int[] starts = new int[schedule.steps() + 1];
        List<Integer> entries = new ArrayList<>();
        for (int step = 1; step < schedule.steps(); step++) {
            int before = step <= moved ? step - 1 : step;
            for (int at = schedule.firstPredecessor(before); at < schedule.firstPredecessor(before + 1); at++) {
                entries.add(movedEntry(schedule.predecessor(at), moved));
            }
            starts[step + 1] = entries.size();
        }
        return rebuilt(schedule, changed, new Rows(starts, entries.stream().mapToInt(Integer::intValue).toArray()));
    }

    private static int movedEntry(int entry, int moved) {
        int earlier = entry < 0 ? ~entry : entry;
        int now = earlier == moved ? 0 : earlier < moved ? earlier + 1 : earlier;
        return entry < 0 ? ~now : now;
    }

    /** The entries without which the steps they order would no longer be ordered. */
    public static List<Integer> neededPredecessors(Schedule schedule) {
        List<Integer> needed = new ArrayList<>();
        for (int step = 0; step < schedule.steps(); step++) {
            for (int at = schedule.firstPredecessor(step); at < schedule.firstPredecessor(step + 1); at++) {
                if (!isImplied(without(rows(schedule), at), step, schedule.predecessor(at))) {
                    needed.add(at);
                }
            }
        }
        return needed;
    }

    /** Walks back from {@code step} without visiting anything twice. */
    private static boolean isImplied(Rows rows, int step, int wanted) {
        boolean[] seen = new boolean[step + 1];
        seen[step] = true;
        for (int visited = step; visited >= 0; visited--) {
            for (int at = rows.first(visited); seen[visited] && at < rows.first(visited + 1); at++) {
                if (rows.entry(at) == wanted || rows.entry(at) == ~wanted && wanted < 0) {
                    return true;
                }
                seen[Rows.step(rows.entry(at))] = true;
            }
        }
        return false;
    }

    /** How many steps are held, however often they are done. */
    public static int heldSteps(Schedule schedule) {
        return schedule.held().rows();
    }

    /** How many loops it has. */
    public static int loops(Schedule schedule) {
        return schedule.isLooped() ? loopsOf(schedule).count() : 0;
    }

    /** The numbers of the steps that are held for several rounds, in the first of these. */
    public static int[] loop(Schedule schedule) {
        Loops loops = loopsOf(schedule);
        return IntStream.range(0, loops.count()).mapToObj(loops::at).flatMapToInt(loop -> IntStream.range(loop.first(), loop.writtenAgain())).toArray();
    }

    private static Loops loopsOf(Schedule schedule) {
        return Objects.requireNonNull(schedule.loops());
    }

    /** Where one of the steps of {@link #loop} is held. */
    private static int held(Schedule schedule, int step) {
        Loops loops = loopsOf(schedule);
        int held = step;
        for (int at = 0; at < loops.count() && loops.at(at).first() <= step; at++) {
            held = step - loops.at(at).first() + loops.at(at).held();
        }
        return held;
    }

    /** As if no more steps could be under way. */
    public static Schedule withWindow(Schedule schedule, int steps) {
        return rebuilt(schedule, heldWords(schedule), schedule.held(), loopsOf(schedule).withWindow(steps));
    }

    /** In each of its rounds that step does something else. */
    public static Schedule withWordInLoop(Schedule schedule, int step, int at, int value) {
        int[] words = heldWords(schedule);
        words[held(schedule, step) * Schedule.STRIDE + at] = value;
        return rebuilt(schedule, words, schedule.held(), loopsOf(schedule));
    }

    /** An extent advances by a unit more each round. */
    public static Schedule withStride(Schedule schedule, int step, int at) {
        List<Loops.Written> all = written(schedule);
        int held = held(schedule, step);
        for (Loops.Written each : all) {
            int line = held - each.held();
            if (line >= 0 && line < each.width()) {
                each.strides()[2 * line + (at < Schedule.TARGET ? 0 : 1)]++;
            }
        }
        return rebuilt(schedule, heldWords(schedule), schedule.held(), Loops.of(all, schedule.held()));
    }

    /** So many rounds more of one of its loops; what stands behind it waits for the last ones then. */
    public static Schedule withRounds(Schedule schedule, int which, int more) {
        Loop loop = loopsOf(schedule).at(which);
        int[] entries = schedule.held().entries().clone();
        for (int at = schedule.held().first(loop.held() + loop.width()); at < entries.length; at++) {
            boolean isBefore = Rows.step(entries[at]) < loop.writtenAgain();
            entries[at] += isBefore ? 0 : entries[at] < 0 ? -more * loop.width() : more * loop.width();
        }
        List<Loops.Written> all = written(schedule);
        Loops.Written old = all.get(which);
        all.set(which, new Loops.Written(old.held(), old.width(), old.again() + more, old.strides()));
        Rows rows = new Rows(schedule.held().starts(), entries);
        return rebuilt(schedule, heldWords(schedule), rows, Loops.of(all, rows));
    }

    /** In each of its rounds that step no longer waits for what the first entry of its row says; the same schedule if it waits for nothing. */
    public static Schedule withoutPredecessorInLoop(Schedule schedule, int step) {
        int held = held(schedule, step);
        int at = schedule.held().first(held);
        if (at == schedule.held().first(held + 1)) {
            return schedule;
        }
        Rows fewer = without(schedule.held(), at);
        return rebuilt(schedule, heldWords(schedule), fewer, Loops.of(written(schedule), fewer));
    }

    private static List<Loops.Written> written(Schedule schedule) {
        Loops loops = loopsOf(schedule);
        List<Loops.Written> all = new ArrayList<>();
        for (int at = 0; at < loops.count(); at++) {
            Loop loop = loops.at(at);
            all.add(new Loops.Written(loop.held(), loop.width(), loop.again(), strides(loops, loop)));
        }
        return all;
    }

    private static int[] strides(Loops loops, Loop loop) {
        int[] strides = new int[2 * loop.width()];
        for (int line = 0; line < loop.width(); line++) {
            strides[2 * line] = loops.stride(loop.held() + line, Schedule.SOURCE);
            strides[2 * line + 1] = loops.stride(loop.held() + line, Schedule.TARGET);
        }
        return strides;
    }

    private static int[] heldWords(Schedule schedule) {
        int[] words = new int[heldSteps(schedule) * Schedule.STRIDE];
        for (int at = 0; at < words.length; at++) {
            words[at] = schedule.written(at / Schedule.STRIDE, at % Schedule.STRIDE);
        }
        return words;
    }

    private static Schedule rebuilt(Schedule schedule, int[] words, Rows rows) {
        return rebuilt(schedule, words, rows, null);
    }

    private static Schedule rebuilt(Schedule schedule, int[] words, Rows rows, @Nullable Loops loops) {
        int[] layouts = new int[schedule.buffers()];
        int[] units = new int[schedule.buffers()];
        for (int buffer = 0; buffer < layouts.length; buffer++) {
            layouts[buffer] = schedule.layout(buffer);
            units[buffer] = schedule.units(buffer);
        }
        return new Schedule(schedule.shape(), words, layouts, units, schedule.togetherBytes(), rows, schedule.shared(), loops);
    }

    private static int[] words(Schedule schedule) {
        int[] words = new int[schedule.steps() * Schedule.STRIDE];
        for (int at = 0; at < words.length; at++) {
            words[at] = schedule.word(at / Schedule.STRIDE, at % Schedule.STRIDE);
        }
        return words;
    }

    private static Rows rows(Schedule schedule) {
        int[] starts = new int[schedule.steps() + 1];
        for (int step = 0; step < starts.length; step++) {
            starts[step] = schedule.firstPredecessor(step);
        }
        int[] entries = new int[starts[schedule.steps()]];
        for (int at = 0; at < entries.length; at++) {
            entries[at] = schedule.predecessor(at);
        }
        return new Rows(starts, entries);
    }

    private static Rows without(Rows rows, int removed) {
        int[] entries = new int[rows.entries().length - 1];
        for (int at = 0; at < entries.length; at++) {
            entries[at] = rows.entry(at < removed ? at : at + 1);
        }
        int[] starts = rows.starts().clone();
        for (int row = 0; row < starts.length; row++) {
            starts[row] -= starts[row] > removed ? 1 : 0;
        }
        return new Rows(starts, entries);
    }

    private static Rows with(Rows rows, int step, int entry) {
        int[] entries = new int[rows.entries().length + 1];
        int place = rows.first(step + 1);
        for (int at = 0; at < entries.length; at++) {
            entries[at] = at < place ? rows.entry(at) : at == place ? entry : rows.entry(at - 1);
        }
        int[] starts = rows.starts().clone();
        for (int row = step + 1; row < starts.length; row++) {
            starts[row]++;
        }
        return new Rows(starts, entries);
    }
}
