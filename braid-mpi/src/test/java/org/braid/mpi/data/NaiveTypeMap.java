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

  private NaiveTypeMap blocks(int[] lengths, int[] displacements) {
    List<Entry> all = new ArrayList<>();
    int low = Integer.MAX_VALUE;
    int high = Integer.MIN_VALUE;
    for (int i = 0; i < lengths.length; i++) {
      for (int k = 0; k < lengths[i] && (fixed || !entries.isEmpty()); k++) {
        int shift = displacements[i] + k * (upper - lower);
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
  record Step(int[] lengths, int[] displacements, boolean resize, int lower, int extent) {
    static Step random(SplittableRandom random, NaiveTypeMap old) {
      int blocks = random.nextInt(1, 4);
      int[] lengths = new int[blocks];
      int[] displacements = new int[blocks];
      for (int i = 0; i < blocks; i++) {
        lengths[i] = random.nextInt(4);
        displacements[i] = random.nextInt(-20, 60);
      }
      return new Step(lengths, displacements, random.nextInt(5) == 0, random.nextInt(-8, 8), random.nextInt(1, 64));
    }

    TypeMap onReal(TypeMap old) {
      return resize ? TypeMaps.resized(old, lower, extent) : TypeMaps.indexed(lengths, displacements, old);
    }

    NaiveTypeMap onModel(NaiveTypeMap old) {
      return resize
          ? new NaiveTypeMap(old.entries, lower, lower + extent, true)
          : old.blocks(lengths, displacements);
    }
  }
}
