package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.braid.mpix.ControlVariable;
import org.braid.mpix.Listening;
import org.braid.mpix.PerformanceHandle;
import org.braid.mpix.PerformanceSession;
import org.braid.mpix.PerformanceVariable;
import org.braid.mpix.ToolEvent;
import org.braid.mpix.Tools;
import org.junit.jupiter.api.Test;

/** The tool information interface: what may be set, what is counted, what has happened. */
class ToolsTest {
  abstract static class Program implements Runnable {
    int rank;

    @Override
    public final void run() {
      MPI.Init(new String[0]);
      rank = MPI.COMM_WORLD.getRank();
      try {
        body(MPI.COMM_WORLD);
        MPI.COMM_WORLD.barrier();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      MPI.Finalize();
    }

    abstract void body(Intracomm world) throws InterruptedException;

    static void refused(int errorClass, Runnable call) {
      MPIException e = assertThrows(MPIException.class, call::run);
      assertEquals(errorClass, e.getErrorClass(), e.getMessage());
    }
  }

  @Test
  void everyVariableHasANameOfItsOwnAMeaningAndAValue() {
    ThreadRanks.run(2, All.class);
  }

  static final class All extends Program {
    @Override
    void body(Intracomm world) {
      world.barrier();
      Set<String> names = new HashSet<>();
      for (PerformanceVariable each : Tools.performanceVariables()) {
        assertTrue(names.add(each.name()), each.name());
        assertFalse(each.meaning().isEmpty() || each.unit().isEmpty(), each.name());
        assertTrue(each.read() >= 0, each.toString());
      }
      assertTrue(names.contains("lanes.local.frames"), names.toString());
      for (ControlVariable each : Tools.controlVariables()) {
        assertTrue(names.add(each.name()), each.name());
        assertFalse(each.meaning().isEmpty() || each.read().isEmpty(), each.name());
      }
      refused(73, () -> Tools.performanceVariable("lanes.frame"));
      refused(73, () -> Tools.controlVariable(""));
    }
  }

  @Test
  void levelsFollowWhatIsOpenPostedAndUnexpected() {
    ThreadRanks.run(2, Levels.class);
  }

  static final class Levels extends Program {
    @Override
    void body(Intracomm world) {
      long live = Tools.performanceVariable("communicators.live").read();
      Intracomm copy = world.dup();
      assertEquals(live + 1, Tools.performanceVariable("communicators.live").read());
      PerformanceVariable posted = Tools.performanceVariable("receives.posted");
      PerformanceVariable unexpected = Tools.performanceVariable("messages.unexpected");
      if (rank == 0) {
        copy.send(new int[1], 1, MPI.INT, 1, 5);
        copy.send(new int[1], 1, MPI.INT, 1, 6);
        copy.recv(new int[1], 1, MPI.INT, 1, 8); // a barrier's message would be unexpected, too
      } else {
        copy.probe(0, 6);
        assertEquals(2, unexpected.read());
        copy.recv(new int[1], 1, MPI.INT, 0, 6);
        assertEquals(1, unexpected.read());
        copy.recv(new int[1], 1, MPI.INT, 0, 5);
        long before = posted.read();
        Request[] requests = {copy.iRecv(new int[1], 1, MPI.INT, 0, 7), copy.iRecv(new int[1], 1, MPI.INT, 0, MPI.ANY_TAG)};
        assertEquals(before + 2, posted.read());
        for (Request each : requests) {
          each.cancel();
          each.waitFor();
        }
        assertEquals(before, posted.read());
        copy.send(new int[1], 1, MPI.INT, 0, 8);
      }
      copy.barrier();
      copy.free();
      assertEquals(live, Tools.performanceVariable("communicators.live").read());
    }
  }

  @Test
  void aSessionsCountersCountWhileTheyRunAndDisturbNoOtherSession() {
    ThreadRanks.run(3, Phases.class);
  }

  static final class Phases extends Program {
    private static final int MESSAGES = 20;

    @Override
    void body(Intracomm world) {
      world.barrier();
      if (rank == 0) {
        count(world);
      } else if (rank == 1) {
        for (int i = 0; i < 3 * MESSAGES; i++) {
          world.recv(new int[1], 1, MPI.INT, 0, 1);
        }
      }
    }

    private void count(Intracomm world) {
      PerformanceVariable frames = Tools.performanceVariable("lanes.frames");
      PerformanceSession other = Tools.session();
      try (PerformanceSession session = Tools.session()) {
        PerformanceHandle all = session.handle(frames);
        PerformanceHandle toOne = session.handle(frames, 1);
        PerformanceHandle toTwo = session.handle(frames, 2);
        PerformanceHandle whole = other.handle(frames, 1);
        whole.start();
        send(world);
        assertEquals(0, all.read());
        session.startAll();
        send(world);
        assertTrue(toOne.read() >= MESSAGES, () -> "frames: " + toOne.read());
        session.stopAll();
        long counted = toOne.read();
        send(world);
        assertEquals(counted, toOne.read());
        assertEquals(0, toTwo.read());
        assertTrue(all.read() >= counted);
        assertEquals(counted, toOne.readAndReset());
        assertEquals(0, toOne.read());
        assertTrue(whole.read() >= 3 * MESSAGES);
        refuse(session);
        session.close();
        refused(62, toOne::read);
        refused(62, () -> session.handle(frames));
      }
      assertEquals(1, other.handles().size());
      other.close();
    }

