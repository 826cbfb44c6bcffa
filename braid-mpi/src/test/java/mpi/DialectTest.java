package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs in the dialects of both families, and the examples, compile without an error. */
class DialectTest {
  @Test
  void programsOfBothFamiliesCompile(@TempDir Path classes) throws IOException {
    Path dialects = Path.of("src/test/resources/dialects");
    assertEquals(List.of(), errors(List.of(dialects.resolve("OpenMpiDialect.java"), dialects.resolve("MpjDialect.java")), classes));
  }

  @Test
  void theExamplesCompile(@TempDir Path classes) throws IOException {
    List<Path> examples = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("../examples/mpi"))) {
      files.filter(file -> file.toString().endsWith(".java")).forEach(examples::add);
    }
    assertTrue(examples.size() >= 5, examples.toString());
    assertEquals(List.of(), errors(examples, classes));
  }

  private static List<String> errors(List<Path> sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
      List<String> options = List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
      compiler.getTask(null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources)).call();
    }
    List<String> errors = new ArrayList<>();
    for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
      if (each.getKind() == Diagnostic.Kind.ERROR) {
        errors.add(each.toString());
      }
    }
    return errors;
  }
}
