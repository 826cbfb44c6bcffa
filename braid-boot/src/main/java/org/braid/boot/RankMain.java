package org.braid.boot;

import java.io.FileDescriptor;
import java.io.FileInputStream;

/**
 * The main class of every rank's JVM: takes the ticket from the control pipe, makes {@code System.in} what the program expects, starts
 * the thread that watches the pipe, and calls the program.
 */
public final class RankMain {
  /** Exit codes of a rank that never reached its program; see docs/boot.md. */
  static final int JOIN_FAILED = 96;

  static final int NOT_RUNNABLE = 126;
  static final int NOT_FOUND = 127;

  private RankMain() {}

  public static void main(String[] arguments) {
    ControlReader pipe = new ControlReader(new FileInputStream(FileDescriptor.in));
    Ticket ticket = takeTicket(pipe);
    RankInput input = new RankInput(bytes -> {}, true);
    System.setIn(input);
    ControlWatch.start(pipe, input);
    String[] rest = java.util.Arrays.copyOfRange(arguments, 1, arguments.length);
    run(entryPoint(arguments[0]), rest, ticket);
  }

  private static Ticket takeTicket(ControlReader pipe) {
    try {
      if (!pipe.next()) {
        Runtime.getRuntime().halt(JOIN_FAILED);
      }
      if (pipe.kind() != ControlFrame.TICKET) {
        throw new IllegalArgumentException("the control pipe does not begin with a ticket");
      }
      return TicketCodec.decode(pipe.payload());
    } catch (java.io.IOException | IllegalArgumentException e) {
      throw leave(JOIN_FAILED, "this process could not join its job: " + e.getMessage());
    }
  }

  private static EntryPoint entryPoint(String name) {
    try {
      EntryPoint entry = EntryPoint.of(Class.forName(name, false, ClassLoader.getSystemClassLoader()));
      if (entry != null) {
        return entry;
      }
      throw leave(NOT_RUNNABLE, "class " + name + " has no main method");
    } catch (ClassNotFoundException | LinkageError e) {
      throw leave(NOT_FOUND, "class " + name + " could not be loaded: " + e);
    }
  }

  private static void run(EntryPoint program, String[] arguments, Ticket ticket) {
    try {
      program.call(arguments);
    } catch (Throwable e) {
      System.err.print("Exception in thread \"main\" ");
      e.printStackTrace();
      System.exit(1);
    }
  }

  private static Error leave(int code, String why) {
    System.err.println("braid: " + why);
    System.err.flush();
    Runtime.getRuntime().halt(code);
    throw new AssertionError();
  }
}