    private static void refuse(PerformanceSession session) {
      PerformanceHandle level = session.handle(Tools.performanceVariable("lanes.open"));
      assertTrue(level.read() > 0);
      refused(65, level::start);
      refused(65, level::reset);
      refused(ErrorClasses.ERR_ARG, () -> session.handle(Tools.performanceVariable("requests.live"), 1));
      refused(ErrorClasses.ERR_RANK, () -> session.handle(Tools.performanceVariable("lanes.open"), -1));
    }

    private static void send(Intracomm world) {
      for (int i = 0; i < MESSAGES; i++) {
        world.send(new int[1], 1, MPI.INT, 1, 1);
      }
    }
  }

  @Test
  void aControlVariableThatIsWrittenHolds() {
    ThreadRanks.run(2, Written.class);
  }

  static final class Written extends Program {
    @Override
    void body(Intracomm world) throws InterruptedException {
      ControlVariable skip = Tools.controlVariable("poll.skip.local");
      assertEquals(ControlVariable.Scope.LOCAL, skip.scope());
      skip.write("3");
      assertEquals("3", skip.read());
      refused(ErrorClasses.ERR_ARG, () -> skip.write("-1"));
      refused(ErrorClasses.ERR_ARG, () -> skip.write("often"));
      assertEquals("3", skip.read());
      skip.write(skip.defaultValue());
      refused(64, () -> Tools.controlVariable("job.method").write("tcp"));
      rules(world);
    }

    /** What is written decides for the next communicator, as its event tells. */
    private static void rules(Intracomm world) throws InterruptedException {
      ControlVariable rules = Tools.controlVariable("coll.rules");
      rules.write(rules.read());
      assertEquals(rules.defaultValue(), rules.read());
      assertEquals(ControlVariable.Scope.ALL_EQUAL, rules.scope());
      MPIException wrong = assertThrows(MPIException.class, () -> rules.write("allreduce=nonsense"));
      assertTrue(String.valueOf(wrong.getMessage()).contains("nonsense"), wrong::toString);
      assertEquals(rules.defaultValue(), rules.read());
      BlockingQueue<ToolEvent> chosen = new LinkedBlockingQueue<>();
      for (String algorithm : List.of("ring", "recursive-doubling")) {
        rules.write("allreduce=" + algorithm);
        Intracomm next = world.dup();
        try (Listening listening = Tools.listen(chosen::add, ToolEvent.Kind.ALGORITHM_CHOSEN)) {
          int[] sum = {1};
          next.allReduce(sum, 1, MPI.INT, MPI.SUM);
          assertEquals(2, sum[0]);
          ToolEvent event = chosen.poll(30, TimeUnit.SECONDS);
          assertEquals("allreduce", event.get("operation"));
          assertEquals(algorithm, event.get("algorithm"));
          assertEquals("2", event.get("size"));
          assertEquals("4", event.get("bytes"));
        }
        next.free();
      }
      rules.write("");
      assertEquals(rules.defaultValue(), rules.read());
    }
  }

  @Test
  void aLaneThatIsMadeIsToldAndAListenerMayThrowAndCallMpi() {
    ThreadRanks.run(3, Lanes.class);
  }

  static final class Lanes extends Program {
    @Override
    void body(Intracomm world) throws InterruptedException {
      BlockingQueue<ToolEvent> opened = new LinkedBlockingQueue<>();
      CountDownLatch threw = new CountDownLatch(1);
      Listening throwing = Tools.listen(event -> {
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> threw.countDown());
        throw new IllegalStateException("of the program's own");
      });
      try (throwing; Listening listening = Tools.listen(event -> {
        assertTrue(MPI.COMM_SELF.getSize() == 1 && Tools.performanceVariable("lanes.open").read() > 0);
        opened.add(event);
      }, ToolEvent.Kind.LANE_OPENED)) {
        int next = (rank + 1) % 3;
        world.sendRecv(new int[1], 1, MPI.INT, next, 0, new int[1], 1, MPI.INT, (rank + 2) % 3, 0);
        Set<String> to = new HashSet<>();
        while (!to.contains(Integer.toString(next))) {
          ToolEvent event = opened.poll(30, TimeUnit.SECONDS);
          assertEquals("local", event.get("method"));
          assertEquals("", event.get("nothing"));
          to.add(event.get("to"));
        }
        assertTrue(threw.await(30, TimeUnit.SECONDS));
      }
    }
  }
}
