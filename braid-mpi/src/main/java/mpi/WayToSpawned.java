package mpi;

import java.io.IOException;
import java.util.List;
import org.braid.boot.Job;
import org.braid.boot.server.ProcessPipes;
import org.braid.boot.spawn.HostSlot;
import org.braid.boot.spawn.SpawnNews;
import org.braid.boot.spawn.SpawnRequest;
import org.braid.boot.spawn.Spawning;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.meeting.Meetings;
import org.braid.mpi.meeting.PortName;
import org.braid.mpi.meeting.Ports;
import org.braid.mpi.meeting.Talk;
import org.jspecify.annotations.Nullable;

/** At the root of a spawn: the launcher is asked for processes, which start while this one prepares the meeting, and call it or never will. */
abstract class WayToSpawned implements Meetings.Way, Spawning.Listener {
  /** A launcher ends a job that has failed within that, and tells of it. */
  private static final long FATE_MS = 2_000;

  private static final int NOT_ASKED = -1;

  /** Both groups know each other's size before they meet if so many processes are asked for, or fewer. */
  private static final int MOST_KNOWN = 1_024;

  private final Spawning spawning;
  private int request = NOT_ASKED;
  private @Nullable String fate; // guarded by this

  private WayToSpawned(Spawning spawning) {
    this.spawning = spawning;
  }

  /**
   * Asks; waits for nobody.
   *
   * @param size of the group that asks
   */
  static WayToSpawned begin(List<SpawnRequest.Command> commands, Ports ports, int size) {
    Job job = World.job();
    if (job == null || !job.spawning().isPossible()) {
      throw new MpiFailure(ErrorClass.SPAWN, "spawn cannot start processes", "no launcher has started this one", "Start the program by braid run");
    }
    WayToSpawned way = way(job, commands, ports, size);
    boolean isAsked = false;
    try {
      way.request = way.spawning.ask(way.address(), commands, way);
      isAsked = true;
      return way;
    } catch (IOException e) {
      throw new MpiFailure(ErrorClass.SPAWN, "spawn cannot ask for the processes", String.valueOf(e.getMessage()), "Give fewer or shorter arguments", e);
    } finally {
      if (!isAsked) {
        way.close();
      }
    }
  }

  private static WayToSpawned way(Job job, List<SpawnRequest.Command> commands, Ports ports, int size) {
    Spawning spawning = job.spawning();
    if (!job.placement().isOnOneHost() && commands.stream().anyMatch(each -> !HostSlot.isOwn(each.hints().getOrDefault(Spawning.HOST, "")))) {
      return new ByPort(spawning, ports, ports.openFar());
    }
    try {
      if (job.placement().isOnOneHost() && job.findsPipes()) { // else some member of the group may be on another host, and has to hear of it
        return new ByPipes(spawning, ProcessPipes.open(), size, new SpawnRequest(0, "", commands).processes());
      }
    } catch (IOException noPipes) {
      // Then by a socket.
    }
    return new ByPort(spawning, ports, ports.open());
  }

  /** Where the processes find this one, as the launcher tells them. */
  abstract String address();

  /** Waits for the first of them. */
  abstract Talk caller() throws IOException;

  /** Nobody else is heard from now on, and whoever waits for somebody ends. */
  abstract void stopListening();

  /** Any process that has the port's name may be at another host, or have no pipes in common with this one. */
  private static final class ByPort extends WayToSpawned {
    private final Ports ports;
    private final PortName port;

    ByPort(Spawning spawning, Ports ports, PortName port) {
      super(spawning);
      this.ports = ports;
      this.port = port;
    }

    @Override
    String address() {
      return port.text();
    }

    @Override
    Talk caller() {
      return ports.accept(port);
    }

    @Override
    void stopListening() {
      ports.giveUp(port, "nobody listens any more");
    }

    @Override
    public void close() {
      super.close();
      ports.close(port);
    }
  }

  /** Processes of this host are told where this one's pipes are. */
  private static final class ByPipes extends WayToSpawned {
    private final ProcessPipes.Opened pipes;
    private final PipeAddress address;
    private final int processes;

    ByPipes(Spawning spawning, ProcessPipes.Opened pipes, int size, long processes) {
      super(spawning);
      boolean areFew = processes <= MOST_KNOWN; // if they are refused nothing is made for them before
      this.pipes = pipes;
      this.address = new PipeAddress(areFew ? size : 0, pipes.address());
      this.processes = areFew ? (int) processes : 0;
    }

    @Override
    String address() {
      return address.text();
    }

    @Override
    public int knownSize() {
      return processes;
    }

    @Override
    Talk caller() throws IOException {
      return PipeAddress.talk(pipes.await());
    }

    @Override
    void stopListening() {
      pipes.close();
    }

    @Override
    public void close() {
      super.close();
      pipes.close();
    }
  }

  /** {@inheritDoc} They cannot be started, or have ended. */
  @Override
  public final void heard(SpawnNews news) {
    synchronized (this) {
      fate = news.text();
      notifyAll();
    }
    stopListening();
  }

  @Override
  public final Talk reach() {
    try {
      return caller();
    } catch (IOException | MpiFailure refused) {
      String known = fate();
      throw new MpiFailure(ErrorClass.SPAWN, "spawn has not started the processes", known == null ? String.valueOf(refused.getMessage()) : known, "See what they have printed, and what braid run says of such a command", refused);
    }
  }

  /** {@inheritDoc} The launcher tells of the end of a job when its last process has ended. */
  @Override
  public final synchronized @Nullable String fate() {
    long deadlineNs = System.nanoTime() + FATE_MS * 1_000_000;
    boolean interrupted = false;
    for (long leftMs = FATE_MS; fate == null && leftMs > 0; leftMs = (deadlineNs - System.nanoTime()) / 1_000_000) {
      try {
        wait(leftMs);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return fate;
  }

  @Override
  public void close() {
    spawning.forget(request);
  }
}
