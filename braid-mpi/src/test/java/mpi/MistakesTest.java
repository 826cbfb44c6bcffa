package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

/** Whatever a program does wrong is an exception at once, with MPI's class, Braid's code, and a sentence: what, why and what to do. */
class MistakesTest {
  @Test
  void everyMistakeHasItsClassItsCodeAndItsSentence() {
    ThreadRanks.run(1, Table.class);
  }

  /** One rank that sends to itself, so that a mistake of one rank keeps no other waiting. */
  static final class Table implements Runnable {
    private record Row(String what, int errorClass, ErrorCode code, Runnable call) {}

    private final int[] one = new int[1];
    private final int[] two = {1, 2};
    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public void run() {
      rows(beforeInit()).forEach(Table::check);
      MPI.Init(new String[0]);
      rows(envelopes()).forEach(Table::checkOnWorld);
      rows(buffers()).forEach(Table::checkOnWorld);
      rows(messages()).forEach(Table::check);
      rows(collectives()).forEach(Table::checkOnWorld);
      rows(handles()).forEach(Table::check);
      check(row("MPI.Init was called twice", MPI.ERR_OTHER, ErrorCode.MPI_FINALIZED, () -> MPI.Init(new String[0])));
      MPI.Finalize();
      rows(afterFinalize()).forEach(Table::check);
    }

    private Row[] beforeInit() {
      return new Row[] {
        row("before MPI.Init", MPI.ERR_OTHER, ErrorCode.MPI_NOT_INITIALIZED, () -> world.send(one, 1, MPI.INT, 0, 0)),
        row("before MPI.Init", MPI.ERR_OTHER, ErrorCode.MPI_NOT_INITIALIZED, () -> world.getRank()),
        row("before MPI.Init", MPI.ERR_OTHER, ErrorCode.MPI_NOT_INITIALIZED, () -> world.Barrier()),
        row("without MPI.Init", MPI.ERR_OTHER, ErrorCode.MPI_NOT_INITIALIZED, MPI::Finalize)
      };
    }

    private Row[] envelopes() {
      return new Row[] {
        row("rank 1 is out of range", MPI.ERR_RANK, ErrorCode.MPI_RANK, () -> world.send(one, 1, MPI.INT, 1, 0)),
        row("rank -7 is out of range", MPI.ERR_RANK, ErrorCode.MPI_RANK, () -> world.recv(one, 1, MPI.INT, -7, 0)),
        row("rank -1 is out of range", MPI.ERR_RANK, ErrorCode.MPI_RANK, () -> world.iSend(one, 1, MPI.INT, MPI.ANY_SOURCE, 0)),
        row("rank 4 is out of range", MPI.ERR_RANK, ErrorCode.MPI_RANK, () -> world.probe(4, 0)),
        row("rank 4 is out of range", MPI.ERR_RANK, ErrorCode.MPI_RANK, () -> world.sSend(one, 1, MPI.INT, 4, 0)),
        row("tag -5 is out of range", MPI.ERR_TAG, ErrorCode.MPI_TAG, () -> world.send(one, 1, MPI.INT, 0, -5)),
        row("tag -1 is out of range", MPI.ERR_TAG, ErrorCode.MPI_TAG, () -> world.send(one, 1, MPI.INT, 0, MPI.ANY_TAG)),
        row("tag -2 is out of range", MPI.ERR_TAG, ErrorCode.MPI_TAG, () -> world.iRecv(one, 1, MPI.INT, 0, -2)),
        row("named by a send of rank 0 of MPI.COMM_WORLD, and the communicator has 1 rank", MPI.ERR_RANK, ErrorCode.MPI_RANK, () -> world.sendInit(one, 1, MPI.INT, 3, 0)),
        row("given to a receive of rank 0 of MPI.COMM_WORLD", MPI.ERR_TAG, ErrorCode.MPI_TAG, () -> world.Recv_init(one, 0, 1, MPI.INT, 0, -4))
      };
    }

