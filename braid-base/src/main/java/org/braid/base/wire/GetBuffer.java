package org.braid.base.wire;
import java.lang.foreign.MemorySegment;
public final class GetBuffer { public GetBuffer(MemorySegment s, long o, int l) {} }
