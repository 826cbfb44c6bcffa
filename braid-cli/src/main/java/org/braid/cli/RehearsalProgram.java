package org.braid.cli;

/** What the ranks play in a {@link Rehearsal}: the things that nearly every program does. */
public final class RehearsalProgram {
  private RehearsalProgram() {}

  public static void main(String[] arguments) {
    System.out.println("rehearsed");
  }
}
