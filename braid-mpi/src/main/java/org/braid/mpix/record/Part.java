package org.braid.mpix.record;

import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;

/**
 * What one component of a record is in memory.
 *
 * @param layout its bytes and their alignment
 * @param elements basic elements one after the other
 * @param basic the class of those; of a nested record the record's own
 * @param read (MemorySegment, long) to the component's value: from that byte on
 * @param write (MemorySegment, long, value) to nothing
 */
record Part(MemoryLayout layout, int elements, Class<?> basic, MethodHandle read, MethodHandle write) {}
