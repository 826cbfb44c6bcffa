package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Records in byte buffers as Open MPI programs write them. */
class StructTest {
  private static final class Particle extends Struct {
    final int charge = addByte();
    final int position = addDouble(3);
    final int pair = addStruct(MPI.doubleInt);

    @Override
    protected Data newData() {
      return new Data();
    }

    private final class Data extends Struct.Data {
      void put(int charged, double x) {
        putByte(charge, (byte) charged);
        putDouble(position, 2, x);
        DoubleInt.Data inner = getData(MPI.doubleInt, pair);
        inner.putValue(x);
        inner.putIndex(charged);
      }

      double sum() {
        DoubleInt.Data inner = getData(MPI.doubleInt, pair);
        return getByte(charge) + getDouble(position, 2) + inner.getValue() + inner.getIndex();
      }
    }
  }

  @Test
  void fieldsFollowEachOtherWithoutPaddingAndStructsWithoutGaps() {
    Particle particle = new Particle();
    assertEquals(1, particle.position);
    assertEquals(25, particle.pair);
    assertEquals(41, particle.getExtent());
    assertEquals(1 + 24 + 12, particle.getType().getSize());
  }

  @Test
  void eachElementOfAnArrayOfStructsIsReadAndWrittenInPlace() {
    Particle particle = new Particle();
    ByteBuffer buffer = MPI.newByteBuffer(3 * particle.getExtent());
    for (int i = 0; i < 3; i++) {
      Particle.Data data = particle.getData(buffer, i);
      data.put(i, i * 10.0);
    }
    Particle.Data last = particle.getData(buffer, 2);
    assertEquals(2 + 20.0 + 20.0 + 2, last.sum());
  }

  @Test
  void aUsedStructTakesNoMoreFields() {
    Particle particle = new Particle();
    particle.getType();
    assertThrows(MPIException.class, particle::addInt);
  }

  @Test
  void pairStructsMatchThePairTypes() {
    assertEquals(MPI.INT2.map.extentBytes(), MPI.int2.getExtent());
    assertEquals(MPI.SHORT_INT.map.extentBytes(), MPI.shortInt.getExtent());
    assertEquals(MPI.LONG_INT.map.extentBytes(), MPI.longInt.getExtent());
    assertEquals(MPI.FLOAT_INT.map.extentBytes(), MPI.floatInt.getExtent());
    assertEquals(MPI.DOUBLE_INT.map.extentBytes(), MPI.doubleInt.getExtent());
  }
}
