package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Package mpi has every declaration of both families ({@code promised-api.txt}) but those that {@code left-out-api.txt} names with a reason each, and no other public type. A promised buffer may be any
 * object here, and a promised result a subtype of what is promised: programs compile all the same.
 */
class PromisedApiTest {
  private record Row(String className, String kind, String type, String declaration) {
    static Row parse(String line) {
      String[] cells = line.split(" \\| ?", -1);
      return new Row(cells[0].trim(), cells[1].trim(), cells[2].trim(), cells[3].trim());
    }

    boolean isStatic() {
      return type.contains("static ");
    }

    String plainType() {
      return type.replace("protected ", "").replace("static ", "");
    }

    /** Whether a member with these modifiers may be used where the promise says so. */
    boolean isServedBy(int modifiers) {
      return Modifier.isStatic(modifiers) == isStatic() && (Modifier.isPublic(modifiers) || type.startsWith("protected") && Modifier.isProtected(modifiers));
    }

    @Override
    public String toString() {
      return className + " | " + kind + " | " + type + " | " + declaration;
    }
  }

  @Test
  void everyPromisedDeclarationExistsButThoseThatAreLeftOutForAReason() throws IOException {
    assertEquals(Set.of(), missing());
  }

  @Test
  void whatIsLeftOutWasPromisedAndIsNotThere() throws IOException {
    Set<String> promised = lines("promised-api.txt").collect(Collectors.toSet());
    for (String line : lines("left-out-api.txt").toList()) {
      String declaration = line.substring(0, line.lastIndexOf(" | "));
      assertTrue(promised.contains(declaration), declaration + " is left out of a list that does not have it");
      assertFalse(exists(Row.parse(declaration)), declaration + " is there: it is not left out");
      assertFalse(line.substring(line.lastIndexOf(" | ") + 3).isBlank(), declaration + " is left out for no reason");
    }
  }

  @Test
  void aDeclarationThatIsNotThereIsNoticed() {
    for (String planted : new String[] {
        "Comm | method | void | vanish()",
        "Comm | method | int | barrier()",
        "Comm | method | static void | barrier()",
        "Comm | method | void | send(Object,int,Datatype,int)",
        "MPI | field | static Comm | INT",
        "Group | class | class | Group : Comm",
        "Vanished | class | class | Vanished",
        "Op | constructor |  | Op(int)"}) {
      assertFalse(exists(Row.parse(planted)), planted);
    }
  }

  @Test
  void packageMpiHasNoPublicTypeThatNeitherFamilyHas() throws IOException {
    List<String> known = rows().map(Row::className).map(name -> name.replaceAll("\\..*", "")).distinct().toList();
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

  private static Set<String> missing() throws IOException {
    Set<String> leftOut = lines("left-out-api.txt").map(line -> line.substring(0, line.lastIndexOf(" | "))).collect(Collectors.toSet());
    Set<String> missing = new LinkedHashSet<>();
    for (String line : lines("promised-api.txt").toList()) {
      if (!leftOut.contains(line) && !exists(Row.parse(line))) {
        missing.add(line);
      }
    }
    return missing;
  }

  private static boolean isPublic(String name) {
    try {
      return !name.equals("package-info") && Modifier.isPublic(Class.forName("mpi." + name, false, MPI.class.getClassLoader()).getModifiers());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean exists(Row row) {
    Class<?> type;
    try {
      type = Class.forName("mpi." + row.className().replace('.', '$'));
    } catch (ClassNotFoundException e) {
      return false;
    }
    return switch (row.kind()) {
      case "class" -> isSuchAType(row, type);
      case "field" -> fields(type).stream().anyMatch(f -> row.isServedBy(f.getModifiers()) && f.getName().equals(row.declaration()) && returns(row, f.getType()));
      case "constructor" -> Arrays.stream(type.getDeclaredConstructors()).anyMatch(c -> matches(row, c));
      default -> methods(type).stream().anyMatch(m -> matches(row, m));
    };
  }

  /** Of the promised kind, and a subtype of all that it is promised to be. */
  private static boolean isSuchAType(Row row, Class<?> type) {
    boolean kind = type.isInterface() == row.type().equals("interface") && Modifier.isPublic(type.getModifiers()) && (row.type().startsWith("abstract") || !Modifier.isAbstract(type.getModifiers()) || type.isInterface());
    String[] parts = row.declaration().split(" : ");
    return kind && (parts.length == 1 || Arrays.stream(parts[1].split(", ")).allMatch(wanted -> isA(type, wanted)));
  }

  private static boolean isA(Class<?> type, String wanted) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (name(c).equals(wanted) || Arrays.stream(c.getInterfaces()).anyMatch(i -> name(i).equals(wanted))) {
        return true;
      }
    }
    return false;
  }

  private static List<Field> fields(Class<?> type) {
    List<Field> all = new ArrayList<>(List.of(type.getFields()));
    all.addAll(List.of(type.getDeclaredFields()));
    return all;
  }

  private static List<Method> methods(Class<?> type) {
    List<Method> all = new ArrayList<>(List.of(type.getMethods()));
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      Arrays.stream(c.getDeclaredMethods()).filter(m -> Modifier.isProtected(m.getModifiers())).forEach(all::add);
    }
    return all;
  }

  private static boolean matches(Row row, Constructor<?> made) {
    return row.isServedBy(made.getModifiers()) && takes(row, row.className(), made.getParameterTypes());
  }

  private static boolean matches(Row row, Method method) {
    return row.isServedBy(method.getModifiers()) && takes(row, method.getName(), method.getParameterTypes()) && returns(row, method.getReturnType());
  }

  /** The same parameters, but any object may be taken where a buffer is promised. */
  private static boolean takes(Row row, String name, Class<?>[] parameters) {
    String actual = Arrays.stream(parameters).map(PromisedApiTest::name).collect(Collectors.joining(",", "(", ")"));
    return row.declaration().equals(name + actual) || row.declaration().replace("Buffer,", "Object,").equals(name + actual);
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

  private static String name(Class<?> type) {
    return type.getTypeName().replaceAll("[a-z]+\\.", "").replace('$', '.');
  }

  private static Stream<Row> rows() throws IOException {
    return lines("promised-api.txt").map(Row::parse);
  }

  private static Stream<String> lines(String list) throws IOException {
    try (InputStream in = PromisedApiTest.class.getResourceAsStream("/mpi/" + list)) {
      assertTrue(in != null, list + " is missing");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"));
    }
  }
}