    private Row[] buffers() {
      return new Row[] {
        row("the count is -1", MPI.ERR_COUNT, ErrorCode.MPI_COUNT, () -> world.send(one, -1, MPI.INT, 0, 0)),
        row("the count is -1", MPI.ERR_COUNT, ErrorCode.MPI_COUNT, () -> world.Irecv(one, 0, -1, MPI.INT, 0, 0)),
        row("2 elements of type MPI_INT need elements 0 to 1 of the buffer, which has 1", MPI.ERR_BUFFER, ErrorCode.MPI_BUFFER, () -> world.send(one, 2, MPI.INT, 0, 0)),
        row("which has 2", MPI.ERR_BUFFER, ErrorCode.MPI_BUFFER, () -> world.Recv(two, 1, 2, MPI.INT, 0, 0)),
        row("the offset is -1", MPI.ERR_ARG, ErrorCode.MPI_ARGUMENT, () -> world.Send(two, -1, 1, MPI.INT, 0, 0)),
        row("the buffer is null", MPI.ERR_BUFFER, ErrorCode.MPI_BUFFER, () -> world.send(null, 1, MPI.INT, 0, 0)),
        row("the buffer is null", MPI.ERR_BUFFER, ErrorCode.MPI_BUFFER, () -> world.allReduce(null, one, 1, MPI.INT, MPI.SUM)),
        row("cannot lie in an int[]", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, () -> world.send(one, 1, MPI.DOUBLE, 0, 0)),
        row("cannot lie in a String", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, () -> world.send("text", 1, MPI.CHAR, 0, 0))
      };
    }

    private Row[] messages() {
      return new Row[] {
        row("receive(source=0, tag=1) of rank 0 of MPI.COMM_WORLD was truncated: the message has 8 bytes and the buffer 4", MPI.ERR_TRUNCATE, ErrorCode.MPI_TRUNCATED, () -> {
          world.send(two, 2, MPI.INT, 0, 1);
          world.recv(one, 1, MPI.INT, 0, 1);
        }),
        row("the sender's basic type is MPI.DOUBLE and the receiver's is MPI.LONG", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, () -> {
          world.send(new double[] {1}, 1, MPI.DOUBLE, 0, 2);
          world.iRecv(new long[1], 1, MPI.LONG, 0, 2).waitFor();
        })
      };
    }

    private Row[] collectives() {
      return new Row[] {
        row("root 1 is not in 0..0", MPI.ERR_ROOT, ErrorCode.MPI_ROOT, () -> world.bcast(one, 1, MPI.INT, 1)),
        row("root -1 is not in 0..0", MPI.ERR_ROOT, ErrorCode.MPI_ROOT, () -> world.iGather(one, 1, MPI.INT, -1)),
        row("is not defined for", MPI.ERR_OP, ErrorCode.MPI_OP, () -> world.allReduce(new double[1], 1, MPI.DOUBLE, MPI.BAND)),
        row("MPI.SUM is not defined for elements of type derived from INT", MPI.ERR_OP, ErrorCode.MPI_OP, () -> {
          Datatype vector = Datatype.createVector(2, 1, 2, MPI.INT);
          vector.commit();
          world.allReduce(new int[3], 1, vector, MPI.SUM);
        }),
        row("MPI.SUM is not defined for objects. Make an operation of your own", MPI.ERR_OP, ErrorCode.MPI_OP,
            () -> world.Allreduce(new Object[1], 0, new Object[1], 0, 1, MPI.OBJECT, MPI.SUM)),
        row("the operation is null. Give one of the MPI constants, as MPI.SUM", MPI.ERR_OP, ErrorCode.MPI_OP, () -> world.scan(new Object[1], 1, MPI.OBJECT, missing())),
        row("cannot lie in an int[]", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, () -> world.bcast(one, 1, MPI.OBJECT, 0)),
        row("the operation is null. Give one of the MPI constants, as MPI.SUM", MPI.ERR_OP, ErrorCode.MPI_OP, () -> world.allReduce(one, 1, MPI.INT, missing())),
        row("the datatype is null", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, () -> world.allReduce(one, 1, missing(), MPI.SUM)),
        row("the datatype is null", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, () -> world.bcast(one, 1, missing(), 0)),
        row("the count is -1", MPI.ERR_COUNT, ErrorCode.MPI_COUNT, () -> world.bcast(one, -1, MPI.INT, 0)),
        row("2 elements", MPI.ERR_BUFFER, ErrorCode.MPI_BUFFER, () -> world.bcast(one, 2, MPI.INT, 0)),
        row("counts must agree", MPI.ERR_COUNT, ErrorCode.MPI_COUNT, () -> world.allGather(one, 1, MPI.INT, two, 2, MPI.INT)),
        row("0 counts", MPI.ERR_ARG, ErrorCode.MPI_ARGUMENT,
            () -> world.allGatherv(one, 1, MPI.INT, two, new int[0], new int[0], MPI.INT)),
        row("one datatype of this call is MPI.OBJECT", MPI.ERR_TYPE, ErrorCode.MPI_TYPE,
            () -> world.Gather(new Object[] {"a"}, 0, 1, MPI.OBJECT, one, 0, 1, MPI.INT, 0)),
        row("one datatype of this call is MPI.OBJECT", MPI.ERR_TYPE, ErrorCode.MPI_TYPE,
            () -> world.Allgather(one, 0, 1, MPI.INT, new Object[1], 0, 1, MPI.OBJECT)),
        row("one datatype of this call is MPI.OBJECT", MPI.ERR_TYPE, ErrorCode.MPI_TYPE,
            () -> world.Gatherv(one, 0, 1, MPI.INT, new Object[1], 0, one, new int[1], MPI.OBJECT, 0)),
        row("processes that are none of this communicator", MPI.ERR_GROUP, ErrorCode.MPI_ARGUMENT, () -> world.createGroup(new Group(new int[] {0, 7}, 0), 0)),
        row("the colour is -3", MPI.ERR_ARG, ErrorCode.MPI_ARGUMENT, () -> world.split(-3, 0))
      };
    }

