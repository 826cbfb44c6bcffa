package org.braid.cli.run;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.braid.boot.ControlFrame;
import org.braid.boot.Secret;
import org.braid.boot.Ticket;
import org.braid.boot.TicketCodec;

/** {@code braid run}: starts the ranks of one job, all at once, and stays until the last is gone. */
public final class Launcher implements RankProcess.Listener {
  private final RunOptions options;
  private final long startNs = System.nanoTime();
  private final JobEvents events = new JobEvents();
  private final Supervision supervision;
  private final RankProcess[] ranks;
  private final OutputSink[] sinks = {OutputSink.standardOutput(), OutputSink.standardError()};
  private final String jobName;

  private Launcher(RunOptions options, Program program) {
    this.options = options;
    this.supervision = new Supervision(options.ranks(), startNs, options.timeoutNs());
    Ticket first = ticket(options);
    this.jobName = Long.toHexString(first.jobHigh() >>> 48 | 0x10000).substring(1);
    this.ranks = new RankProcess[options.ranks()];
    for (int rank = 0; rank < ranks.length; rank++) {
      byte[] ticket = TicketCodec.encode(first.withRank(rank));
      ranks[rank] = new RankProcess(rank, command(program, rank), ticket, options.tagOutput(), sinks, this);
    }
  }

  /** Carries out {@code braid run WORDS} and returns its exit code. */
  public static int run(List<String> words) throws IOException, InterruptedException {
    RunOptions options = RunArguments.parse(words);
    Program program = Program.resolve(options);
    return program == null ? 1 : new Launcher(options, program).run();
  }

  private static Ticket ticket(RunOptions options) {
    byte[] id = Secret.randomBytes(16);
    java.nio.ByteBuffer job = java.nio.ByteBuffer.wrap(id);
    return new Ticket(
        0, job.getLong(), job.getLong(), 0, options.ranks(), 0, options.ranks(), "", Secret.random(), options.method(), options.report(),
        options.allowClear());
  }

  private ProcessBuilder command(Program program, int rank) {
    ProcessBuilder builder = new ProcessBuilder(RankCommand.of(options, program, jobName, rank));
    if (!options.wdir().isEmpty()) {
      builder.directory(new File(options.wdir()));
    }
    if (!options.exports().isEmpty()) {
      Map<String, String> environment = builder.environment();
      for (String export : options.exports()) {
        int equals = export.indexOf('=');
        environment.put(export.substring(0, equals), export.substring(equals + 1));
      }
    }
    return builder;
  }

  private int run() throws InterruptedException {
    Signals.forward(this::signalled);
    for (int rank = 0; rank < ranks.length; rank++) {
      new Thread(null, ranks[rank], "rank-" + rank, 256 * 1024).start();
    }
    while (!supervision.isOver()) {
      events.runUntil(supervision.deadlineNs());
      supervision.tick(System.nanoTime());
      act(supervision.next());
    }
    Verdict verdict = supervision.verdict();
    if (!(verdict instanceof Verdict.Success)) {
      GroupSignal.send("KILL", pids());
      Epilogue.print(sinks[1], jobName, verdict, supervision.verdictNs() - startNs, ranks, options.verbosity());
    }
    return verdict.exitCode();
  }

  private void act(Supervision.Action action) {
    switch (action) {
      case FORWARD_SIGNAL -> {
        if (supervision.signal() > 0) {
          GroupSignal.send(Signals.name(supervision.signal()), livePids());
        }
      }
      case DUMP_STACKS -> {
        for (RankProcess rank : ranks) {
          rank.send(ControlFrame.DUMP, new byte[0], 0);
        }
      }
      case TERMINATE -> terminate();
      case KILL -> {
        for (int rank = 0; rank < ranks.length; rank++) {
          if (supervision.isAlive(rank)) {
            ranks[rank].kill();
          }
        }
      }
      case NOTHING -> {}
    }
  }

  private void terminate() {
    for (int rank = 0; rank < ranks.length; rank++) {
      if (supervision.isAlive(rank)) {
        ranks[rank].terminate();
      }
    }
  }

  private long[] pids() {
    long[] pids = new long[ranks.length];
    for (int rank = 0; rank < ranks.length; rank++) {
      pids[rank] = ranks[rank].pid();
    }
    return pids;
  }

  private long[] livePids() {
    long[] pids = pids();
    for (int rank = 0; rank < ranks.length; rank++) {
      pids[rank] = supervision.isAlive(rank) ? pids[rank] : 0;
    }
    return pids;
  }

  private void signalled(int number) {
    long nowNs = System.nanoTime();
    events.post(() -> supervision.signalled(number, nowNs));
  }

  @Override
  public void started(int rank) {}

  @Override
  public void notStarted(int rank, String why) {
    long nowNs = System.nanoTime();
    events.post(() -> supervision.notStarted(rank, why, nowNs));
  }

  @Override
  public void exited(int rank, int code) {
    long nowNs = System.nanoTime();
    events.post(() -> supervision.exited(rank, code, nowNs));
  }

  @Override
  public void outputClosed() {
    signalled(Signals.PIPE);
  }
}
