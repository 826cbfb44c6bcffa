package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.braid.mpix.record.RecordArray;
import org.braid.mpix.record.RecordType;
import org.junit.jupiter.api.Test;

/** Records with as many components as Java allows are read and written as small ones are. */
class WideRecordTest {
  record Most(
      int i0, int i1, int i2, int i3, int i4, int i5, int i6, int i7, int i8, int i9, int i10, int i11, int i12, int i13, int i14, int i15, int i16, int i17, int i18, int i19, int i20, int i21, int i22, int i23, int i24,
      int i25, int i26, int i27, int i28, int i29, int i30, int i31, int i32, int i33, int i34, int i35, int i36, int i37, int i38, int i39, int i40, int i41, int i42, int i43, int i44, int i45, int i46, int i47, int i48, int i49,
      int i50, int i51, int i52, int i53, int i54, int i55, int i56, int i57, int i58, int i59, int i60, int i61, int i62, int i63, int i64, int i65, int i66, int i67, int i68, int i69, int i70, int i71, int i72, int i73, int i74,
      int i75, int i76, int i77, int i78, int i79, int i80, int i81, int i82, int i83, int i84, int i85, int i86, int i87, int i88, int i89, int i90, int i91, int i92, int i93, int i94, int i95, int i96, int i97, int i98, int i99,
      int i100, int i101, int i102, int i103, int i104, int i105, int i106, int i107, int i108, int i109, int i110, int i111, int i112, int i113, int i114, int i115, int i116, int i117, int i118, int i119, int i120, int i121, int i122, int i123, int i124,
      int i125, int i126, int i127, int i128, int i129, int i130, int i131, int i132, int i133, int i134, int i135, int i136, int i137, int i138, int i139, int i140, int i141, int i142, int i143, int i144, int i145, int i146, int i147, int i148, int i149,
      int i150, int i151, int i152, int i153, int i154, int i155, int i156, int i157, int i158, int i159, int i160, int i161, int i162, int i163, int i164, int i165, int i166, int i167, int i168, int i169, int i170, int i171, int i172, int i173, int i174,
      int i175, int i176, int i177, int i178, int i179, int i180, int i181, int i182, int i183, int i184, int i185, int i186, int i187, int i188, int i189, int i190, int i191, int i192, int i193, int i194, int i195, int i196, int i197, int i198, int i199,
      int i200, int i201, int i202, int i203, int i204, int i205, int i206, int i207, int i208, int i209, int i210, int i211, int i212, int i213, int i214, int i215, int i216, int i217, int i218, int i219, int i220, int i221, int i222, int i223, int i224,
      int i225, int i226, int i227, int i228, int i229, int i230, int i231, int i232, int i233, int i234, int i235, int i236, int i237, int i238, int i239, int i240, int i241, int i242, int i243, int i244, int i245, int i246, int i247, int i248, int i249,
      int i250, int i251, int i252, int i253) {
    Most {
      if (i0 < 0) {
        throw new IllegalStateException("negative");
      }
    }
  }

  record Chained(
      int i0, int i1, int i2, int i3, int i4, int i5, int i6, int i7, int i8, int i9, int i10, int i11, int i12, int i13, int i14, int i15, int i16, int i17, int i18, int i19, int i20, int i21, int i22, int i23, int i24,
      int i25, int i26, int i27, int i28, int i29, int i30, int i31, int i32, int i33, int i34, int i35, int i36, int i37, int i38, int i39, int i40, int i41, int i42, int i43, int i44, int i45, int i46, int i47, int i48, int i49,
      int i50, int i51, int i52, int i53, int i54, int i55, int i56, int i57, int i58, int i59, int i60, int i61, int i62, int i63, int i64, int i65, int i66, int i67, int i68, int i69, int i70, int i71, int i72, int i73, int i74,
      int i75, int i76, int i77, int i78, int i79, int i80, int i81, int i82, int i83) {}