    private Row[] handles() {
      Prequest receive = world.Recv_init(one, 0, 1, MPI.INT, 0, 77);
      receive.start();
      Intracomm freed = world.dup();
      freed.free();
      return new Row[] {
        row("waitAll: the array of requests is null", MPI.ERR_ARG, ErrorCode.MPI_ARGUMENT, () -> Request.waitAll(missing())),
        row("waitSome: the array of requests is null", MPI.ERR_ARG, ErrorCode.MPI_ARGUMENT, () -> Request.Waitsome(missing())),
        row("startAll: a request is null", MPI.ERR_REQUEST, ErrorCode.MPI_REQUEST, () -> Prequest.startAll(new Prequest[1])),
        row("compare: the communicator is null", MPI.ERR_COMM, ErrorCode.MPI_COMM, () -> Comm.compare(world, missing())),
        row("create: the group is null", MPI.ERR_GROUP, ErrorCode.MPI_ARGUMENT, () -> world.create(missing())),
        row("the array of counts is null", MPI.ERR_ARG, ErrorCode.MPI_ARGUMENT, () -> world.allGatherv(one, 1, MPI.INT, two, missing(), one, MPI.INT)),
        row("a datatype: the datatype is null", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, () -> Datatype.createContiguous(1, missing())),
        row("still active", MPI.ERR_REQUEST, ErrorCode.MPI_REQUEST, receive::start),
        row("was freed", MPI.ERR_COMM, ErrorCode.MPI_COMM, freed::barrier),
        row("MPI.COMM_WORLD and MPI.COMM_SELF cannot be freed", MPI.ERR_COMM, ErrorCode.MPI_COMM, world::free),
        row("MPI.COMM_WORLD and MPI.COMM_SELF cannot be freed", MPI.ERR_COMM, ErrorCode.MPI_COMM, MPI.COMM_SELF::Free),
        row("MPI_INT is predefined", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, MPI.INT::free),
        row("MPI.SUM is predefined and cannot be freed. Free only operations that the program has made", MPI.ERR_OP, ErrorCode.MPI_OP, MPI.SUM::free),
        row("no buffer is attached. Call MPI.attachBuffer (MPI.Buffer_attach) before with 4 + MPI.BSEND_OVERHEAD = " + (4 + MPI.BSEND_OVERHEAD) + " bytes at least", MPI.ERR_BUFFER, ErrorCode.MPI_RESOURCES,
            () -> world.Bsend(one, 0, 1, MPI.INT, 0, 0)),
        row("attach a larger one", MPI.ERR_BUFFER, ErrorCode.MPI_RESOURCES, () -> {
          MPI.attachBuffer(new byte[3]);
          try {
            world.Bsend(one, 0, 1, MPI.INT, 0, 0);
          } finally {
            Object ignored = MPI.detachBuffer();
          }
        }),
        row("MPI.COMM_NULL", MPI.ERR_COMM, ErrorCode.MPI_COMM, () -> MPI.COMM_NULL.send(one, 1, MPI.INT, 0, 0)),
        row("MPI.GROUP_NULL", MPI.ERR_GROUP, ErrorCode.MPI_ARGUMENT, () -> Group.intersection(MPI.GROUP_EMPTY, MPI.GROUP_NULL)),
        row("MPI.GROUP_NULL", MPI.ERR_GROUP, ErrorCode.MPI_ARGUMENT, () -> Group.translateRanks(world.getGroup(), new int[0], MPI.GROUP_NULL)),
        row("[0, 99, 1] has rank 99, and the group has 1 members", MPI.ERR_RANK, ErrorCode.MPI_RANK, () -> world.getGroup().rangeIncl(new int[][] {{0, 99, 1}})),
        row("Info.get: the key is null", MPI.ERR_INFO_KEY, ErrorCode.MPI_ARGUMENT, () -> new Info().get(missing())),
        row("Info.delete: the key has 0 characters", MPI.ERR_INFO_KEY, ErrorCode.MPI_ARGUMENT, () -> new Info().delete("")),
        row("setElements: -3 elements", MPI.ERR_COUNT, ErrorCode.MPI_COUNT, () -> new Status().setElements(MPI.INT, -3)),
        row("objects have no places among bytes", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, () -> Datatype.createStruct(one, new int[1], new Datatype[] {MPI.OBJECT})),
        row("elements of MPI_INT are no objects", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, () -> world.Object_Serialize(one, 0, 1, MPI.INT)),
        row("how long objects become", MPI.ERR_TYPE, ErrorCode.MPI_TYPE, () -> world.packSize(3, MPI.OBJECT))
      };
    }

