package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every call that takes a buffer takes a memory segment, heap or native, aligned or not, and does with it what it does with an array. */
@Timeout(120)
@SuppressWarnings("NullAway") // fields are set when the job runs
class SegmentsEverywhereTest {
  private static final int N = 8;

  /** A call that reads from one memory and writes to another. */
  private interface Call {
    void run(Object in, Object out);
  }

  /** Memory of N ints. */
  private interface Kind {
    MemorySegment make();
  }

  private static Map<String, Kind> kinds(Arena arena) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put("over int[]", () -> MemorySegment.ofArray(new int[N]));
    kinds.put("over byte[], from byte 1 on", () -> MemorySegment.ofArray(new byte[4 * N + 1]).asSlice(1));
    kinds.put("native", () -> arena.allocate(4 * N, 4));
    kinds.put("native, from byte 3 on", () -> arena.allocate(4 * N + 3).asSlice(3));
    return kinds;
  }

  /** A job of two ranks that does each call with arrays first, and then with segments of each kind. */
  abstract static class Job implements Runnable {
    final Intracomm world = MPI.COMM_WORLD;
    final int[] one = {2, 2};
    final int[] at = {0, 2};
    final Datatype[] ints = {MPI.INT, MPI.INT};
    final Map<String, Call> calls = new LinkedHashMap<>();
    int rank;
    int peer;

    @Override
    public final void run() {
      MPI.Init(new String[0]);
      rank = world.getRank();
      peer = 1 - rank;
      fill();
      try (Arena arena = Arena.ofShared()) {
        kinds(arena).forEach((kind, memory) -> calls.forEach((name, call) -> compare(name, kind, memory, call)));
      }
      finish();
      MPI.Finalize();
    }

    abstract void fill();

    void finish() {}

    private void compare(String name, String kind, Kind memory, Call call) {
      int[] in = new int[N];
      int[] out = new int[N];
      MemorySegment inSegment = memory.make();
      MemorySegment outSegment = memory.make();
      for (int i = 0; i < N; i++) {
        in[i] = 10 * rank + i + 1;
        inSegment.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, in[i]);
      }
      call.run(in, out);
      call.run(inSegment.asReadOnly(), outSegment);
      int changed = 0;
      for (int i = 0; i < N; i++) {
        int element = i;
        assertEquals(out[i], outSegment.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i), () -> name + " " + kind + ", element " + element + " at rank " + rank);
        changed |= out[i];
      }
      if (!name.startsWith("*")) { // those give something to each rank
        assertTrue(changed != 0, name);
      }
    }

    static void start(Prequest request) {
      request.start();
      request.waitFor();
      request.free();
    }

    /** The elements of one memory are in the other one, which the call then works on in place. */
    static Object copy(Object in, Object out) {
      for (int i = 0; i < N; i++) {
        if (out instanceof int[] array && in instanceof int[] from) {
          array[i] = from[i];
        } else if (out instanceof MemorySegment segment && in instanceof MemorySegment from) {
          segment.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, from.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i));
        }
      }
      return out;
    }
  }

  @Test
  void messages() {
    ThreadRanks.run(2, Messages.class);
  }

  static final class Messages extends Job {
    @Override
    void fill() {
      MPI.attachBuffer(new byte[1 << 16]);
      Datatype gaps = Datatype.createVector(2, 1, 2, MPI.INT);
      gaps.commit();
      exchange("send", in -> {
        world.send(in, 3, MPI.INT, peer, 0);
        return null;
      });
      exchange("rSend", in -> {
        world.rSend(in, 3, MPI.INT, peer, 0);
        return null;
      });
      exchange("sSend", in -> {
        world.sSend(in, 3, MPI.INT, peer, 0);
        return null;
      });
      exchange("bSend", in -> {
        world.bSend(in, 3, MPI.INT, peer, 0);
        return null;
      });
      exchange("iSend", in -> world.iSend(in, 3, MPI.INT, peer, 0));
      exchange("isSend", in -> world.isSend(in, 3, MPI.INT, peer, 0));
      exchange("irSend", in -> world.irSend(in, 3, MPI.INT, peer, 0));
      exchange("ibSend", in -> world.ibSend(in, 3, MPI.INT, peer, 0));
      exchange("of a derived type", in -> world.iSend(in, 2, gaps, peer, 0));
      persistent("sendInit", in -> world.sendInit(in, 3, MPI.INT, peer, 0));
      persistent("rSendInit", in -> world.rSendInit(in, 3, MPI.INT, peer, 0));
      persistent("sSendInit", in -> world.sSendInit(in, 3, MPI.INT, peer, 0));
      persistent("bSendInit", in -> world.bSendInit(in, 3, MPI.INT, peer, 0));
      calls.put("recv", (in, out) -> {
        Request sent = world.iSend(in, 4, MPI.INT, peer, 0);
        world.recv(out, 4, MPI.INT, peer, 0);
        sent.waitFor();
      });
      calls.put("recv of a derived type", (in, out) -> {
        Request sent = world.iSend(in, 4, MPI.INT, peer, 0);
        world.recv(out, 2, gaps, peer, 0);
        sent.waitFor();
      });
      calls.put("mRecv and imRecv", (in, out) -> {
        Request sent = world.iSend(in, 4, MPI.INT, peer, 0);
        Message message = new Message();
        message.mProbe(peer, 0, world);
        message.mRecv(out, 4, MPI.INT);
        sent.waitFor();
        sent = world.iSend(in, 2, MPI.INT, peer, 0);
        message.mProbe(peer, 0, world);
        message.imRecv(out, 2, MPI.INT).waitFor();
        sent.waitFor();
      });
      calls.put("sendRecv", (in, out) -> world.sendRecv(in, 3, MPI.INT, peer, 0, out, 3, MPI.INT, peer, 0));
      calls.put("sendRecvReplace", (in, out) -> world.sendRecvReplace(copy(in, out), 3, MPI.INT, peer, 0, peer, 0));
      calls.put("iSendRecv", (in, out) -> world.iSendRecv(in, 3, MPI.INT, peer, 0, out, 3, MPI.INT, peer, 0).waitFor());
      calls.put("iSendRecvReplace", (in, out) -> world.iSendRecvReplace(copy(in, out), 3, MPI.INT, peer, 0, peer, 0).waitFor());
      calls.put("psendInit and precvInit", (in, out) -> {
        Prequest receive = world.precvInit(out, 2, 2, MPI.INT, peer, 0, MPI.INFO_NULL);
        Prequest send = world.psendInit(in, 4, 1, MPI.INT, peer, 0, MPI.INFO_NULL);
        receive.start();
        send.start();
        send.preadyRange(0, 3);
        Request.waitAll(new Request[] {send, receive});
        send.free();
        receive.free();
      });
      calls.put("pack and unpack", (in, out) -> {
        byte[] packed = new byte[64];
        world.pack(in, 2, gaps, packed, 0);
        world.unpack(packed, 0, out, 2, gaps);
      });
      calls.put("packExternal and unpackExternal", (in, out) -> {
        byte[] packed = new byte[64];
        MPI.INT.packExternal("external32", in, 3, packed, 0);
        MPI.INT.unpackExternal("external32", packed, 0, out, 3);
      });
      calls.put("reduceLocal", (in, out) -> Comm.reduceLocal(in, out, 3, MPI.INT, MPI.SUM));
    }

    private interface Send {
      Request start(Object in);
    }

    private void exchange(String name, Send send) {
      calls.put(name, (in, out) -> {
        Request receive = world.iRecv(out, 4, MPI.INT, peer, 0);
        world.barrier();
        Request sent = send.start(in);
        if (sent != null) {
          sent.waitFor();
        }
        receive.waitFor();
      });
    }

    private interface Init {
      Prequest make(Object in);
    }

    private void persistent(String name, Init init) {
      calls.put(name, (in, out) -> {
        Prequest receive = world.recvInit(out, 3, MPI.INT, peer, 0);
        Prequest send = init.make(in);
        for (int i = 0; i < 2; i++) {
          receive.start();
          world.barrier();
          send.start();
          Request.waitAll(new Request[] {send, receive});
        }
        send.free();
        receive.free();
      });
    }
  }

  @Test
  void collectives() {
    ThreadRanks.run(2, Collective.class);
  }

  static final class Collective extends Job {
    @Override
    void fill() {
      calls.put("bcast", (in, out) -> world.bcast(copy(in, out), 2, MPI.INT, 1));
      calls.put("*gather", (in, out) -> world.gather(in, 2, MPI.INT, out, 2, MPI.INT, 0));
      calls.put("*gatherv", (in, out) -> world.gatherv(in, 2, MPI.INT, out, one, at, MPI.INT, 0));
      calls.put("scatter", (in, out) -> world.scatter(in, 2, MPI.INT, out, 2, MPI.INT, 0));
      calls.put("scatterv", (in, out) -> world.scatterv(in, one, at, MPI.INT, out, 2, MPI.INT, 0));
      calls.put("allGather", (in, out) -> world.allGather(in, 2, MPI.INT, out, 2, MPI.INT));
      calls.put("allGather in place", (in, out) -> world.allGather(copy(in, out), 2, MPI.INT));
      calls.put("allGatherv", (in, out) -> world.allGatherv(in, 2, MPI.INT, out, one, at, MPI.INT));
      calls.put("allToAll", (in, out) -> world.allToAll(in, 2, MPI.INT, out, 2, MPI.INT));
      calls.put("allToAllv", (in, out) -> world.allToAllv(in, one, at, MPI.INT, out, one, at, MPI.INT));
      calls.put("allToAllw", (in, out) -> world.allToAllw(in, one, new int[] {0, 8}, ints, out, one, new int[] {0, 8}, ints));
      calls.put("*reduce", (in, out) -> world.reduce(in, out, 3, MPI.INT, MPI.SUM, 1));
      calls.put("allReduce", (in, out) -> world.allReduce(in, out, 3, MPI.INT, MPI.SUM));
      calls.put("allReduce in place", (in, out) -> world.allReduce(copy(in, out), 3, MPI.INT, MPI.MAX));
      calls.put("scan", (in, out) -> world.scan(in, out, 3, MPI.INT, MPI.SUM));
      calls.put("*exScan", (in, out) -> world.exScan(in, out, 3, MPI.INT, MPI.SUM));
      calls.put("reduceScatter", (in, out) -> world.reduceScatter(in, out, one, MPI.INT, MPI.SUM));
      calls.put("reduceScatterBlock", (in, out) -> world.reduceScatterBlock(in, out, 2, MPI.INT, MPI.SUM));
      calls.put("iBcast", (in, out) -> world.iBcast(copy(in, out), 2, MPI.INT, 1).waitFor());
      calls.put("*iGather", (in, out) -> world.iGather(in, 2, MPI.INT, out, 2, MPI.INT, 0).waitFor());
      calls.put("*iGatherv", (in, out) -> world.iGatherv(in, 2, MPI.INT, out, one, at, MPI.INT, 0).waitFor());
      calls.put("iScatter", (in, out) -> world.iScatter(in, 2, MPI.INT, out, 2, MPI.INT, 0).waitFor());
      calls.put("iScatterv", (in, out) -> world.iScatterv(in, one, at, MPI.INT, out, 2, MPI.INT, 0).waitFor());
      calls.put("iAllGather", (in, out) -> world.iAllGather(in, 2, MPI.INT, out, 2, MPI.INT).waitFor());
      calls.put("iAllGatherv", (in, out) -> world.iAllGatherv(in, 2, MPI.INT, out, one, at, MPI.INT).waitFor());
      calls.put("iAllToAll", (in, out) -> world.iAllToAll(in, 2, MPI.INT, out, 2, MPI.INT).waitFor());
      calls.put("iAllToAllv", (in, out) -> world.iAllToAllv(in, one, at, MPI.INT, out, one, at, MPI.INT).waitFor());
      calls.put("iAllToAllw", (in, out) -> world.iAllToAllw(in, one, new int[] {0, 8}, ints, out, one, new int[] {0, 8}, ints).waitFor());
      calls.put("*iReduce", (in, out) -> world.iReduce(in, out, 3, MPI.INT, MPI.SUM, 1).waitFor());
      calls.put("iAllReduce", (in, out) -> world.iAllReduce(in, out, 3, MPI.INT, MPI.SUM).waitFor());
      calls.put("iScan", (in, out) -> world.iScan(in, out, 3, MPI.INT, MPI.SUM).waitFor());
      calls.put("*iExScan", (in, out) -> world.iExScan(in, out, 3, MPI.INT, MPI.SUM).waitFor());
      calls.put("iReduceScatter", (in, out) -> world.iReduceScatter(in, out, one, MPI.INT, MPI.SUM).waitFor());
      calls.put("iReduceScatterBlock", (in, out) -> world.iReduceScatterBlock(in, out, 2, MPI.INT, MPI.SUM).waitFor());
      calls.put("bcastInit", (in, out) -> start(world.bcastInit(copy(in, out), 2, MPI.INT, 1, MPI.INFO_NULL)));
      calls.put("*gatherInit", (in, out) -> start(world.gatherInit(in, 2, MPI.INT, out, 2, MPI.INT, 0, MPI.INFO_NULL)));
      calls.put("*gathervInit", (in, out) -> start(world.gathervInit(in, 2, MPI.INT, out, one, at, MPI.INT, 0, MPI.INFO_NULL)));
      calls.put("scatterInit", (in, out) -> start(world.scatterInit(in, 2, MPI.INT, out, 2, MPI.INT, 0, MPI.INFO_NULL)));
      calls.put("scattervInit", (in, out) -> start(world.scattervInit(in, one, at, MPI.INT, out, 2, MPI.INT, 0, MPI.INFO_NULL)));
      calls.put("allGatherInit", (in, out) -> start(world.allGatherInit(in, 2, MPI.INT, out, 2, MPI.INT, MPI.INFO_NULL)));
      calls.put("allGathervInit", (in, out) -> start(world.allGathervInit(in, 2, MPI.INT, out, one, at, MPI.INT, MPI.INFO_NULL)));
      calls.put("allToAllInit", (in, out) -> start(world.allToAllInit(in, 2, MPI.INT, out, 2, MPI.INT, MPI.INFO_NULL)));
      calls.put("allToAllvInit", (in, out) -> start(world.allToAllvInit(in, one, at, MPI.INT, out, one, at, MPI.INT, MPI.INFO_NULL)));
      calls.put("allToAllwInit", (in, out) -> start(world.allToAllwInit(in, one, new int[] {0, 8}, ints, out, one, new int[] {0, 8}, ints, MPI.INFO_NULL)));
      calls.put("*reduceInit", (in, out) -> start(world.reduceInit(in, out, 3, MPI.INT, MPI.SUM, 1, MPI.INFO_NULL)));
      calls.put("allReduceInit", (in, out) -> start(world.allReduceInit(in, out, 3, MPI.INT, MPI.SUM, MPI.INFO_NULL)));
      calls.put("scanInit", (in, out) -> start(world.scanInit(in, out, 3, MPI.INT, MPI.SUM, MPI.INFO_NULL)));
      calls.put("*exScanInit", (in, out) -> start(world.exScanInit(in, out, 3, MPI.INT, MPI.SUM, MPI.INFO_NULL)));
      calls.put("reduceScatterInit", (in, out) -> start(world.reduceScatterInit(in, out, one, MPI.INT, MPI.SUM, MPI.INFO_NULL)));
      calls.put("reduceScatterBlockInit", (in, out) -> start(world.reduceScatterBlockInit(in, out, 2, MPI.INT, MPI.SUM, MPI.INFO_NULL)));
    }
  }

  @Test
  void neighbours() {
    ThreadRanks.run(2, Neighbours.class);
  }

  static final class Neighbours extends Job {
    private CartComm ring;

    @Override
    void fill() {
      ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
      calls.put("neighborAllGather", (in, out) -> ring.neighborAllGather(in, 2, MPI.INT, out, 2, MPI.INT));
      calls.put("neighborAllGatherv", (in, out) -> ring.neighborAllGatherv(in, 2, MPI.INT, out, one, at, MPI.INT));
      calls.put("neighborAllToAll", (in, out) -> ring.neighborAllToAll(in, 2, MPI.INT, out, 2, MPI.INT));
      calls.put("neighborAllToAllv", (in, out) -> ring.neighborAllToAllv(in, one, at, MPI.INT, out, one, at, MPI.INT));
      calls.put("iNeighborAllGather", (in, out) -> ring.iNeighborAllGather(in, 2, MPI.INT, out, 2, MPI.INT).waitFor());
      calls.put("iNeighborAllGatherv", (in, out) -> ring.iNeighborAllGatherv(in, 2, MPI.INT, out, one, at, MPI.INT).waitFor());
      calls.put("iNeighborAllToAll", (in, out) -> ring.iNeighborAllToAll(in, 2, MPI.INT, out, 2, MPI.INT).waitFor());
      calls.put("iNeighborAllToAllv", (in, out) -> ring.iNeighborAllToAllv(in, one, at, MPI.INT, out, one, at, MPI.INT).waitFor());
      calls.put("neighborAllGatherInit", (in, out) -> start(ring.neighborAllGatherInit(in, 2, MPI.INT, out, 2, MPI.INT, MPI.INFO_NULL)));
      calls.put("neighborAllGathervInit", (in, out) -> start(ring.neighborAllGathervInit(in, 2, MPI.INT, out, one, at, MPI.INT, MPI.INFO_NULL)));
      calls.put("neighborAllToAllInit", (in, out) -> start(ring.neighborAllToAllInit(in, 2, MPI.INT, out, 2, MPI.INT, MPI.INFO_NULL)));
      calls.put("neighborAllToAllvInit", (in, out) -> start(ring.neighborAllToAllvInit(in, one, at, MPI.INT, out, one, at, MPI.INT, MPI.INFO_NULL)));
    }

    @Override
    void finish() {
      ring.free();
    }
  }

  @Test
  void windows() {
    ThreadRanks.run(2, Windows.class);
  }

  static final class Windows extends Job {
    private interface Access {
      Request start(Win win, Object in, Object out);
    }

    @Override
    void fill() {
      access("put", (win, in, out) -> {
        win.put(in, 2, MPI.INT, peer, 0, 2, MPI.INT);
        return null;
      });
      access("get", (win, in, out) -> {
        win.get(out, 2, MPI.INT, peer, 2, 2, MPI.INT);
        return null;
      });
      access("accumulate", (win, in, out) -> {
        win.accumulate(in, 2, MPI.INT, peer, 0, 2, MPI.INT, MPI.SUM);
        return null;
      });
      access("getAccumulate", (win, in, out) -> {
        win.getAccumulate(in, 2, MPI.INT, out, 2, MPI.INT, peer, 0, 2, MPI.INT, MPI.SUM);
        return null;
      });
      access("fetchAndOp", (win, in, out) -> {
        win.fetchAndOp(in, out, MPI.INT, peer, 1, MPI.SUM);
        return null;
      });
      access("compareAndSwap", (win, in, out) -> {
        win.compareAndSwap(in, new int[] {100 + peer}, out, MPI.INT, peer, 0);
        return null;
      });
      access("rPut", (win, in, out) -> win.rPut(in, 2, MPI.INT, peer, 0, 2, MPI.INT));
      access("rGet", (win, in, out) -> win.rGet(out, 2, MPI.INT, peer, 2, 2, MPI.INT));
      access("rAccumulate", (win, in, out) -> win.rAccumulate(in, 2, MPI.INT, peer, 0, 2, MPI.INT, MPI.SUM));
      access("rGetAccumulate", (win, in, out) -> win.rGetAccumulate(in, 2, MPI.INT, out, 2, MPI.INT, peer, 0, 2, MPI.INT, MPI.SUM));
    }

    /** The window's memory is of the kind of the others; what it holds afterwards is shown behind what was fetched. */
    private void access(String name, Access access) {
      calls.put(name, (in, out) -> {
        boolean isArray = in instanceof int[];
        Object memory = isArray ? new int[4] : ((MemorySegment) out).isNative() ? Arena.ofAuto().allocate(16) : MemorySegment.ofArray(new int[4]);
        MemorySegment seen = memory instanceof int[] array ? MemorySegment.ofArray(array) : (MemorySegment) memory;
        for (int i = 0; i < 4; i++) {
          seen.setAtIndex(ValueLayout.JAVA_INT, i, 100 + rank + i);
        }
        Win win = new Win(memory, isArray ? 4 : 16, isArray ? 1 : 4, MPI.INFO_NULL, world);
        win.lock(MPI.LOCK_EXCLUSIVE, peer, 0);
        Request request = access.start(win, in, out);
        if (request != null) {
          request.waitFor();
        }
        win.unlock(peer);
        world.barrier();
        win.lock(MPI.LOCK_SHARED, rank, 0);
        Object rest = out instanceof int[] array ? MPI.slice(java.nio.IntBuffer.wrap(array), 4) : ((MemorySegment) out).asSlice(16);
        win.get(rest, 4, MPI.INT, rank, 0, 4, MPI.INT);
        win.unlock(rank);
        win.free();
      });
    }

    @Override
    void finish() {
      Win dynamic = new Win(MPI.INFO_NULL, world);
      MemorySegment attached = Arena.ofAuto().allocate(8);
      dynamic.attach(attached, 8);
      assertEquals(0, dynamic.getDisplacement(attached));
      world.barrier();
      dynamic.lock(MPI.LOCK_EXCLUSIVE, peer, 0);
      dynamic.put(MemorySegment.ofArray(new int[] {rank + 5}), 1, MPI.INT, peer, 4, 1, MPI.INT);
      dynamic.unlock(peer);
      world.barrier();
      assertEquals(peer + 5, attached.getAtIndex(ValueLayout.JAVA_INT, 1));
      dynamic.detach(attached);
      dynamic.free();
    }
  }

  @Test
  void files() {
    ThreadRanks.run(2, OfFiles.class);
  }

  static final class OfFiles extends Job {
    private File file;
    private long first;

    @Override
    void fill() {
      file = new File(world, path(), MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
      file.setView(0, MPI.INT, MPI.INT, "native");
      first = 4L * rank;
      calls.put("writeAt and readAt", (in, out) -> there(() -> file.writeAt(first, in, 3, MPI.INT), () -> file.readAt(first, out, 3, MPI.INT)));
      calls.put("writeAtAll and readAtAll", (in, out) -> there(() -> file.writeAtAll(first, in, 3, MPI.INT), () -> file.readAtAll(first, out, 3, MPI.INT)));
      calls.put("iWriteAt and iReadAt", (in, out) -> there(() -> file.iWriteAt(first, in, 3, MPI.INT).waitFor(), () -> file.iReadAt(first, out, 3, MPI.INT).waitFor()));
      calls.put("iWriteAtAll and iReadAtAll", (in, out) -> there(() -> file.iWriteAtAll(first, in, 3, MPI.INT).waitFor(), () -> file.iReadAtAll(first, out, 3, MPI.INT).waitFor()));
      calls.put("write and read", (in, out) -> there(() -> file.write(in, 3, MPI.INT), () -> file.read(out, 3, MPI.INT)));
      calls.put("writeAll and readAll", (in, out) -> there(() -> file.writeAll(in, 3, MPI.INT), () -> file.readAll(out, 3, MPI.INT)));
      calls.put("iWrite and iRead", (in, out) -> there(() -> file.iWrite(in, 3, MPI.INT).waitFor(), () -> file.iRead(out, 3, MPI.INT).waitFor()));
      calls.put("iWriteAll and iReadAll", (in, out) -> there(() -> file.iWriteAll(in, 3, MPI.INT).waitFor(), () -> file.iReadAll(out, 3, MPI.INT).waitFor()));
      calls.put("writeOrdered and readOrdered", (in, out) -> there(() -> file.writeOrdered(in, 3, MPI.INT), () -> file.readOrdered(out, 3, MPI.INT)));
      calls.put("writeAtAllBegin and readAtAllBegin", (in, out) -> there(
          () -> {
            file.writeAtAllBegin(first, in, 3, MPI.INT);
            file.writeAtAllEnd(in);
          },
          () -> {
            file.readAtAllBegin(first, out, 3, MPI.INT);
            file.readAtAllEnd(out);
          }));
      calls.put("writeAllBegin and readAllBegin", (in, out) -> there(
          () -> {
            file.writeAllBegin(in, 3, MPI.INT);
            file.writeAllEnd(in);
          },
          () -> {
            file.readAllBegin(out, 3, MPI.INT);
            file.readAllEnd(out);
          }));
      calls.put("writeOrderedBegin and readOrderedBegin", (in, out) -> there(
          () -> {
            file.writeOrderedBegin(in, 3, MPI.INT);
            file.writeOrderedEnd(in);
          },
          () -> {
            file.readOrderedBegin(out, 3, MPI.INT);
            file.readOrderedEnd(out);
          }));
      calls.put("writeShared and readShared", (in, out) -> there(() -> inTurn(() -> file.writeShared(in, 3, MPI.INT)), () -> inTurn(() -> file.readShared(out, 3, MPI.INT))));
      calls.put("iWriteShared and iReadShared", (in, out) -> there(() -> inTurn(() -> file.iWriteShared(in, 3, MPI.INT).waitFor()), () -> inTurn(() -> file.iReadShared(out, 3, MPI.INT).waitFor())));
    }

    private void inTurn(Runnable access) {
      for (int turn = 0; turn < 2; turn++) {
        if (turn == rank) {
          access.run();
        }
        world.barrier();
      }
    }

    private void there(Runnable write, Runnable read) {
      rewind();
      write.run();
      rewind();
      read.run();
      world.barrier();
    }

    private void rewind() {
      world.barrier();
      file.seek(first, MPI.SEEK_SET);
      file.seekShared(0, MPI.SEEK_SET);
      world.barrier();
    }

    private String path() {
      try {
        Object[] name = {rank == 0 ? Files.createTempDirectory("braid").resolve("segments.bin").toString() : null};
        world.bcast(name, 1, MPI.OBJECT, 0);
        return (String) name[0];
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    void finish() {
      file.close();
    }
  }

  @Test
  void whatCannotBeUsedIsRefusedAtTheCall() {
    ThreadRanks.run(1, Refused.class);
  }

  static final class Refused implements Runnable {
    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Arena ended = Arena.ofShared();
      MemorySegment closed = ended.allocate(32);
      ended.close();
      MemorySegment readOnly = MemorySegment.ofArray(new int[8]).asReadOnly();
      Win win = new Win(MPI.newIntBuffer(8), 8, 1, MPI.INFO_NULL, world);
      for (MemorySegment wrong : List.of(closed, readOnly)) {
        refused("recvInit", () -> world.recvInit(wrong, 1, MPI.INT, 0, 0));
        refused("precvInit", () -> world.precvInit(wrong, 1, 1, MPI.INT, 0, 0, MPI.INFO_NULL));
        refused("iAllReduce", () -> world.iAllReduce(new int[1], wrong, 1, MPI.INT, MPI.SUM));
        refused("allGatherInit", () -> world.allGatherInit(new int[1], 1, MPI.INT, wrong, 1, MPI.INT, MPI.INFO_NULL));
        refused("a window", () -> new Win(wrong, 8, 1, MPI.INFO_NULL, world));
        win.lock(MPI.LOCK_SHARED, 0, 0);
        refused("get", () -> win.get(wrong, 1, MPI.INT, 0, 0, 1, MPI.INT));
        refused("fetchAndOp", () -> win.fetchAndOp(new int[1], wrong, MPI.INT, 0, 0, MPI.SUM));
        win.unlock(0);
      }
      refused("sendInit", () -> world.sendInit(closed, 1, MPI.INT, 0, 0));
      refused("psendInit", () -> world.psendInit(closed, 1, 1, MPI.INT, 0, 0, MPI.INFO_NULL));
      refused("bcastInit", () -> world.bcastInit(closed, 1, MPI.INT, 0, MPI.INFO_NULL));
      win.lock(MPI.LOCK_SHARED, 0, 0);
      refused("put", () -> win.put(closed, 1, MPI.INT, 0, 0, 1, MPI.INT));
      refused("rPut", () -> win.rPut(closed, 1, MPI.INT, 0, 0, 1, MPI.INT));
      win.unlock(0);
      try (Arena confined = Arena.ofConfined()) {
        refused("a window of one thread's memory", () -> new Win(confined.allocate(8), 8, 1, MPI.INFO_NULL, world));
      }
      refused("a window over no memory", () -> new Win((Object) "text", 1, 1, MPI.INFO_NULL, world));
      win.free();
      assertEquals(0, World.completions().liveRequests());
      MPI.Finalize();
    }

    private static void refused(String what, Runnable call) {
      MPIException refused = assertThrows(MPIException.class, call::run, what);
      assertEquals(MPI.ERR_BUFFER, refused.getErrorClass(), () -> what + ": " + refused.getMessage());
    }
  }

  /** A call that takes memory and is not here would be one that takes no segment. */
  @Test
  void noPublicCallTakesABufferAndNoSegment() {
    TreeSet<String> only = new TreeSet<>();
    for (Class<?> type : List.of(Comm.class, Intracomm.class, Intercomm.class, CartComm.class, GraphComm.class, Win.class, File.class, Message.class, Datatype.class, Op.class)) {
      for (var method : type.getMethods()) {
        for (Class<?> parameter : method.getParameterTypes()) {
          if (java.nio.Buffer.class.isAssignableFrom(parameter) && !hasTwin(type, method)) {
            only.add(type.getSimpleName() + "." + method.getName());
          }
        }
      }
    }
    assertEquals(new TreeSet<>(), only);
  }

  private static boolean hasTwin(Class<?> type, java.lang.reflect.Method method) {
    Class<?>[] wide = method.getParameterTypes();
    for (int i = 0; i < wide.length; i++) {
      wide[i] = java.nio.Buffer.class.isAssignableFrom(wide[i]) ? Object.class : wide[i];
    }
    try {
      return type.getMethod(method.getName(), wide) != null;
    } catch (NoSuchMethodException none) {
      return false;
    }
  }
}
