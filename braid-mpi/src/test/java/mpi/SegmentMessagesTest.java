package mpi;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages take memory segments where they take arrays, and do the same with them. */
@Timeout(120)
@SuppressWarnings("NullAway") // fields are set when the job runs
class SegmentMessagesTest {
  @Test
  void messages() {
    ThreadRanks.run(2, Messages.class);
  }

  static final class Messages extends SegmentCalls {
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
}
