package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples, in their plain output (NO_COLOR is set for the tests of this module) on 1, 2, 4 and 7
 * ranks as threads, print what examples/mpi/expected says; {@code -Dbraid.accept=true} writes that anew.
 */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("../examples/mpi");

  @Test
  void everyExamplePrintsWhatIsExpected(@TempDir Path classes) throws IOException {
    for (String example : List.of("Hello", "Ring", "Pi", "SampleSort", "Waves", "Life", "Mandelbrot", "Channel", "Ports", "Sessions", "Counters")) {
      check(example, classes);
    }
  }

  @Test
  void thePlateOfHeatIsTheSameForEveryNumberOfRanks(@TempDir Path classes) throws IOException {
    check("Heat", classes, "2000", classes.resolve("heat.png").toString());
  }

  @Test
  void bandsOfOneFileAreTheSameForEveryNumberOfRanks(@TempDir Path classes) throws IOException {
    check("Bands", classes, classes.resolve("bands.txt").toString());
  }

  private static void check(String example, Path classes, String... arguments) throws IOException {
    compile(example, classes);
    for (int size : new int[] {1, 2, 4, 7}) {
      String printed = outputOf(() -> ThreadRanks.main(size, List.of(classes), example, arguments));
      Path file = EXAMPLES.resolve("expected").resolve(example + "-n" + size + ".txt");
      if (Boolean.getBoolean("braid.accept")) {
        Files.writeString(file, printed);
      }
      assertEquals(Files.readString(file), printed, example + " on " + size + " ranks");
    }
  }

  private static void compile(String example, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
      List<String> options = List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
      boolean compiled = compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(EXAMPLES.resolve(example + ".java"))).call();
      assertEquals(true, compiled, example);
    }
  }

  private static String outputOf(Runnable program) {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      program.run();
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
