package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The buffer of a send that was started in mpiJava's spelling may change as soon as the call returns, as in MPJ Express, which copies whatever it sends. */
class StartedCopiesTest {
  private static final int TAG = 7;
  private static final int CHANGED = 8;
  private static final int LONG = 100_000;

  @Test
  void aMessageOfAnyLengthHasWhatTheBufferHeldWhenTheCallReturned() {
    ThreadRanks.run(2, AnyLength.class);
  }

  /** The receiver looks for a message only when the sender has changed all of them. */
  static final class AnyLength implements Runnable {
    private static final int[] LENGTHS = {1, 1_024, 1_025, 5_000, 16_384, 16_385, LONG, 1 << 20};

    @Override
    public void run() {
      MPI.Init(new String[0]);
      if (MPI.COMM_WORLD.Rank() == 0) {
        List<Request> sends = new ArrayList<>();
        for (int length : LENGTHS) {
          int[] buffer = numbers(length);
          sends.add(MPI.COMM_WORLD.Isend(buffer, 0, length, MPI.INT, 1, TAG));
          sends.add(MPI.COMM_WORLD.Irsend(buffer, 0, length, MPI.INT, 1, TAG));
          sends.add(MPI.COMM_WORLD.Ibsend(buffer, 0, length, MPI.INT, 1, TAG));
          sends.add(MPI.COMM_WORLD.Issend(buffer, 0, length, MPI.INT, 1, TAG));
          Arrays.fill(buffer, -1);
        }
        MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, CHANGED);
        Request.Waitall(sends.toArray(new Request[0]));
      } else {
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, CHANGED);
        for (int length : LENGTHS) {
          for (int mode = 0; mode < 4; mode++) {
            int[] got = new int[length];
            MPI.COMM_WORLD.Recv(got, 0, length, MPI.INT, 0, TAG);
            assertArrayEquals(numbers(length), got, length + " numbers in mode " + mode);
          }
        }
      }
      MPI.Finalize();
    }
  }

  private static int[] numbers(int length) {
    int[] numbers = new int[length];
    Arrays.setAll(numbers, i -> 3 * i + length);
    return numbers;
  }

  @Test
  void soHasOneOfAnyTypeAndKindOfBuffer() {
    ThreadRanks.run(2, AnyType.class);
  }

  static final class AnyType implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Datatype everyOther = Datatype.Vector(LONG / 2, 1, 2, MPI.INT);
      everyOther.Commit();
      if (MPI.COMM_WORLD.Rank() == 0) {
        int[] gaps = numbers(LONG);
        ByteBuffer direct = ByteBuffer.allocateDirect(LONG * Integer.BYTES).order(ByteOrder.nativeOrder());
        direct.asIntBuffer().put(numbers(LONG));
        double[][] rows = {new double[LONG], new double[LONG]};
        rows[1][LONG - 1] = 5;
        Request[] sends = {
          MPI.COMM_WORLD.Isend(gaps, 0, 1, everyOther, 1, TAG),
          MPI.COMM_WORLD.Isend(direct, 0, LONG, MPI.INT, 1, TAG),
          MPI.COMM_WORLD.Isend(rows, 0, 2, MPI.OBJECT, 1, TAG)
        };
        Arrays.fill(gaps, -1);
        direct.asIntBuffer().put(new int[LONG]);
        rows[1][LONG - 1] = -1;
        MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, CHANGED);
        Request.Waitall(sends);
      } else {
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, CHANGED);
        int[] got = new int[LONG];
        MPI.COMM_WORLD.Recv(got, 0, LONG / 2, MPI.INT, 0, TAG);
        assertEquals(numbers(LONG)[LONG - 2], got[LONG / 2 - 1]);
        MPI.COMM_WORLD.Recv(got, 0, LONG, MPI.INT, 0, TAG);
        assertArrayEquals(numbers(LONG), got);
        Object[] rows = new Object[2];
        MPI.COMM_WORLD.Recv(rows, 0, 2, MPI.OBJECT, 0, TAG);
        assertEquals(5, ((double[]) rows[1])[LONG - 1]);
      }
      MPI.Finalize();
    }
  }

  @Test
  void soHasOneToItself() {
    ThreadRanks.run(1, ToItself.class);
  }

  static final class ToItself implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int[] buffer = numbers(LONG);
      Request send = MPI.COMM_WORLD.Isend(buffer, 0, LONG, MPI.INT, 0, TAG);
      Arrays.fill(buffer, -1);
      int[] got = new int[LONG];
      MPI.COMM_WORLD.Recv(got, 0, LONG, MPI.INT, 0, TAG);
      send.Wait();
      assertArrayEquals(numbers(LONG), got);
      MPI.Finalize();
    }
  }

  @Test
  void oneBufferServesForThousandsThatNobodyWaitsFor() {
    ThreadRanks.run(2, OneBuffer.class);
  }

  /** A gibibyte in all, of which the heap holds a part at a time. */
  static final class OneBuffer implements Runnable {
    private static final int MESSAGES = 4_000;
    private static final int LENGTH = 1 << 16;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int[] buffer = new int[LENGTH];
      for (int i = 0; i < MESSAGES; i++) {
        if (MPI.COMM_WORLD.Rank() == 0) {
          buffer[LENGTH - 1] = i;
          MPI.COMM_WORLD.Isend(buffer, 0, LENGTH, MPI.INT, 1, TAG);
          if (i % 16 == 0) {
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, CHANGED);
          }
        } else {
          if (i % 16 == 0) {
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, CHANGED);
          }
          MPI.COMM_WORLD.Recv(buffer, 0, LENGTH, MPI.INT, 0, TAG);
          assertEquals(i, buffer[LENGTH - 1]);
        }
      }
      MPI.Finalize();
    }
  }
}
