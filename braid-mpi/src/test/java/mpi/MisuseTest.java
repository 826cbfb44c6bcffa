package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Handles that were freed or are of another kind, and arguments that no call can have: each is an error of the class that the standard names. Statuses of unusual types; types and operations that persistent requests keep. */
@SuppressWarnings("NullAway") // null is among the mistakes
class MisuseTest {
  private static void refused(int errorClass, Executable call) {
    MPIException refused = assertThrows(MPIException.class, call);
    assertEquals(errorClass, refused.getErrorClass(), refused.getMessage());
  }

  @Test
  void freedHandlesAndWrongKindsAreRefused() {
    ThreadRanks.run(1, Misuses.class);
  }

  static final class Misuses implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      keyvals(world);
      freedTwice(world);
      infos(world);
      collectives(world);
      refused(MPI.ERR_RANK, () -> world.getGroup().rangeIncl(new int[][] {{Integer.MIN_VALUE, Integer.MAX_VALUE, 1}}));
      refused(MPI.ERR_ARG, () -> world.callErrhandler(MPI.SUCCESS));
      refused(MPI.ERR_OP, () -> world.allReduce(new int[1], 1, MPI.INT, MPI.REPLACE));
      Win win = new Win(MPI.newIntBuffer(4), 4, 1, MPI.INFO_NULL, world);
      Datatype pair = Datatype.createContiguous(2, MPI.INT);
      pair.commit();
      win.lockAll(0);
      refused(MPI.ERR_TYPE, () -> win.fetchAndOp(new int[2], new int[2], pair, 0, 0, MPI.SUM));
      win.unlockAll();
      win.free();
      MPI.Finalize();
    }

    private static void keyvals(Intracomm world) {
      int freed = Comm.createKeyval();
      Comm.freeKeyval(freed);
      refused(MPI.ERR_KEYVAL, () -> world.setAttr(freed, "x"));
      refused(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(freed));
      int ofTypes = Datatype.createKeyval();
      refused(MPI.ERR_KEYVAL, () -> world.setAttr(ofTypes, "x"));
      refused(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(ofTypes));
      Datatype.freeKeyval(ofTypes);
    }

    private static void freedTwice(Intracomm world) {
      Datatype type = Datatype.createContiguous(2, MPI.INT);
      type.free();
      refused(MPI.ERR_TYPE, type::free);
      Group group = world.getGroup();
      group.free();
      refused(MPI.ERR_GROUP, group::free);
      Prequest persistent = world.recvInit(new int[1], 1, MPI.INT, 0, 0);
      persistent.free();
      refused(MPI.ERR_REQUEST, persistent::free);
      refused(MPI.ERR_REQUEST, () -> MPI.REQUEST_NULL.free());
    }

    private static void infos(Intracomm world) {
      Info freed = new Info();
      freed.free();
      refused(MPI.ERR_INFO, freed::free);
      refused(MPI.ERR_INFO, () -> world.dupWithInfo(freed));
      refused(MPI.ERR_INFO, () -> MPI.INFO_NULL.free());
      refused(MPI.ERR_INFO, () -> MPI.INFO_ENV.free());
      refused(MPI.ERR_INFO, () -> MPI.INFO_ENV.set("command", "x"));
    }

    private static void collectives(Intracomm world) {
      Request barrier = world.iBarrier();
      refused(MPI.ERR_REQUEST, barrier::cancel);
      refused(MPI.ERR_REQUEST, barrier::free);
      barrier.waitFor();
    }
  }

  @Test
  void filesKeepTheirTypesAndRefuseInfosThatWereFreed() {
    ThreadRanks.run(1, Viewed.class);
  }

  static final class Viewed implements Runnable {
    @Override
    @SuppressWarnings("NullAway") // programs may give null
    public void run() {
      MPI.Init(new String[0]);
      try {
        Path path = Files.createTempFile("view", ".bin");
        File file = new File(MPI.COMM_WORLD, path.toString(), MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
        Datatype type = Datatype.createResized(MPI.INT, 0, 8);
        type.commit();
        file.setView(0, MPI.INT, type, "native");
        int extent = type.getExtent();
        type.free();
        file.getView().getFileType().free();
        assertEquals(extent, file.getView().getFileType().getExtent());
        refused(MPI.ERR_INFO, () -> file.setInfo(null));
        Info freed = new Info();
        freed.free();
        refused(MPI.ERR_INFO, () -> file.setInfo(freed));
        refused(MPI.ERR_INFO, () -> new File(MPI.COMM_WORLD, path.toString(), MPI.MODE_RDWR, freed));
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      MPI.Finalize();
    }
  }

  @Test
  void statusesCountElementsOfStructsAndOfObjects() {
    ThreadRanks.run(1, Statuses.class);
  }

  static final class Statuses implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Datatype struct = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
      for (int elements = 0; elements < 7; elements++) {
        Status status = new Status();
        status.setElements(struct, elements);
        assertEquals(elements, status.getElements(struct));
        assertEquals(elements % 2 == 0 ? elements / 2 : MPI.UNDEFINED, status.getCount(struct));
      }
      Datatype pair = Datatype.createContiguous(2, MPI.OBJECT);
      pair.commit();
      Request sent = world.iSend(new Object[] {1, 2, 3}, 3, MPI.OBJECT, 0, 1);
      assertEquals(MPI.UNDEFINED, world.recv(new Object[4], 2, pair, 0, 1).getCount(pair));
      sent.waitFor();
      Prequest nobody = world.precvInit(new int[2], 2, 1, MPI.INT, MPI.PROC_NULL, 0, MPI.INFO_NULL);
      nobody.start();
      assertEquals(MPI.PROC_NULL, nobody.waitStatus().getSource());
      nobody.free();
      MPI.Finalize();
    }
  }

  @Test
  void persistentRequestsKeepTheTypeAndTheOperation() {
    ThreadRanks.run(1, Kept.class);
  }

  static final class Kept implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Datatype type = Datatype.createVector(2, 1, 2, MPI.INT);
      type.commit();
      Op op = new Op(new Second(), true);
      int[] got = new int[2];
      int[] reduced = new int[3];
      Prequest send = world.sendInit(new int[] {1, 2, 3}, 1, type, 0, 1);
      Prequest receive = world.recvInit(got, 2, MPI.INT, 0, 1);
      Prequest reduce = world.allReduceInit(new int[] {7, 8, 9}, reduced, 1, type, op, MPI.INFO_NULL);
      type.free();
      op.free();
      for (int round = 0; round < 2; round++) {
        Prequest.startAll(new Prequest[] {receive, send, reduce});
        Request.waitAll(new Request[] {receive, send, reduce});
        assertEquals(3, got[1]);
        assertEquals(9, reduced[2]);
      }
      send.free();
      receive.free();
      reduce.free();
      MPI.Finalize();
    }
  }

  static final class Second extends UserFunction {
    @Override
  public void call(Object in, Object inout, int count, Datatype type) {}
  }
}
