package org.braid.boot;

import java.io.IOException;

/**
 * The one thread that Braid adds to a rank before its program runs: it reads the control pipe until its end, which means that the
 * launcher is gone. Then this process goes too, with {@code halt}: no hook of the program may keep an orphan alive.
 */
final class ControlWatch implements Runnable {
  private final ControlReader pipe;
  private final RankInput input;

  private ControlWatch(ControlReader pipe, RankInput input) {
    this.pipe = pipe;
    this.input = input;
  }

  static void start(ControlReader pipe, RankInput input) {
    Thread thread = new Thread(null, new ControlWatch(pipe, input), "braid-control", 64 * 1024);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (pipe.next()) {
        handle();
      }
    } catch (IOException e) {
      // A broken pipe says the same as its end.
    }
    Runtime.getRuntime().halt(ORPHANED);
  }

  private static final int ORPHANED = 86;

  private void handle() throws IOException {
    switch (pipe.kind()) {
      case ControlFrame.INPUT -> input.append(pipe.payload());
      case ControlFrame.INPUT_END -> input.end();
      case ControlFrame.ABORT -> Runtime.getRuntime().halt(pipe.firstInt(1));
      default -> {}
    }
  }
}
