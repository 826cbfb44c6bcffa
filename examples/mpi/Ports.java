import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;

/**
 * Communicators made by hand, of local communicators and one exchange of names (Demaine, Foster, Kesselman, Snir: Generalized Communicators in the Message Passing Interface): figure 3, comm_dup; the
 * intercommunicator of section 3; and the three structures of figure 1 that MPI does not have. Try: ./braid run -n 4 examples/mpi/Ports.java
 */
public class Ports {
  private static final int TAG = 7;
  private static final int PER_PROCESS = 3;

  public static void main(String[] args) throws InterruptedException {
    MPI.InitThread(args, MPI.THREAD_MULTIPLE);
    duplicate();
    intercommunicator();
    severalPerProcess();
    besideTheWorld();
    twoSendersOneReceiver();
    MPI.Finalize();
  }

  /** Figure 3, word for word: a collective call over a set of communicators makes a new set with the same topology. */
  private static LocalComm commDup(Comm comm) {
    int numslots = LocalComm.of(comm).numSendSlots();
    int[] rslots = new int[numslots];
    byte[] names = new byte[numslots * CommName.BYTES];

    // Create our new LCO
    LocalComm newcomm = LocalComm.create();
    newcomm.addReceiveSlots(numslots);

    // Gather operation collects pointers to all new LCOs
    comm.allGather(newcomm.name().toBytes(), 1, CommName.CNAME, names, 1, CommName.CNAME);

    // Associate these pointers with our LCO. The paper leads slot i to receive slot i, where all members would send to the slots of one; section 3 has it as here: ours is the receive slot of our rank
    java.util.Arrays.fill(rslots, comm.getRank());
    newcomm.addSendSlots(CommName.all(names), rslots);
    return newcomm;
  }

  private static void duplicate() {
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    try (LocalComm copy = commDup(MPI.COMM_WORLD)) {
      int[] got = new int[1];
      copy.sendRecv(new int[] {rank}, 1, MPI.INT, (rank + 1) % size, TAG, got, 1, MPI.INT, (rank + size - 1) % size, TAG);
      check(got[0] == (rank + size - 1) % size, "the ring of the copy");
      int[] sum = {rank + 1};
      copy.allReduce(sum, 1, MPI.INT, MPI.SUM); // it has the collectives, too
      check(sum[0] == size * (size + 1) / 2 && copy.getRank() == rank && copy.getSize() == size, "the sum of the copy");
      say("comm_dup: " + size + " local communicators form an intracommunicator, sum of ranks plus one " + sum[0]);
    }
  }

  /** Section 3: each of two groups has as many send slots as the other has members, and as many receive slots. */
  private static void intercommunicator() {
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    int first = (size + 1) / 2; // members of the first group
    boolean isInFirst = rank < first;
    int place = isInFirst ? rank : rank - first;
    int others = isInFirst ? size - first : first;
    try (LocalComm port = LocalComm.create()) {
      port.addReceiveSlots(others);
      byte[] names = new byte[size * CommName.BYTES];
      MPI.COMM_WORLD.allGather(port.name().toBytes(), 1, CommName.CNAME, names, 1, CommName.CNAME);
      for (int i = 0; i < others; i++) {
        port.addSendSlot(CommName.get(names, (isInFirst ? first : 0) + i), place);
      }
      for (int i = 0; i < others; i++) {
        port.send(new int[] {1000 * rank + i}, 1, MPI.INT, i, TAG);
      }
      int[] got = new int[1];
      for (int i = 0; i < others; i++) {
        port.recv(got, 1, MPI.INT, i, TAG);
        check(got[0] == 1000 * ((isInFirst ? first : 0) + i) + place, "a message between the groups");
      }
      MPI.COMM_WORLD.barrier(); // who frees first would otherwise be told of by those who still look
      say("intercommunicator: groups of " + first + " and " + (size - first) + ", all messages between them have come");
    }
  }

