package mpi;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files are written from memory segments and read into them as with arrays. */
@Timeout(120)
@SuppressWarnings("NullAway") // fields are set when the job runs
class SegmentFilesTest {
  @Test
  void files() {
    ThreadRanks.run(2, OfFiles.class);
  }

  static final class OfFiles extends SegmentCalls {
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
}
