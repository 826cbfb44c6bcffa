package org.braid.mpi.data;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one loop of the blocks of a type constructor. What fits into one list is one; else short blocks that follow each other are a list, and each of the others is a loop of its own, so that the description is as long as what the program
 * gave, and not as the data.
 */
final class DataloopBuilder {
  /**
   * So many repetitions may be one in another. The innermost one is there because its runs are more than {@link RunsBuilder#MAX_RUNS}, and each other one at least doubles them: fewer than 2^28 runs are never refused for it. What walks over loops
   * divides and calls once for each.
   */
  static final int MOST_REPETITIONS = 8;

  /** How many runs a list has that is repeated, if that number of elements divides theirs: lists are walked over faster than repetitions. */
  private static final int LISTED_RUNS = 1 << 10;

  private final List<Dataloop> loops = new ArrayList<>();
  private final List<Long> places = new ArrayList<>();
  private RunsBuilder list = new RunsBuilder();
  private long listed;

  private DataloopBuilder() {}

  /**
   * Block i has {@code lengths[i]} elements of {@code types[i]} from byte {@code displacements[i]} on.
   *
   * @throws ArithmeticException if its description is longer than {@link RunsBuilder#MAX_RUNS}, more than {@link #MOST_REPETITIONS} repetitions are one in another, or a place is no long
   */
  static Dataloop of(long[] lengths, long[] displacements, TypeMap[] types) {
    Runs runs = listed(lengths, displacements, types);
    if (runs != null) {
      return runs;
    }
    DataloopBuilder builder = new DataloopBuilder();
    for (int i = 0; i < types.length; i++) {
      builder.add(types[i], lengths[i], displacements[i]);
    }
    return builder.build();
  }

  private static @Nullable Runs listed(long[] lengths, long[] displacements, TypeMap[] types) {
    RunsBuilder all = new RunsBuilder();
    for (int i = 0; i < types.length; i++) {
      if (!all.add(types[i], lengths[i], displacements[i])) {
        return null;
      }
    }
    return all.build();
  }

  private void add(TypeMap type, long times, long shift) {
    if (times == 0 || type.loop.sizeBytes() == 0) {
      return;
    }
    if (!RunsBuilder.isOneRunOverAndOver(type) && type.loop.runs() > LISTED_RUNS / times) {
      endList();
      append(repeated(type, times), shift);
    } else if (!list.add(type, times, shift)) {
      throw tooMany();
    }
  }

  private static Dataloop repeated(TypeMap type, long times) {
    if (times == 1) {
      return type.loop;
    }
    if (type.loop instanceof Runs) {
      return repeatedList(type, times);
    }
    return type.loop instanceof Repetition repetition ? repetition.repeated(times, type.extentBytes()) : new Repetition(type.loop, times, type.extentBytes());
  }

  private static Dataloop repeatedList(TypeMap type, long times) {
    long together = Math.max(1, LISTED_RUNS / type.loop.runs());
    while (times % together != 0) {
      together--;
    }
    RunsBuilder some = new RunsBuilder();
    if (!some.add(type, together, 0)) {
      throw tooMany();
    }
    return new Repetition(some.build(), times / together, Math.multiplyExact(together, type.extentBytes()));
  }

  private void endList() {
    Runs runs = list.build();
    if (runs.length() > 0) {
      append(runs, 0);
      list = new RunsBuilder();
    }
  }

  private void append(Dataloop loop, long shift) {
    if (loop instanceof Sequence sequence) {
      for (int i = 0; i < sequence.length(); i++) {
        append(sequence.loop(i), Math.addExact(shift, sequence.at(i)));
      }
      return;
    }
    boolean isAgain = !loops.isEmpty() && loops.getLast() == loop;
    listed += isAgain ? 0 : loop.listed();
    if (listed > RunsBuilder.MAX_RUNS || loops.size() == RunsBuilder.MAX_RUNS) {
      throw tooMany();
    }
    if (loop.repetitions() > MOST_REPETITIONS) {
      throw new ArithmeticException("the type map repeats blocks at " + loop.repetitions() + " distances, one in another, and " + MOST_REPETITIONS + " are the most; make it of fewer dimensions");
    }
    loops.add(loop);
    places.add(shift);
  }

  private static ArithmeticException tooMany() {
    return new ArithmeticException("the type map has more than " + RunsBuilder.MAX_RUNS + " blocks that are no repetitions of others at one distance");
  }

  private Dataloop build() {
    endList();
    if (loops.size() == 1) {
      return loops.getFirst().moved(places.getFirst());
    }
    Sequence all = new Sequence(loops.toArray(Dataloop[]::new), at());
    if (all.listed() > RunsBuilder.MAX_RUNS) {
      throw tooMany();
    }
    return all;
  }

  private long[] at() {
    long[] at = new long[places.size()];
    for (int i = 0; i < at.length; i++) {
      at[i] = places.get(i);
    }
    return at;
  }
}
