package org.braid.mpi.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Where test data may lie: each kind holds the same elements at its own offset. */
public enum MemoryKind {
  ARRAY {
    @Override
    public Object holding(Object elements, int bytes) {
      Object copy = Array.newInstance(elements.getClass().getComponentType(), Array.getLength(elements));
      System.arraycopy(elements, 0, copy, 0, Array.getLength(elements));
      return copy;
    }

    @Override
    public int offset(BaseType type) {
      return 0;
    }
  },
  ARRAY_WITH_OFFSET {
    @Override
    public Object holding(Object elements, int bytes) {
      Object copy = Array.newInstance(elements.getClass().getComponentType(), Array.getLength(elements) + 5);
      System.arraycopy(elements, 0, copy, 3, Array.getLength(elements));
      return copy;
    }

    @Override
    public int offset(BaseType type) {
      return 3 * type.bytes();
    }
  },
  BYTES {
    @Override
    public Object holding(Object elements, int bytes) {
      byte[] copy = new byte[bytes + 5];
      UserMemory.copy(elements, 0, copy, 5, bytes);
      return copy;
    }

    @Override
    public int offset(BaseType type) {
      return 5;
    }
  },
  DIRECT_BUFFER {
    @Override
    public Object holding(Object elements, int bytes) {
      ByteBuffer copy = ByteBuffer.allocateDirect(bytes + 8);
      UserMemory.copy(elements, 0, copy, 8, bytes);
      return copy.position(copy.capacity());
    }

    @Override
    public int offset(BaseType type) {
      return 8;
    }
  },
  SEGMENT {
    @Override
    public Object holding(Object elements, int bytes) {
      MemorySegment copy = Arena.ofAuto().allocate(bytes + 1L);
      UserMemory.copy(elements, 0, copy, 1, bytes);
      return copy;
    }

    @Override
    public int offset(BaseType type) {
      return 1;
    }
  };

  /** Fresh memory of this kind with {@code elements} from {@link #offset} on. */
  public abstract Object holding(Object elements, int bytes);

  public abstract int offset(BaseType type);
}
