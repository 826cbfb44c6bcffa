package org.braid.mpi.data;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A type map as the standard writes it: a list of (base type, displacement), and two bounds. */
record NaiveTypeMap(List<Entry> entries, int lower, int upper, boolean fixed) {
  record Entry(BaseType base, int at) {}

  static NaiveTypeMap of(BaseType base) {
    return new NaiveTypeMap(List.of(new Entry(base, 0)), 0, base.bytes(), false);
  }

  int size() {
    return entries.stream().mapToInt(e -> e.base().bytes()).sum();
  }

  int trueLower() {
    return entries.stream().mapToInt(Entry::at).min().orElse(0);
  }

  byte[] pack(byte[] memory, int offset, int count) {
    byte[] packed = new byte[count * size()];
    int done = 0;
    for (int k = 0; k < count; k++) {
      for (Entry e : entries) {
        for (int b = 0; b < e.base().bytes(); b++) {
          packed[done++] = memory[offset + k * (upper - lower) + e.at() + b];
        }
      }
    }
    return packed;
  }

  byte[] unpack(byte[] packed, int memoryBytes, int offset, int count) {
    byte[] memory = new byte[memoryBytes];
    int done = 0;
    for (int k = 0; k < count; k++) {
      for (Entry e : entries) {
        for (int b = 0; b < e.base().bytes() && done < packed.length; b++) {
          memory[offset + k * (upper - lower) + e.at() + b] = packed[done++];
        }
      }
    }
    return memory;
  }

  private NaiveTypeMap blocks(long[] lengths, long[] displacements) {
    List<Entry> all = new ArrayList<>();
    int low = Integer.MAX_VALUE;
    int high = Integer.MIN_VALUE;
    for (int i = 0; i < lengths.length; i++) {
      for (int k = 0; k < lengths[i] && (fixed || !entries.isEmpty()); k++) {
        int shift = (int) displacements[i] + k * (upper - lower);
        low = Math.min(low, shift + lower);
        high = Math.max(high, shift + upper);
        entries.forEach(e -> all.add(new Entry(e.base(), e.at() + shift)));
      }
    }
    boolean none = low == Integer.MAX_VALUE;
    int bottom = none ? 0 : low;
    int alignment = fixed || none ? 1 : all.stream().mapToInt(e -> e.base().bytes()).max().orElse(1);
    int extent = none ? 0 : (high - low + alignment - 1) / alignment * alignment;
    return new NaiveTypeMap(all, bottom, bottom + extent, fixed && !none);
  }

  /** One constructor call, applicable to the model and to the real thing. */
  record Step(long[] lengths, long[] displacements, boolean vector, boolean resize, int lower, int extent) {
    static Step random(SplittableRandom random, NaiveTypeMap old) {
      int blocks = random.nextInt(1, 4);
      long[] lengths = new long[blocks];
      long[] displacements = new long[blocks];
      boolean vector = random.nextBoolean();
      int stride = random.nextInt(-20, 60);
      for (int i = 0; i < blocks; i++) {
        lengths[i] = vector && i > 0 ? lengths[0] : random.nextInt(4);
        displacements[i] = vector ? i * stride : random.nextInt(-20, 60);
      }
      return new Step(lengths, displacements, vector, random.nextInt(5) == 0, random.nextInt(-8, 8), random.nextInt(1, 64));
    }

    TypeMap onReal(TypeMap old) {
      TypeMap blocks = vector ? TypeMaps.vector(lengths.length, lengths[0], lengths.length > 1 ? displacements[1] : 0, old) : TypeMaps.indexed(lengths, displacements, old);
      return resize ? TypeMaps.resized(old, lower, extent) : blocks;
    }

    NaiveTypeMap onModel(NaiveTypeMap old) {
      return resize
          ? new NaiveTypeMap(old.entries, lower, lower + extent, true)
          : old.blocks(lengths, displacements);
    }
  }
}
