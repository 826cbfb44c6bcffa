package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ranks that are threads of one process share package mpi but for class MPI: so no other class may name that one, nor have statics that a rank changes. */
class SharedByRanksTest {
  private static final Path CLASSES = Path.of("target/classes/mpi");

  /** Breaks both rules. */
  @SuppressWarnings({"UnusedNestedClass", "UnusedMethod", "UnusedVariable"}) // its bytes are looked at
  private static final class Careless {
    private static int calls;

    static Comm world() {
      calls++;
      return MPI.COMM_WORLD;
    }
  }

  private static ClassModel read(Path file) {
    try {
      return ClassFile.of().parse(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ClassModel> shared() throws IOException {
    try (Stream<Path> files = Files.list(CLASSES)) {
      return files.filter(file -> file.toString().endsWith(".class") && !file.endsWith("MPI.class")).map(SharedByRanksTest::read).toList();
    }
  }

  private static boolean namesMpi(ClassModel model) {
    for (PoolEntry each : model.constantPool()) {
      if (each instanceof ClassEntry named && named.asInternalName().equals("mpi/MPI")) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasStaticThatChanges(ClassModel model) {
    return model.fields().stream().map(FieldModel::flags).anyMatch(SharedByRanksTest::isStaticThatChanges);
  }

  private static boolean isStaticThatChanges(AccessFlags flags) {
    return flags.has(AccessFlag.STATIC) && !flags.has(AccessFlag.FINAL) && !flags.has(AccessFlag.SYNTHETIC);
  }

  private static List<String> broken(List<ClassModel> classes) {
    return classes.stream().filter(each -> namesMpi(each) || hasStaticThatChanges(each)).map(each -> each.thisClass().asInternalName()).toList();
  }

  @Test
  void noClassButMpiNamesItOrHasStaticsThatChange() throws IOException {
    List<ClassModel> classes = shared();
    assertTrue(classes.size() > 100, "there are " + classes.size() + " classes");
    assertEquals(List.of(), broken(classes));
  }

  @Test
  void aClassThatDoesIsFound() throws IOException {
    ClassModel careless = read(Path.of("target/test-classes/mpi/SharedByRanksTest$Careless.class"));
    assertTrue(namesMpi(careless) && hasStaticThatChanges(careless));
    assertEquals(List.of("mpi/SharedByRanksTest$Careless"), broken(List.of(careless)));
  }
}
