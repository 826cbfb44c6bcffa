package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Sizes and bounds in the units that each family promises. */
class DatatypeTest {
  @Test
  void sizesAndExtentsCountBaseElements() {
    Datatype column = Datatype.createVector(3, 1, 5, MPI.DOUBLE);
    assertEquals(3, column.getSize());
    assertEquals(11, column.getExtent());
    assertEquals(24, column.getByteSize());
    assertEquals(11, column.Extent());
  }

  @Test
  void hVectorsStrideInBytesInOneSpellingAndInBaseElementsInTheOther() {
    assertEquals(11, Datatype.createHVector(3, 1, 40, MPI.DOUBLE).getExtent());
    assertEquals(11, Datatype.Hvector(3, 1, 5, MPI.DOUBLE).Extent());
    assertEquals(6, Datatype.createHIndexed(new int[] {1, 1}, new int[] {0, 20}, MPI.INT).getExtent());
    assertEquals(6, Datatype.Hindexed(new int[] {1, 1}, new int[] {0, 5}, MPI.INT).Extent());
  }

  @Test
  void aStructCountsBytesInOneSpellingAndKeepsItsBaseInTheOther() {
    int[] lengths = {1, 2};
    Datatype bytes = Datatype.createStruct(lengths, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
    assertEquals(24, bytes.getExtent());
    assertEquals(20, bytes.getSize());
    Datatype ints = Datatype.Struct(lengths, new int[] {0, 4}, new Datatype[] {MPI.INT, MPI.INT});
    assertEquals(6, ints.Extent());
    assertEquals(3, ints.Size());
    MPIException mixed =
        assertThrows(MPIException.class, () -> Datatype.Struct(lengths, new int[] {0, 4}, new Datatype[] {MPI.INT, MPI.LONG}));
    assertEquals(MPI.ERR_TYPE, mixed.getErrorClass());
  }

  @Test
  void markersSetTheBoundsOfAStruct() {
    Datatype padded = Datatype.Struct(new int[] {1, 1}, new int[] {0, 10}, new Datatype[] {MPI.INT, MPI.UB});
    assertEquals(10, padded.Extent());
    assertEquals(1, padded.Size());
  }

  @Test
  void pairsAreTwoElementsOrTheirBytes() {
    assertEquals(2, MPI.INT2.Size());
    assertEquals(8, MPI.INT2.getSize());
    assertEquals(12, MPI.DOUBLE_INT.getSize());
    assertEquals(16, MPI.DOUBLE_INT.getExtent());
  }

  @Test
  void freedAndNullTypesAreRefused() {
    Datatype type = Datatype.createContiguous(4, MPI.INT);
    type.free();
    assertTrue(type.isNull());
    assertEquals(MPI.ERR_TYPE, assertThrows(MPIException.class, type::getSize).getErrorClass());
    assertEquals(MPI.ERR_TYPE, assertThrows(MPIException.class, MPI.DATATYPE_NULL::getExtent).getErrorClass());
    assertEquals(MPI.ERR_COUNT, assertThrows(MPIException.class, () -> Datatype.Contiguous(-1, MPI.INT)).getErrorClass());
  }

  @Test
  void aStatusCountsWholeElements() {
    Status status = new Status(3, 7, 24, 8);
    assertEquals(3, status.getCount(MPI.DOUBLE));
    assertEquals(3, status.count);
    assertEquals(6, status.Get_count(MPI.INT));
    assertEquals(MPI.UNDEFINED, status.getCount(Datatype.createContiguous(5, MPI.INT)));
    assertEquals(6, status.getElements(Datatype.createContiguous(5, MPI.INT)));
    assertEquals(new Count(6), status.getElementsX(Datatype.createContiguous(5, MPI.INT)));
    assertEquals(3, status.getSource());
    assertEquals(7, status.tag);
  }
}
