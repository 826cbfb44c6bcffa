package mpi;

/** What a program says of a datatype: its name, and attributes (MPI 4.1, sections 7.7 and 7.8). */
final class Labels {
  final Attributes attributes = new Attributes(AttributeKeys.Kind.TYPE);
  String name;

  Labels(String name) {
    this.name = name;
  }
}
