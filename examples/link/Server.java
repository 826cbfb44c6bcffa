import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import mpi.Status;

/**
 * A parallel server: four threads of rank 0 receive on one tag from anybody, and whichever gets a request answers it. Every other rank is a client. Needs thread level MULTIPLE.
 *
 * <p>Try: ./braid run -n 4 examples/link/Server.java
 */
public class Server {
    private static final int THREADS = 4;
    private static final int REQUESTS_EACH = 200;
    private static final int REQUEST = 1;
    private static final int ANSWER = 2;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int clients = MPI.COMM_WORLD.Size() - 1;

    public static void main(String[] args) throws InterruptedException {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        new Server().run();
        MPI.Finalize();
    }

    private void run() throws InterruptedException {
        int right = 0;
        if (rank == 0) {
            serve();
        } else {
            right = ask();
        }
        int[] all = new int[1];
        MPI.COMM_WORLD.Reduce(new int[] {right}, 0, all, 0, 1, MPI.INT, MPI.SUM, 0);
        if (rank == 0) {
            System.out.println(THREADS + " threads on one tag: " + all[0] + " of " + clients * REQUESTS_EACH + " answers were right");
        }
    }

    /** Each thread draws a ticket before it receives, so that none waits for a request that nobody sends. */
    private void serve() throws InterruptedException {
        AtomicInteger tickets = new AtomicInteger(clients * REQUESTS_EACH);
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> answerWhile(tickets), "server-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void answerWhile(AtomicInteger tickets) {
        long[] number = new long[1];
        while (tickets.getAndDecrement() > 0) {
            Status request = MPI.COMM_WORLD.Recv(number, 0, 1, MPI.LONG, MPI.ANY_SOURCE, REQUEST);
            number[0] *= number[0];
            MPI.COMM_WORLD.Send(number, 0, 1, MPI.LONG, request.getSource(), ANSWER);
        }
    }

    private int ask() {
        long[] number = new long[1];
        int right = 0;
        for (int i = 0; i < REQUESTS_EACH; i++) {
            long asked = rank * 1000L + i;
            number[0] = asked;
            MPI.COMM_WORLD.Send(number, 0, 1, MPI.LONG, 0, REQUEST);
            MPI.COMM_WORLD.Recv(number, 0, 1, MPI.LONG, 0, ANSWER);
            right += number[0] == asked * asked ? 1 : 0;
        }
        return right;
    }
}
