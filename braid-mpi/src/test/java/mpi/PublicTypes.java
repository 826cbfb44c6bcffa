package mpi;

import java.io.File;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What this build's classes offer to programs. */
public final class PublicTypes {
  private PublicTypes() {}

  /** The public classes and interfaces of some packages, those inside of others too, as a loader has them. */
  public static List<Class<?>> of(ClassLoader loader, String... rooms) {
    return all(loader, rooms).stream().filter(type -> Modifier.isPublic(type.getModifiers())).toList();
  }

  /** Likewise, with those that programs cannot name. */
  public static List<Class<?>> all(ClassLoader loader, String... rooms) {
    List<Class<?>> types = new ArrayList<>();
    for (String room : rooms) {
      File[] files = new File("target/classes/" + room.replace('.', '/')).listFiles((folder, name) -> name.endsWith(".class") && !name.startsWith("package-info"));
      for (File file : Objects.requireNonNull(files)) {
        types.add(load(loader, room + "." + file.getName().replace(".class", "")));
      }
    }
    return types;
  }

  private static Class<?> load(ClassLoader loader, String name) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
