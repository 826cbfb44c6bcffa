package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Making, comparing and freeing communicators. */
class CommunicatorTest {
  @Test
  void partsAreOrderedByKeyAndKnowTheirMembers() {
    ThreadRanks.run(5, Splits.class);
  }

  static final class Splits implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      Intracomm part = world.split(rank % 2, -rank);
      int[] expected = rank % 2 == 0 ? new int[] {4, 2, 0} : new int[] {3, 1};
      assertArrayEquals(expected, part.getGroup().members());
      assertEquals(rank, expected[part.getRank()]);
      int[] sum = {rank};
      part.allReduce(sum, 1, MPI.INT, MPI.SUM);
      assertEquals(rank % 2 == 0 ? 6 : 4, sum[0]);
      assertEquals(rank == 0, world.split(rank == 0 ? MPI.UNDEFINED : 0, 0).isNull());
      assertEquals(MPI.UNEQUAL, Comm.compare(world, part));
      part.free();
      assertTrue(part.isNull());
      MPI.Finalize();
    }
  }

  @Test
  void whoIsNotInTheGroupGetsNoCommunicatorOfIt() {
    ThreadRanks.run(3, Created.class);
  }

  static final class Created implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Intracomm first = world.Create(world.Group().Incl(new int[] {1, 0}));
      if (first == null) {
        assertEquals(2, world.getRank());
      } else {
        assertArrayEquals(new int[] {1, 0}, first.getGroup().members());
      }
      MPI.Finalize();
    }
  }

  @Test
  void groupsWithoutACommonMemberMakeACommunicatorEachAndOthersAreRefused() {
    ThreadRanks.run(4, GroupsOfMembers.class);
  }

  /** Every way in which two members give pairs of four, first the same at both members, then not. */
  static final class GroupsOfMembers implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      Group all = world.getGroup();
      int[][] pairs = {{1, 0}, {1, 0}, {2, 3}, {2, 3}};
      Intracomm pair = world.create(all.incl(pairs[rank]));
      assertArrayEquals(pairs[rank], pair.getGroup().members());
      int[] sum = {rank};
      pair.allReduce(sum, 1, MPI.INT, MPI.SUM);
      assertEquals(rank < 2 ? 1 : 5, sum[0]);

      refused(rank < 2, () -> world.create(all.incl(new int[][] {{0, 1}, {1, 0}, {2, 3}, {2, 3}}[rank])));
      refused(rank < 3, () -> world.create(all.incl(new int[][] {{0, 1, 2}, {0, 1, 2}, {1, 2}, {3}}[rank])));
      refused(rank < 3, () -> world.create(all.incl(new int[][] {{0, 1, 3}, {0, 1}, {0, 2, 3}, {}}[rank])));
      refused(rank == 3, () -> world.create(all.incl(new int[][] {{0}, {1}, {}, {3, 2}}[rank])));
      refused(true, () -> pair.create(all));
      world.barrier();
      pair.barrier();
      MPI.Finalize();
    }

    private static void refused(boolean expected, Supplier<Intracomm> call) {
      if (expected) {
        MPIException refused = assertThrows(MPIException.class, call::get);
        assertEquals(MPI.ERR_GROUP, refused.getErrorClass(), refused.getMessage());
      } else {
        Intracomm made = call.get();
        assertTrue(made.isNull() || made.getSize() <= 2);
      }
    }
  }

  @Test
  void aGroupMakesItsCommunicatorWhileOthersDoSomethingElse() {
    ThreadRanks.run(4, GroupsAlone.class);
  }

  static final class GroupsAlone implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      int[] members = {3, 0, 2};
      Group group = world.getGroup().incl(members);
      for (int round = 0; round < 3; round++) {
        if (rank == 1) {
          assertTrue(round > 0 || world.createGroup(group, 5).isNull());
        } else {
          Intracomm made = world.createGroup(group, 5);
          assertArrayEquals(members, made.getGroup().members());
          int[] sum = {rank};
          made.allReduce(sum, 1, MPI.INT, MPI.SUM);
          assertEquals(5, sum[0]);
          made.free();
        }
      }
      world.barrier();
      Intracomm alone = world.createGroup(world.getGroup().incl(new int[] {rank}), 0);
      assertEquals(1, alone.getSize());
      MPI.Finalize();
    }
  }

  @Test
  void membersThatHaveTheirGroupInDifferentOrdersAreToldAndOthersGetTheirCommunicator() {
    ThreadRanks.run(3, OrdersOfAGroup.class);
  }

  /** Each way in which three members have orders of their own, by both calls that only members make; and members of whose groups one has a process more. */
  static final class OrdersOfAGroup implements Runnable {
    private static final int[][] ORDERS = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int rank = world.getRank();
      Group all = world.getGroup();
      for (int way = 0; way < 216; way++) {
        int[] orders = {way % 6, way / 6 % 6, way / 36};
        int[] mine = ORDERS[orders[rank]];
        boolean same = orders[0] == orders[1] && orders[1] == orders[2];
        String tag = "way " + way;
        made(same, mine, () -> world.createGroup(all.incl(mine), 3));
        made(same, mine, () -> Intracomm.createFromGroup(all.incl(mine), tag, MPI.INFO_NULL, MPI.ERRORS_RETURN));
      }
      if (rank < 2) { // and later calls are none the worse for it
        made(false, new int[2], () -> world.createGroup(all.incl(rank == 0 ? new int[] {0, 1} : new int[] {0, 1, 2}), 3));
      }
      made(true, ORDERS[3], () -> world.createGroup(all.incl(ORDERS[3]), 3));
      world.barrier();
      MPI.Finalize();
    }

    private static void made(boolean same, int[] members, Supplier<Intracomm> call) {
      if (same) {
        Intracomm comm = call.get();
        assertArrayEquals(members, comm.getGroup().members());
        comm.barrier();
        comm.free();
      } else {
        MPIException refused = assertThrows(MPIException.class, call::get);
        assertEquals(MPI.ERR_GROUP, refused.getErrorClass(), refused.getMessage());
        assertTrue(String.valueOf(refused.getMessage()).contains(members.length == 3 ? "in another order" : "rank 2 is in the group of rank 1 and not in that of rank 0"), refused.getMessage());
      }
    }
  }

  @Test
  void aDuplicateThatWasStartedIsThereWhenItsRequestIsDone() {
    ThreadRanks.run(2, StartedDuplicates.class);
  }

  /** Rank 0 gets what rank 1 sends before that has called iDup at all. */
  static final class StartedDuplicates implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Intracomm copy;
      if (world.getRank() == 0) {
        copy = world.iDup();
        assertThrows(MPIException.class, copy::getSize);
        world.send(new int[] {1}, 1, MPI.INT, 1, 0);
      } else {
        world.recv(new int[1], 1, MPI.INT, 0, 0);
        copy = world.iDup();
      }
      copy.getRequest().waitFor();
      assertTrue(copy.getRequest().isNull());
      copy.barrier();
      assertEquals(MPI.CONGRUENT, Comm.compare(world, copy));
      MPI.Finalize();
    }
  }

  @Test
  void aDuplicateIsCongruentAndItsMessagesStayApart() {
    ThreadRanks.run(2, Duplicates.class);
  }

  static final class Duplicates implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Intracomm copy = world.iDup();
      copy.getRequest().waitFor();
      assertEquals(MPI.CONGRUENT, Comm.Compare(world, copy));
      assertEquals(MPI.IDENT, Comm.Compare(world, world));
      int other = 1 - world.getRank();
      Request first = world.iSend(new int[] {1}, 1, MPI.INT, other, 0);
      Request second = copy.iSend(new int[] {2}, 1, MPI.INT, other, 0);
      int[] in = new int[1];
      copy.recv(in, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
      assertEquals(2, in[0]);
      world.recv(in, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
      assertEquals(1, in[0]);
      Request.waitAll(new Request[] {first, second});
      assertEquals(1, MPI.COMM_SELF.getSize());
      MPI.Finalize();
    }
  }

  @Test
  void aCopyHasTheAttributesAndWhateverIsMadeOfACommunicatorItsErrorHandler() {
    ThreadRanks.run(1, Inherited.class);
  }

  static final class Inherited implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD.dup();
      int key = Comm.createKeyval();
      Object value = new Object();
      world.setAttr(key, value);
      world.setErrhandler(MPI.ERRORS_RETURN);
      CartComm grid = world.createCart(new int[] {1}, new boolean[1], false);
      Intracomm started = world.iDup();
      world.setAttr(key, "changed while the copy is made");
      started.getRequest().waitFor();
      assertEquals(value, started.getAttr(key));
      world.setAttr(key, value);
      for (Intracomm copy : new Intracomm[] {world.dup(), world.clone(), world.dupWithInfo(MPI.INFO_NULL)}) {
        assertEquals(value, copy.getAttr(key));
        copy.setAttr(key, "another");
        assertEquals(value, world.getAttr(key));
        assertEquals(MPI.ERRORS_RETURN, copy.getErrhandler());
        copy.callErrhandler(MPI.ERR_OTHER);
      }
      grid.setAttr(key, value);
      assertEquals(value, grid.dup().getAttr(key));
      for (Intracomm made : new Intracomm[] {world.split(0, 0), world.create(world.getGroup()), world.createGroup(world.getGroup(), 1), grid, grid.sub(new boolean[1])}) {
        assertEquals(MPI.ERRORS_RETURN, made.getErrhandler());
      }
      assertNull(world.split(0, 0).getAttr(key));
      MPI.Finalize();
    }
  }

  /** In the arguments of the last rank alone, or in what it gives with what the others do. */
  private static void mistakesOfOne(Intracomm world, int rank) {
    splitTypeRefused("rank 0 has given the type 2 and rank 2 the type 0", () -> world.splitType(rank == 1 ? MPI.UNDEFINED : rank == 2 ? Comm.TYPE_SHARED : Comm.TYPE_HW_UNGUIDED, 0, MPI.INFO_NULL));
    splitTypeRefused(rank == 2 ? "the type is 99" : "rank 2 has given wrong arguments", () -> world.splitType(rank == 2 ? 99 : Comm.TYPE_SHARED, 0, MPI.INFO_NULL));
    assertEquals(rank == 1, world.splitType(rank == 1 ? MPI.UNDEFINED : Comm.TYPE_SHARED, 0, MPI.INFO_NULL).isNull());
  }

  private static void splitTypeRefused(String why, Executable call) {
    MPIException refused = assertThrows(MPIException.class, call);
    assertEquals(MPI.ERR_ARG, refused.getErrorClass());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith("splitType on MPI.COMM_WORLD at rank ") && message.contains(why), message);
  }

  @Test
  void attributesAndNameBelongToOneCommunicatorAlone() {
    ThreadRanks.run(1, Attached.class);
  }

  static final class Attached implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Intracomm copy = world.dup();
      int key = Comm.createKeyval();
      world.setAttr(key, 17);
      assertEquals(Integer.valueOf(17), world.Attr_get(key));
      assertNull(copy.getAttr(key));
      int freed = Comm.createKeyval();
      copy.setAttr(freed, null);
      assertNull(copy.getAttr(freed));
      Comm.freeKeyval(freed);
      copy.deleteAttr(freed); // for it is there
      assertEquals(MPI.ERR_KEYVAL, assertThrows(MPIException.class, () -> copy.deleteAttr(freed)).getErrorClass());
      assertEquals(List.of("MPI_COMM_WORLD", "MPI_COMM_SELF", ""), List.of(world.getName(), MPI.COMM_SELF.getName(), copy.getName()));
      Datatype pair = Datatype.createContiguous(2, MPI.INT);
      int typeKey = Datatype.createKeyval();
      pair.setAttr(typeKey, "of the pair");
      assertEquals(List.of("of the pair", "of the pair"), List.of(pair.dup().getAttr(typeKey), pair.clone().getAttr(typeKey)));
      MPI.GROUP_EMPTY.free();
      assertEquals(0, MPI.GROUP_EMPTY.getSize());
      assertEquals(Integer.valueOf(Integer.MAX_VALUE), world.Attr_get(MPI.TAG_UB));
      assertEquals(Integer.valueOf(Integer.MAX_VALUE), copy.Attr_get(MPI.TAG_UB));
      copy.setName("copy");
      assertEquals("copy", copy.getName());
      MPI.Finalize();
    }
  }

  @Test
  void aColourThatIsNoneAtOneMemberIsToldToAllAndMakesNoPart() {
    ThreadRanks.run(3, WrongColour.class);
  }

  static final class WrongColour implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      int objects = World.liveObjects();
      MPIException told = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.split(rank == 1 ? -7 : rank == 2 ? MPI.UNDEFINED : 0, 0));
      assertEquals(MPI.ERR_ARG, told.getErrorClass());
      assertTrue(String.valueOf(told.getMessage()).contains(rank == 1 ? "the colour is -7" : "the arguments of rank 1 are wrong in themselves"), told::toString);
      assertEquals(objects, World.liveObjects());
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }
  }

  @Test
  void aHintThatCannotBeMeantAtOneMemberIsToldToAllAndMakesNoCopy() {
    ThreadRanks.run(3, WrongHints.class);
  }

  static final class WrongHints implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      CartComm ring = MPI.COMM_WORLD.createCart(new int[] {3}, new boolean[] {true}, false);
      for (Intracomm each : new Intracomm[] {MPI.COMM_WORLD, ring}) {
        wrongAtOne(each, "braid_coll", "allreduce=nosuch", "no algorithm nosuch");
        wrongAtOne(each, "braid_coll", "bcast=chain(segment=xyz)", "segment=xyz");
        wrongAtOne(each, "braid_reproducible", "maybe", "braid_reproducible=maybe");
      }
      MPI.Finalize();
    }

    private static void wrongAtOne(Intracomm original, String key, String value, String text) {
      int objects = World.liveObjects();
      Info hints = new Info();
      hints.set(key, original.getRank() == 1 ? value : "");
      String told = String.valueOf(assertThrows(MPIException.class, () -> original.dupWithInfo(hints)).getMessage());
      assertTrue(told.contains(original.getRank() == 1 ? text : "the arguments of rank 1 are wrong in themselves"), told);
      assertEquals(objects, World.liveObjects());
      if (original.getRank() == 1) {
        assertThrows(MPIException.class, () -> original.setInfo(hints));
      }
      assertEquals(0, original.getInfo().size());
      original.barrier();
    }
  }

  @Test
  void aSplitByHardwareKnowsHosts() {
    ThreadRanks.run(3, Hardware.class);
  }

  static final class Hardware implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Info hints = new Info();
      assertTrue(world.splitType(Comm.TYPE_HW_GUIDED, 0, hints).isNull()); // nothing is named
      assertTrue(world.splitType(Comm.TYPE_HW_GUIDED, 0, MPI.INFO_NULL).isNull());
      hints.set("mpi_hw_resource_type", "mpi_shared_memory");
      assertEquals(3, world.splitType(Comm.TYPE_HW_GUIDED, 0, hints).getSize());
      hints.set("mpi_hw_resource_type", "rack");
      assertTrue(world.splitType(Comm.TYPE_HW_GUIDED, 0, hints).isNull());
      hints.set("mpi_hw_resource_type", "hwloc://NUMANode");
      Intracomm node = world.splitType(Comm.TYPE_HW_GUIDED, -world.getRank(), hints);
      int mine = Places.resource("numanode"); // the same for all, which are threads of one process
      assertTrue(mine < 0 ? node.isNull() : node.getSize() == 3 && node.getRank() == 2 - world.getRank());
      assertTrue(world.splitType(Comm.TYPE_HW_UNGUIDED, 0, MPI.INFO_NULL).isNull()); // all are on one host
      assertEquals(3, world.splitType(Comm.TYPE_SHARED, -world.getRank(), MPI.INFO_NULL).getSize());
      assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> world.splitType(99, 0, MPI.INFO_NULL)).getErrorClass());
      mistakesOfOne(world, world.getRank());
      MPI.Finalize();
    }
  }

  @Test
  void aSplitByResourcesKnowsProcessSetsToo() {
    ThreadRanks.run(3, Sets.class);
  }

  static final class Sets implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Info hints = new Info();
      assertTrue(world.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, hints).isNull()); // nothing is named
      assertTrue(world.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, MPI.INFO_NULL).isNull());
      hints.set("mpi_pset_name", "mpi://WORLD");
      Intracomm all = world.splitType(Comm.TYPE_RESOURCE_GUIDED, -world.getRank(), hints);
      assertEquals(3, all.getSize());
      assertEquals(2 - world.getRank(), all.getRank());
      assertTrue(world.splitType(Comm.TYPE_HW_GUIDED, 0, hints).isNull()); // a set is no hardware
      hints.set("mpi_pset_name", "mpi://SELF");
      assertEquals(1, world.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, hints).getSize());
      hints.set("mpi_pset_name", "app://none");
      assertTrue(world.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, hints).isNull());
      hints.set("mpi_hw_resource_type", "mpi_shared_memory");
      assertEquals(3, world.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, hints).getSize());
      MPI.Finalize();
    }
  }
}
