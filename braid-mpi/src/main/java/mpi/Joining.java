package mpi;

import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.boot.Job;
import org.braid.boot.Parting;
import org.braid.boot.hosts.JobHost;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.select.ConnectionReport;
import org.braid.link.select.LinkReport;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.liveness.Departures;

/**
 * How this process becomes a rank: its context is opened as the job wants it, MPI is put on the context, and the launcher's news reach
 * both. Classes instead of lambdas here: they start faster.
 */
final class Joining {
  private Joining() {}

  /** Enters the job; from now on the others may send. Waits for nobody. */
  static Membership join(Job job, Rank rank, boolean threadMultiple) {
    ContextConfig config = job.contextConfig().withServes(false);
    boolean reports = job.reports("links");
    Context context = Context.open(reports ? config.withConnections(new ConnectionLines()) : config);
    if (reports) {
      context.onLane(new LinkLines(job));
    }
    boolean goesOn = goesOnWhileComputing(job);
    boolean several = threadMultiple || goesOn;
    MpiProcess process = job.reports("unfreed") ? MpiProcess.openTraced(context, several) : MpiProcess.open(context, several);
    Membership joined = new Membership(job, process, process.world(job.rank(), job.size(), new Contexts(job)), process.self());
    job.tellOfDeaths(context);
    Parting parting = job.parting();
    if (parting != null) {
      LaunchersRegister register = new LaunchersRegister(process.departures(), job, parting);
      parting.onLeft(register);
      process.departures().askFirst(register);
    }
    job.register(context);
    if (goesOn) {
      process.goOnWhileComputing();
    }
    job.scope().addHook(new CloseAtExit(context, rank));
    return joined;
  }

  /** Whether BRAID_PROGRESS wants what was started to go on while the program computes. */
  private static boolean goesOnWhileComputing(Job job) {
    String wanted = job.scope().variable("BRAID_PROGRESS");
    if (wanted == null || wanted.equals("calls")) {
      return false;
    }
    if (wanted.equals("background")) {
      return true;
    }
    throw new BraidException(ErrorCode.OPTION_VALUE, "BRAID_PROGRESS says '" + wanted + "'", "it is calls or background", "Leave it unset, or set it to background, so that what was started goes on while the program computes");
  }

  /** The contexts of the job by rank. */
  private record Contexts(Job job) implements IntFunction<ContextId> {
    @Override
    public ContextId apply(int rank) {
      return job.contextId(rank);
    }
  }

  /** {@code --report links}: a line for each link when it is first used, so that also a job that never ends says what it uses. */
  private record LinkLines(Job job) implements Consumer<LinkReport> {
    @Override
    public void accept(LinkReport link) {
      System.err.println("braid: link " + link + hosts(link.to()));
    }

    /** Between hosts, on which these are: names may be equal, so addresses stand beside them. */
    private String hosts(ContextId peer) {
      long rank = peer.number();
      if (rank < 0 || rank >= job.size() || !peer.equals(job.contextId((int) rank))) {
        return ""; // a guest
      }
      JobHost here = job.placement().hostOf(job.rank());
      JobHost there = job.placement().hostOf((int) rank);
      return here.equals(there) ? "" : "; host " + here + " -> " + there;
    }
  }

  /** A line for each connection that a link gets: by what way, and what was tried in vain before. */
  private static final class ConnectionLines implements Consumer<ConnectionReport> {
    @Override
    public void accept(ConnectionReport connection) {
      System.err.println("braid: connection " + connection);
    }
  }

  /** The launcher knows which ranks have left MPI. */
  private record LaunchersRegister(Departures departures, Job job, Parting parting) implements Departures.Register, Parting.Listener {
    @Override
    public void ask(ContextId rank, int askerLeft) {
      try {
        parting.ask((int) rank.number(), askerLeft);
      } catch (BraidException launcherGone) {
        // Then this process is about to end too.
      }
    }

    @Override
    public void hasLeft(int rank, int askerFinished, boolean answersItself) {
      departures.hasLeft(job.contextId(rank), askerFinished, answersItself);
    }
  }

  /** A process that ends after Finalize takes leave of its peers; one that fails does not wait for them. */
  private static final class CloseAtExit extends Thread {
    private static final long PATIENCE_NS = 1_000_000_000L;

    private final Context context;
    private final Rank rank;

    CloseAtExit(Context context, Rank rank) {
      super("braid-close");
      this.context = context;
      this.rank = rank;
    }

    @Override
    public void run() {
      if (rank.hasLeft()) {
        context.close(PATIENCE_NS);
      }
    }
  }
}
