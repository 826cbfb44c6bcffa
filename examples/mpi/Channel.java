import mpi.MPI;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;

/**
 * Channels made of local communicators (Demaine, Foster, Kesselman, Snir: Generalized Communicators in the Message Passing Interface, figure 2): every rank gives the next one the name of a receiving end, then each sends
 * to the next and receives from the one before. Try: ./braid run -n 4 examples/mpi/Channel.java
 */
public class Channel {
  private static final int TAG = 99;

  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;

    // The receiving end of a channel from the next rank, and its name, which goes there in a message.
    LocalComm receiver = LocalComm.create();
    receiver.addReceiveSlots(1);
    byte[] box = new byte[CommName.BYTES];
    MPI.COMM_WORLD.sendRecv(receiver.name().toBytes(), 1, CommName.CNAME, next, TAG, box, 1, CommName.CNAME, previous, TAG);

    // The sending end leads to the receive slot 0 of what the rank before has made.
    LocalComm sender = LocalComm.create();
    sender.addSendSlot(CommName.get(box, 0), 0);

    int[] message = new int[1];
    int sum = 0;
    for (int i = 10; i >= 0; i--) {
      sender.send(new int[] {100 * rank + i}, 1, MPI.INT, 0, TAG);
      receiver.recv(message, 1, MPI.INT, 0, TAG);
      if (message[0] != 100 * next + i) {
        throw new AssertionError(message[0] + " has come in place of " + (100 * next + i));
      }
      sum += message[0];
    }
    sender.free();
    receiver.free();

    int[] sums = new int[size];
    MPI.COMM_WORLD.gather(new int[] {sum}, 1, MPI.INT, sums, 1, MPI.INT, 0);
    if (rank == 0) {
      for (int i = 0; i < size; i++) {
        System.out.println("rank " + i + " has received 11 messages by its channel from rank " + (i + 1) % size + ", sum " + sums[i]);
      }
    }
    MPI.Finalize();
  }
}