  record JustTooWide(
      int i0, int i1, int i2, int i3, int i4, int i5, int i6, int i7, int i8, int i9, int i10, int i11, int i12, int i13, int i14, int i15, int i16, int i17, int i18, int i19, int i20, int i21, int i22, int i23, int i24,
      int i25, int i26, int i27, int i28, int i29, int i30, int i31, int i32, int i33, int i34, int i35, int i36, int i37, int i38, int i39, int i40, int i41, int i42, int i43, int i44, int i45, int i46, int i47, int i48, int i49,
      int i50, int i51, int i52, int i53, int i54, int i55, int i56, int i57, int i58, int i59, int i60, int i61, int i62, int i63, int i64, int i65, int i66, int i67, int i68, int i69, int i70, int i71, int i72, int i73, int i74,
      int i75, int i76, int i77, int i78, int i79, int i80, int i81, int i82, int i83, int i84) {}

  record Wide(
      double d0, double d1, double d2, double d3, double d4, double d5, double d6, double d7, double d8, double d9, double d10, double d11, double d12, double d13, double d14, double d15, double d16, double d17, double d18, double d19,
      double d20, double d21, double d22, double d23, double d24, double d25, double d26, double d27, double d28, double d29, double d30, double d31, double d32, double d33, double d34, double d35, double d36, double d37, double d38, double d39,
      double d40, double d41, double d42, double d43, double d44, double d45, double d46, double d47, double d48, double d49, double d50, double d51, double d52, double d53, double d54, double d55, double d56, double d57, double d58, double d59,
      double d60, double d61, double d62, double d63, double d64, double d65, double d66, double d67, double d68, double d69, double d70, double d71, double d72, double d73, double d74, double d75, double d76, double d77, double d78, double d79,
      double d80, double d81, double d82, double d83, double d84, double d85, double d86, double d87, double d88, double d89, double d90, double d91, double d92, double d93, double d94, double d95, double d96, double d97, double d98, double d99,
      double d100, double d101, double d102, double d103, double d104, double d105, double d106, double d107, double d108, double d109, double d110, double d111, double d112, double d113, double d114, double d115, double d116, double d117, double d118, double d119,
      double d120, double d121, double d122, double d123, double d124, double d125, double d126) {}

  record Around(byte first, JustTooWide wide, byte last) {}

  @Test
  void everyComponentIsWhereItBelongs() {
    goesThrough(Most.class, 254);
    goesThrough(Chained.class, 84);
    goesThrough(JustTooWide.class, 85);
  }

  private static <R extends Record> void goesThrough(Class<R> type, int components) {
    RecordType<R> records = RecordType.of(type);
    int[] numbers = IntStream.range(0, 2 * components).toArray();
    RecordArray<R> array = records.over(MemorySegment.ofArray(numbers));
    RecordArray<R> copy = records.copyOf(array);
    assertEquals(-1, copy.memory().mismatch(array.memory()));
    assertEquals(array.get(1), copy.get(1));
  }

  @Test
  void componentsOfTwoSlotsAndWideRecordsInOthersDoToo() {
    double[] numbers = IntStream.range(0, 127).asDoubleStream().toArray();
    RecordArray<Wide> wide = RecordType.of(Wide.class).over(MemorySegment.ofArray(numbers));
    assertEquals(126.0, wide.getFirst().d126());
    JustTooWide inner = RecordType.of(JustTooWide.class).over(MemorySegment.ofArray(IntStream.range(0, 85).toArray())).getFirst();
    Around around = new Around((byte) 1, inner, (byte) 2);
    assertEquals(around, RecordType.of(Around.class).copyOf(around).getFirst());
  }

  @Test
  void whatTheConstructorThrowsIsThrown() {
    RecordArray<Most> array = RecordType.of(Most.class).allocate(1);
    array.memory().fill((byte) -1);
    assertEquals("negative", assertThrows(IllegalStateException.class, array::getFirst).getMessage());
  }
}