    private Row[] afterFinalize() {
      return new Row[] {
        row("after MPI.Finalize", MPI.ERR_OTHER, ErrorCode.MPI_FINALIZED, () -> world.send(one, 1, MPI.INT, 0, 0)),
        row("after MPI.Finalize", MPI.ERR_OTHER, ErrorCode.MPI_FINALIZED, () -> world.iBarrier()),
        row("MPI.Finalize was called twice", MPI.ERR_OTHER, ErrorCode.MPI_FINALIZED, MPI::Finalize)
      };
    }

    /** Null, where this project's own code may not give it. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T missing() {
      return null;
    }

    private static List<Row> rows(Row[] rows) {
      return List.of(rows);
    }

    private static Row row(String what, int errorClass, ErrorCode code, Runnable call) {
      return new Row(what, errorClass, code, call);
    }

    /** Of a call on MPI.COMM_WORLD, which the message names, and the rank that has made it. */
    private static void checkOnWorld(Row row) {
      String message = check(row);
      assertTrue(message.contains("on MPI.COMM_WORLD at rank 0") || message.contains("rank 0 of MPI.COMM_WORLD"), message);
    }

    private static String check(Row row) {
      MPIException thrown = assertThrows(MPIException.class, row.call::run, row.what);
      String message = String.valueOf(thrown.getMessage());
      assertTrue(message.contains(row.what), () -> row.what + " is not in: " + message);
      assertEquals(row.errorClass, thrown.getErrorClass(), message);
      assertTrue(message.endsWith("[" + row.code.id() + "]"), message);
      assertTrue(message.indexOf(". ") > 0, () -> "nothing to do is said: " + message);
      return message;
    }
  }
}
