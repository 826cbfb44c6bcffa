package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every declaration of {@code promised-api.txt} exists with the same erased parameters, and package mpi has no other public type. */
class PromisedApiTest {
  private record Row(String className, String kind, String type, String declaration) {
    static Row parse(String line) {
      String[] cells = line.split(" \\| ?", -1);
      return new Row(cells[0].trim(), cells[1].trim(), cells[2].trim(), cells[3].trim());
    }

    boolean isStatic() {
      return type.startsWith("static ");
    }

    String plainType() {
      return type.replace("static ", "");
    }
  }

  @Test
  void everyPromisedDeclarationExists() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Row row : rows()) {
      try {
        if (!exists(row)) {
          missing.add(row.toString());
        }
      } catch (ClassNotFoundException e) {
        missing.add(row + ": no such class");
      }
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void packageMpiHasNoPublicTypeThatNeitherFamilyHas() throws IOException {
    List<String> known = rows().stream().map(Row::className).map(name -> name.replaceAll("\\..*", "")).distinct().toList();
    try (InputStream in = PromisedApiTest.class.getResourceAsStream("/mpi/MPI.class")) {
      assertTrue(in != null);
    }
    java.net.URL location = MPI.class.getResource("MPI.class");
    assertTrue(location != null);
    java.io.File[] files = new java.io.File(java.net.URI.create(location.toString())).getParentFile().listFiles();
    for (java.io.File file : files == null ? new java.io.File[0] : files) {
      String name = file.getName().replace(".class", "");
      if (file.getName().endsWith(".class") && !name.contains("$") && isPublic(name)) {
        assertTrue(known.contains(name), name + " is public but in neither family");
      }
    }
  }

  private static boolean isPublic(String name) {
    try {
      return !name.equals("package-info") && Modifier.isPublic(Class.forName("mpi." + name, false, MPI.class.getClassLoader()).getModifiers());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean exists(Row row) throws ClassNotFoundException {
    Class<?> type = Class.forName("mpi." + row.className().replace('.', '$'));
    return switch (row.kind()) {
      case "field" -> Arrays.stream(type.getFields()).anyMatch(f -> f.getName().equals(row.declaration()) && returns(row, f.getType()));
      case "constructor" -> Arrays.stream(type.getConstructors())
          .anyMatch(c -> (row.className() + list(c.getParameterTypes())).equals(row.declaration()));
      default -> methods(type).stream().anyMatch(m -> matches(row, m));
    };
  }

  private static List<Method> methods(Class<?> type) {
    List<Method> all = new ArrayList<>(List.of(type.getMethods()));
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      Arrays.stream(c.getDeclaredMethods()).filter(m -> Modifier.isProtected(m.getModifiers())).forEach(all::add);
    }
    return all;
  }

  private static boolean matches(Row row, Method method) {
    return (method.getName() + list(method.getParameterTypes())).equals(row.declaration())
        && Modifier.isStatic(method.getModifiers()) == row.isStatic()
        && returns(row, method.getReturnType());
  }

  /** The same type, or a subtype where the family promises the supertype. */
  private static boolean returns(Row row, Class<?> actual) {
    for (Class<?> c = actual; c != null; c = c.getSuperclass()) {
      if (name(c).equals(row.plainType())) {
        return true;
      }
    }
    return false;
  }

  private static String list(Class<?>[] parameters) {
    return Arrays.stream(parameters).map(PromisedApiTest::name).collect(Collectors.joining(",", "(", ")"));
  }

  private static String name(Class<?> type) {
    return type.getTypeName().replaceAll("[a-z]+\\.", "").replace('$', '.');
  }

  private static List<Row> rows() throws IOException {
    try (InputStream in = PromisedApiTest.class.getResourceAsStream("/mpi/promised-api.txt")) {
      assertTrue(in != null, "promised-api.txt is missing");
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).map(Row::parse).toList();
    }
  }
}