  /** Figure 1 c: a fully connected communicator with more than one local communicator per process, each with a thread of its own. */
  private static void severalPerProcess() throws InterruptedException {
    int size = MPI.COMM_WORLD.getSize();
    int members = PER_PROCESS * size;
    LocalComm[] own = new LocalComm[PER_PROCESS];
    CommName[] ownNames = new CommName[PER_PROCESS];
    for (int i = 0; i < PER_PROCESS; i++) {
      own[i] = LocalComm.create();
      own[i].addReceiveSlots(members);
      ownNames[i] = own[i].name();
    }
    byte[] names = new byte[members * CommName.BYTES];
    MPI.COMM_WORLD.allGather(CommName.toBytes(ownNames), PER_PROCESS, CommName.CNAME, names, PER_PROCESS, CommName.CNAME);
    long[] sums = new long[PER_PROCESS];
    Thread[] threads = new Thread[PER_PROCESS];
    for (int i = 0; i < PER_PROCESS; i++) {
      int index = i;
      threads[i] = new Thread(() -> sums[index] = member(own[index], CommName.all(names), PER_PROCESS * MPI.COMM_WORLD.getRank() + index));
      threads[i].start();
    }
    for (Thread each : threads) {
      each.join();
    }
    for (long sum : sums) {
      check(sum == (long) members * (members - 1) / 2, "the sum over all members");
    }
    say("figure 1 c: " + members + " members in " + size + " processes, each sum of ranks " + sums[0]);
  }

  private static long member(LocalComm port, CommName[] names, int rank) {
    int[] slots = new int[names.length];
    java.util.Arrays.fill(slots, rank);
    port.addSendSlots(names, slots);
    check(port.getSize() == MPI.COMM_WORLD.getSize() && port.numSendSlots() == names.length, "section 4.2: processes, and local communicators");
    Intracomm all = port.toIntracomm(); // its ranks are the local communicators
    check(all.getRank() == rank && all.getSize() == names.length, "rank and size among all members");
    long[] sum = {rank};
    all.allReduce(sum, 1, MPI.LONG, MPI.SUM);
    all.free();
    return sum[0];
  }

  /** Figure 1 d: a regular communicator coexists with one that connects two local communicators. */
  private static void besideTheWorld() {
    int rank = MPI.COMM_WORLD.getRank();
    int last = MPI.COMM_WORLD.getSize() - 1;
    byte[] names = new byte[2 * CommName.BYTES];
    LocalComm port = rank == 0 || rank == last ? LocalComm.create() : null;
    if (port != null) {
      port.addReceiveSlots(1);
      if (last > 0) {
        MPI.COMM_WORLD.sendRecv(port.name().toBytes(), 1, CommName.CNAME, last - rank, TAG, names, 1, CommName.CNAME, last - rank, TAG);
        port.addSendSlot(CommName.get(names, 0), 0);
      } else {
        port.addSendSlot(port.name(), 0);
      }
    }
    int[] sum = {rank};
    if (port != null) {
      int[] got = new int[1];
      port.sendRecv(new int[] {50 + rank}, 1, MPI.INT, 0, TAG, got, 1, MPI.INT, 0, TAG);
      check(got[0] == 50 + last - rank, "what the two have exchanged");
    }
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
    if (port != null) {
      port.free();
    }
    say("figure 1 d: ranks 0 and " + last + " have a communicator of their own beside the one of all, whose sum is " + sum[0]);
  }

  /** Figure 1 e: two senders and one receiver, by one slot name that is handed on. */
  private static void twoSendersOneReceiver() {
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    LocalComm receiver = LocalComm.create();
    byte[] name = receiver.name().toBytes();
    receiver.addReceiveSlots(2);
    MPI.COMM_WORLD.bcast(name, 1, CommName.CNAME, 0);
    LocalComm[] senders = new LocalComm[2];
    for (int i = 0; i < 2; i++) {
      if (rank == (i + 1) % size) {
        senders[i] = LocalComm.create();
        senders[i].addSendSlot(CommName.get(name, 0), i);
        senders[i].send(new int[] {10 + i}, 1, MPI.INT, 0, TAG);
      }
    }
    if (rank == 0) {
      int[] got = new int[1];
      int sum = 0;
      for (int i = 0; i < 2; i++) {
        int source = receiver.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, TAG).getSource();
        check(got[0] == 10 + source, "what has come at a slot");
        sum += got[0];
      }
      say("figure 1 e: two senders, one receiver, sum " + sum);
    }
    for (LocalComm sender : senders) {
      if (sender != null) {
        sender.free();
      }
    }
    MPI.COMM_WORLD.barrier();
    receiver.free();
  }

  private static void say(String what) {
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.println(what);
    }
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what + " is wrong at rank " + MPI.COMM_WORLD.getRank());
    }
  }
}
