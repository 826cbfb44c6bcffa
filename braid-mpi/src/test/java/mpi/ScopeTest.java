package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.mpix.LocalComm;
import org.braid.mpix.Scope;
import org.junit.jupiter.api.Test;

/** What a block made is freed at its end: the last first, each once, whatever goes wrong. */
@SuppressWarnings("NullAway") // null is among the mistakes
class ScopeTest {
  @Test
  void everythingThatCanBeFreedIsFreedTheLastFirst() {
    ThreadRanks.run(2, Everything.class);
  }

  static final class Everything implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int before = World.liveObjects();
      List<String> order = new ArrayList<>();
      Intracomm dup;
      Win win;
      File file;
      Datatype type;
      Prequest persistent;
      Group group;
      LocalComm local;
      try (Scope scope = new Scope()) {
        scope.add((AutoCloseable) () -> order.add("first"));
        dup = scope.add(world.dup());
        win = scope.add(new Win(MPI.newIntBuffer(4), 4, 1, MPI.INFO_NULL, dup));
        file = scope.add(new File(dup, path(world), MPI.MODE_CREATE | MPI.MODE_WRONLY | MPI.MODE_DELETE_ON_CLOSE));
        type = scope.add(Datatype.createContiguous(2, MPI.INT));
        persistent = scope.add(dup.Recv_init(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0));
        group = scope.add(dup.getGroup());
        local = scope.add(LocalComm.create());
        scope.add((AutoCloseable) () -> order.add("last"));
        persistent.start();
        assertFalse(win.isNull() || file.isNull() || type.isNull());
      }
      assertEquals(List.of("last", "first"), order);
      assertTrue(dup.isNull() && win.isNull() && file.isNull() && type.isNull() && persistent.isNull() && group.isNull() && local.isNull());
      assertEquals(before, World.liveObjects());
      MPI.Finalize();
    }

    private static String path(Intracomm world) {
      try {
        Object[] name = {world.getRank() == 0 ? Files.createTempDirectory("braid").resolve("scope.bin").toString() : null};
        world.bcast(name, 1, MPI.OBJECT, 0);
        return (String) name[0];
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void whatWasFreedByHandIsLeftAlone() {
    ThreadRanks.run(1, ByHand.class);
  }

  static final class ByHand implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Scope scope = new Scope();
      Comm dup = scope.add(MPI.COMM_WORLD.dup());
      Op op = scope.add(new Op(new First(), true));
      File file = scope.add(new File(MPI.COMM_WORLD, Path.of(System.getProperty("java.io.tmpdir"), "braid-scope-" + ProcessHandle.current().pid()).toString(), MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE));
      dup.free();
      op.free();
      file.close();
      scope.close();
      scope.close();
      assertEquals(MPI.ERR_COMM, assertThrows(MPIException.class, () -> new Scope().add(MPI.COMM_WORLD)).getErrorClass());
      assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> new Scope().add((Comm) null)).getErrorClass());
      assertEquals(MPI.ERR_OTHER, assertThrows(MPIException.class, () -> scope.add(new Info())).getErrorClass());
      MPI.Finalize();
    }
  }

  static final class First extends UserFunction {}

  @Test
  void whateverIsThrownTheOthersAreFreed() {
    ThreadRanks.run(1, Whatever.class);
  }

  static final class Whatever implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Scope scope = new Scope();
      Comm dup = scope.add(MPI.COMM_WORLD.dup());
      AssertionError grave = new AssertionError("grave");
      for (int i = 0; i < 2; i++) { // the same twice
        scope.add((AutoCloseable) () -> {
          throw grave;
        });
      }
      assertSame(grave, assertThrows(AssertionError.class, scope::close));
      assertTrue(dup.isNull());
      MPI.Finalize();
    }
  }

  @Test
  void theFirstErrorWinsAndTheOthersAreSuppressed() {
    ThreadRanks.run(1, Errors.class);
  }

  static final class Errors implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Scope scope = new Scope();
      Comm dup = scope.add(MPI.COMM_WORLD.dup());
      IllegalStateException second = new IllegalStateException("second");
      scope.add((AutoCloseable) () -> {
        throw second;
      });
      scope.add((AutoCloseable) () -> {
        throw new IOException("first");
      });
      MPIException first = assertThrows(MPIException.class, scope::close);
      assertEquals("first", String.valueOf(first.getCause() == null ? null : first.getCause().getMessage()));
      assertSame(second, first.getSuppressed()[0]);
      assertTrue(dup.isNull());

      IllegalStateException inside = assertThrows(IllegalStateException.class, () -> {
        try (Scope block = new Scope()) {
          block.add((AutoCloseable) () -> {
            throw new IOException("at its end");
          });
          throw second;
        }
      });
      assertSame(second, inside);
      assertEquals(1, inside.getSuppressed().length);
      MPI.Finalize();
    }
  }

  @Test
  void whatIsPredefinedIsRefusedWhenItIsAddedAndNotAtTheEnd() {
    ThreadRanks.run(1, OfNobody.class);
  }

  static final class OfNobody implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Scope scope = new Scope();
      assertRefused(scope, MPI.ERR_TYPE, MPI.INT, "the scope cannot own MPI_INT: it is predefined");
      assertRefused(scope, MPI.ERR_OP, MPI.SUM, "SUM: it is predefined");
      assertRefused(scope, MPI.ERR_INFO, MPI.INFO_ENV, "the scope cannot own MPI.INFO_ENV: it is predefined");
      Datatype pair = scope.add(Datatype.createContiguous(2, MPI.INT));
      Op op = scope.add(new Op(new First(), true));
      Info info = scope.add(new Info());
      scope.add(MPI.GROUP_EMPTY); // whose free leaves it as it is
      scope.add(MPI.INFO_NULL); // null is left alone
      scope.close();
      assertTrue(pair.isNull() && op.isNull() && info.isNull() && !MPI.INT.isNull() && !MPI.INFO_ENV.isNull() && !MPI.GROUP_EMPTY.isNull());
      MPI.Finalize();
    }

    private static void assertRefused(Scope scope, int errorClass, Freeable predefined, String words) {
      MPIException refused = assertThrows(MPIException.class, () -> scope.add(predefined));
      assertEquals(errorClass, refused.getErrorClass());
      assertTrue(String.valueOf(refused.getMessage()).contains(words), refused::getMessage);
    }
  }
}
