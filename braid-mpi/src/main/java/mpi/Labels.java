package mpi;

import org.jspecify.annotations.Nullable;

/** What a program says of an object: its name, and attributes (MPI 4.1, sections 7.7 and 7.8). */
final class Labels {
  String name;
  private @Nullable Attributes attributes;

  Labels(String name) {
    this.name = name;
  }

  Attributes attributes() {
    Attributes known = attributes;
    if (known == null) {
      known = new Attributes(AttributeKeys.Kind.TYPE);
      attributes = known;
    }
    return known;
  }
}
