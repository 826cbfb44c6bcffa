package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused of files, with which class, and that every rank is told. */
class FileMistakesTest {
  private static final String FOLDER = "braid.test.files";

  @TempDir
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    System.setProperty(FOLDER, folder.toString());
  }

  private static String path(String name) {
    return Path.of(System.getProperty(FOLDER), name).toString();
  }

  private static void refused(int errorClass, String words, Runnable call) {
    MPIException e = assertThrows(MPIException.class, call::run, words);
    String text = String.valueOf(e.getMessage());
    assertEquals(errorClass, e.getErrorClass(), text);
    assertTrue(text.contains(words), text);
  }

  private static File open(String name, int mode) {
    return new File(MPI.COMM_WORLD, path(name), mode);
  }

  @Test
  void openingIsRefusedAtEveryRank() {
    ThreadRanks.run(3, Opening.class);
  }

  static final class Opening implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      refused(MPI.ERR_AMODE, "exactly one", () -> open("a", MPI.MODE_CREATE));
      refused(MPI.ERR_AMODE, "exactly one", () -> open("a", MPI.MODE_RDWR | MPI.MODE_WRONLY));
      refused(MPI.ERR_AMODE, "MODE_CREATE", () -> open("a", MPI.MODE_RDONLY | MPI.MODE_CREATE));
      refused(MPI.ERR_AMODE, "MODE_EXCL", () -> open("a", MPI.MODE_RDONLY | MPI.MODE_EXCL));
      refused(MPI.ERR_AMODE, "MODE_SEQUENTIAL", () -> open("a", MPI.MODE_RDWR | MPI.MODE_SEQUENTIAL));
      refused(MPI.ERR_AMODE, "no flag", () -> open("a", MPI.MODE_RDWR | 1 << 20));
      refused(MPI.ERR_AMODE, "", () -> open("a", rank == 1 ? 0 : MPI.MODE_RDWR | MPI.MODE_CREATE));
      refused(MPI.ERR_NOT_SAME, "modes", () -> open("a", rank == 1 ? MPI.MODE_RDWR : MPI.MODE_RDWR | MPI.MODE_CREATE));
      refused(MPI.ERR_NO_SUCH_FILE, rank == 0 ? "no such file" : "rank 0", () -> open("none", MPI.MODE_RDONLY));
      refused(MPI.ERR_NO_SUCH_FILE, rank == 0 ? "no such file" : "rank 0", () -> open("no/such/folder", MPI.MODE_RDWR | MPI.MODE_CREATE));
      refused(MPI.ERR_BAD_FILE, rank == 0 ? "directory" : "rank 0", () -> open(".", MPI.MODE_RDONLY));
      refused(MPI.ERR_BAD_FILE, "", () -> new File(MPI.COMM_WORLD, path("zero") + "\0", MPI.MODE_RDONLY));
      refused(MPI.ERR_ARG, rank == 2 ? "null" : "rank 2", () -> new File(MPI.COMM_WORLD, rank == 2 ? nothing() : path("a"), MPI.MODE_RDWR | MPI.MODE_CREATE));
      assertFalse(Files.exists(Path.of(path("a"))));
      open("a", MPI.MODE_CREATE | MPI.MODE_EXCL | MPI.MODE_WRONLY).close();
      refused(MPI.ERR_FILE_EXISTS, "", () -> open("a", MPI.MODE_CREATE | MPI.MODE_EXCL | MPI.MODE_WRONLY));
      open("b", MPI.MODE_CREATE | MPI.MODE_WRONLY).close();
      refused(MPI.ERR_NOT_SAME, "rank 2 has opened another file", () -> open(rank == 2 ? "b" : "a", MPI.MODE_RDWR));
      refused(MPI.ERR_NO_SUCH_FILE, rank == 1 ? path("c") + " at rank 1 failed: there is no such file" : "rank 1", () -> open(rank == 1 ? "c" : "a", MPI.MODE_RDWR | MPI.MODE_CREATE));
      MPI.COMM_WORLD.barrier();
      deleting(rank);
      MPI.Finalize();
    }

    private static void deleting(int rank) {
      File file = open("a", MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE | MPI.MODE_UNIQUE_OPEN);
      assertEquals(MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE | MPI.MODE_UNIQUE_OPEN, file.getAMode());
      file.close();
      assertFalse(Files.exists(Path.of(path("a"))));
      refused(MPI.ERR_FILE, "closed", file::getSize);
      refused(MPI.ERR_FILE, "close on file \"" + path("a") + "\" at rank " + rank + " is refused: the file is closed", file::close);
      refused(MPI.ERR_FILE, "closed", () -> file.writeAtAll(0, new byte[1], 1, MPI.BYTE));
      refused(MPI.ERR_FILE, "closed", () -> file.iWriteAtAll(0, new byte[1], 1, MPI.BYTE));
      refused(MPI.ERR_FILE, "closed", () -> file.writeAllBegin(new byte[1], 1, MPI.BYTE));
      refused(MPI.ERR_NO_SUCH_FILE, "no such file", () -> File.delete(path("a")));
      if (rank == 0) {
        File.delete(path("b"), MPI.INFO_NULL);
      }
    }

    @SuppressWarnings("NullAway") // what programs give, whatever they should
    private static String nothing() {
      return null;
    }
  }

  @Test
  void whatDoesNotFitTheModeOrTheViewIsRefused() {
    ThreadRanks.run(2, Modes.class);
  }

  static final class Modes implements Runnable {
    private static final int[] BUFFER = new int[4];

    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      File written = open("m", MPI.MODE_CREATE | MPI.MODE_WRONLY);
      written.writeAt(0, BUFFER, 4, MPI.INT);
      refused(MPI.ERR_ACCESS, "MODE_WRONLY", () -> written.readAt(0, BUFFER, 1, MPI.INT));
      refused(MPI.ERR_ACCESS, "MODE_WRONLY", () -> written.readAll(BUFFER, 1, MPI.INT));
      written.close();
      File read = open("m", MPI.MODE_RDONLY);
      String at = " on file \"" + path("m") + "\" at rank " + rank;
      refused(MPI.ERR_READ_ONLY, "write" + at + " is refused: the file cannot be written: it was opened with MODE_RDONLY", () -> read.write(BUFFER, 1, MPI.INT));
      refused(MPI.ERR_ARG, "readAt" + at + " was given a wrong argument: the offset is -1", () -> read.readAt(-1, BUFFER, 1, MPI.INT));
      refused(MPI.ERR_TYPE, "readAt" + at + ": the datatype was not committed", () -> read.readAt(0, BUFFER, 1, uncommitted()));
      refused(MPI.ERR_READ_ONLY, "MODE_RDONLY", () -> read.writeShared(BUFFER, 1, MPI.INT));
      refused(MPI.ERR_READ_ONLY, "MODE_RDONLY", () -> read.setSize(1));
      assertEquals(0, read.getPosition());
      assertEquals(0, read.getPositionShared());
      read.close();
      oneIsWrong(rank);
      sequential();
      appended();
      MPI.Finalize();
    }

    private static void oneIsWrong(int rank) {
      File file = open("m", MPI.MODE_RDWR);
      boolean wrong = rank == 1;
      String elsewhere = " on file \"" + path("m") + "\" at rank 0 was not carried out: it went wrong at rank 1";
      refused(MPI.ERR_COUNT, wrong ? "-1" : "writeAll" + elsewhere, () -> file.writeAll(BUFFER, wrong ? -1 : 1, MPI.INT));
      refused(MPI.ERR_BUFFER, wrong ? "5" : "rank 1", () -> file.readAtAll(0, BUFFER, wrong ? 5 : 4, MPI.INT));
      refused(MPI.ERR_ARG, wrong ? "-1" : "rank 1", () -> file.readAtAll(wrong ? -1 : 0, BUFFER, 4, MPI.INT));
      refused(MPI.ERR_TYPE, "", () -> file.writeOrdered(new Object[] {"a"}, 1, MPI.OBJECT));
      refused(MPI.ERR_NOT_SAME, "sizes", () -> file.setSize(rank));
      refused(MPI.ERR_ARG, "", () -> file.setSize(-1));
      refused(MPI.ERR_NOT_SAME, "offsets", () -> file.seekShared(rank, MPI.SEEK_SET));
      refused(MPI.ERR_ARG, wrong ? "rank 0" : "would be moved", () -> file.seekShared(-1, MPI.SEEK_SET));
      refused(MPI.ERR_ARG, "would be moved", () -> file.seek(-100, MPI.SEEK_CUR));
      refused(MPI.ERR_ARG, wrong ? "none of" : "rank 1", () -> file.seekShared(0, wrong ? 3 : MPI.SEEK_SET));
      refused(MPI.ERR_NOT_SAME, "flags", () -> file.setAtomicity(wrong));
      refused(MPI.ERR_NOT_SAME, wrong ? "readAll" : "writeAll", () -> {
        if (wrong) {
          file.writeAll(BUFFER, 1, MPI.INT);
        } else {
          file.readAll(BUFFER, 1, MPI.INT);
        }
      });
      refused(MPI.ERR_UNSUPPORTED_DATAREP, wrong ? "\"foreign\"" : "rank 1", () -> file.setView(0, MPI.BYTE, MPI.BYTE, wrong ? "foreign" : "native"));
      refused(MPI.ERR_NOT_SAME, "etypes", () -> file.setView(0, wrong ? MPI.INT : MPI.BYTE, MPI.INT, "native"));
      refused(MPI.ERR_TYPE, "whole etypes", () -> file.setView(0, MPI.LONG, MPI.INT, "native"));
      refused(MPI.ERR_TYPE, "made of MPI.FLOAT, and the etype of MPI.INT", () -> file.setView(0, MPI.INT, MPI.FLOAT, "native"));
      refused(MPI.ERR_ARG, "sequential", () -> file.setView(MPI.DISPLACEMENT_CURRENT, MPI.INT, MPI.INT, "native"));
      refused(MPI.ERR_ARG, "-8", () -> file.setView(-8, MPI.INT, MPI.INT, "native"));
      refused(MPI.ERR_INFO, wrong ? "setInfo on file \"" + path("m") + "\" at rank 1: the info is null" : "rank 1", () -> file.setInfo(wrong ? noInfo() : MPI.INFO_NULL));
      refused(MPI.ERR_INFO, wrong ? "freed" : "rank 1", () -> file.setInfo(wrong ? freedInfo() : new Info()));
      refused(MPI.ERR_INFO, wrong ? "null" : "rank 1", () -> file.setView(0, MPI.BYTE, MPI.BYTE, "native", wrong ? noInfo() : MPI.INFO_NULL));
      refused(MPI.ERR_INFO, wrong ? "freed" : "rank 1", () -> file.setView(0, MPI.BYTE, MPI.BYTE, "native", wrong ? freedInfo() : MPI.INFO_NULL));
      refused(MPI.ERR_INFO, wrong ? "freed" : "rank 1", () -> new File(MPI.COMM_WORLD, path("m"), MPI.MODE_RDWR, wrong ? freedInfo() : MPI.INFO_NULL));
      Datatype backwards = Datatype.createIndexed(new int[] {1, 1}, new int[] {1, 0}, MPI.INT);
      refused(MPI.ERR_TYPE, wrong ? "not committed" : "", () -> file.setView(0, MPI.INT, wrong ? backwards : uncommitted(), "native"));
      backwards.commit();
      refused(MPI.ERR_TYPE, "backwards", () -> file.setView(0, MPI.INT, backwards, "native"));
      file.setView(0, MPI.LONG, MPI.LONG, "native");
      refused(MPI.ERR_TYPE, "whole etypes", () -> file.write(BUFFER, 1, MPI.INT));
      refused(MPI.ERR_ARG, "more than a file", () -> file.readAt(Long.MAX_VALUE / 2, BUFFER, 2, MPI.INT));
      refused(MPI.ERR_IO, "no split", () -> file.readAllEnd(BUFFER));
      file.readAllBegin(BUFFER, 2, MPI.INT);
      refused(MPI.ERR_IO, "readAllBegin", () -> file.writeAll(BUFFER, 2, MPI.INT));
      refused(MPI.ERR_IO, "readAllBegin", file::close);
      String at = " on file \"" + path("m") + "\" at rank " + rank;
      refused(MPI.ERR_IO, "readAtAllBegin" + at + " during a split collective access: readAllBegin has begun", () -> file.readAtAllBegin(0, BUFFER, 2, MPI.INT));
      refused(MPI.ERR_IO, "writeAllEnd" + at + " does not end what was begun: readAllBegin is under way", () -> file.writeAllEnd(BUFFER));
      assertEquals(2, file.readAllEnd(BUFFER).getCount(MPI.INT));
      assertEquals(2, file.readAll(BUFFER, 2, MPI.INT).getCount(MPI.INT), "the file is of use after all that");
      handlers(file);
      file.close();
    }

    @SuppressWarnings("NullAway") // what programs give, whatever they should
    private static Info noInfo() {
      return null;
    }

    private static Info freedInfo() {
      Info info = new Info();
      info.free();
      return info;
    }

    private static Datatype uncommitted() {
      return Datatype.createContiguous(2, MPI.INT);
    }

    private static void handlers(File file) {
      assertEquals(MPI.ERRORS_RETURN, file.getErrhandler());
      file.callErrhandler(MPI.ERR_IO);
      file.setErrhandler(MPI.ERRORS_ARE_FATAL);
      refused(MPI.ERR_IO, "callErrhandler", () -> file.callErrhandler(MPI.ERR_IO));
      Info hints = new Info();
      hints.set("cb_nodes", "1");
      hints.set("cb_buffer_size", "nonsense");
      file.setInfo(hints);
      assertEquals("1", file.getInfo().get("cb_nodes"));
      assertEquals(2, file.getGroup().getSize());
      assertEquals(MPI.COMM_WORLD.getRank(), file.getGroup().getRank());
      assertEquals(8, file.getTypeExtent(MPI.LONG));
    }

    private static void sequential() {
      File file = open("s", MPI.MODE_CREATE | MPI.MODE_WRONLY | MPI.MODE_SEQUENTIAL);
      refused(MPI.ERR_UNSUPPORTED_OPERATION, "MODE_SEQUENTIAL", () -> file.write(BUFFER, 1, MPI.INT));
      refused(MPI.ERR_UNSUPPORTED_OPERATION, "MODE_SEQUENTIAL", () -> file.writeAtAll(0, BUFFER, 1, MPI.INT));
      refused(MPI.ERR_UNSUPPORTED_OPERATION, "MODE_SEQUENTIAL", () -> file.seek(0, MPI.SEEK_SET));
      refused(MPI.ERR_UNSUPPORTED_OPERATION, "MODE_SEQUENTIAL", () -> file.seekShared(0, MPI.SEEK_SET));
      file.writeOrdered(BUFFER, 2, MPI.INT);
      file.setView(MPI.DISPLACEMENT_CURRENT, MPI.INT, MPI.INT, "native");
      assertEquals(16, file.getView().getDisp());
      file.writeShared(BUFFER, 1, MPI.INT);
      file.close();
    }

    private static void appended() {
      File file = open("s", MPI.MODE_RDWR | MPI.MODE_APPEND);
      assertEquals(24, file.getPosition());
      assertEquals(24, file.getPositionShared());
      file.preallocate(4096);
      file.preallocate(10);
      assertEquals(4096, file.getSize());
      file.setSize(5L << 30);
      file.setView(5L << 30, MPI.INT, MPI.INT, "native");
      file.writeAll(new int[] {7}, 1, MPI.INT);
      int[] back = new int[1];
      file.readAt(0, back, 1, MPI.INT);
      assertEquals(7, back[0]);
      assertEquals((5L << 30) + 4, file.getSize(), "beyond what 32 bits hold");
      file.setSize(0);
      file.close();
    }
  }

  @Test
  void placesThatNoFileHasAreRefusedAtEveryRank() {
    ThreadRanks.run(2, Beyond.class);
  }

  static final class Beyond implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      File file = open("beyond", MPI.MODE_RDWR | MPI.MODE_CREATE);
      long last = Long.MAX_VALUE - 3;
      refused(MPI.ERR_ARG, rank == 1 ? "beyond" : "rank 1", () -> file.writeAtAll(rank == 1 ? last : 0, new byte[8], 8, MPI.BYTE));
      refused(MPI.ERR_ARG, "beyond", () -> file.readAt(last, new byte[8], 8, MPI.BYTE));
      if (rank == 1) {
        file.seek(last, MPI.SEEK_SET);
      }
      refused(MPI.ERR_ARG, rank == 1 ? "beyond" : "rank 1", () -> file.writeAll(new byte[8], 8, MPI.BYTE));
      file.setView(8, MPI.LONG, MPI.LONG, "native");
      refused(MPI.ERR_ARG, "", () -> file.seek(Long.MAX_VALUE / 8, MPI.SEEK_SET));
      refused(MPI.ERR_ARG, "", () -> file.seekShared(Long.MAX_VALUE, MPI.SEEK_SET));
      refused(MPI.ERR_ARG, "more than a file", () -> file.getByteOffset(Long.MAX_VALUE / 8 + 1));
      refused(MPI.ERR_ARG, "beyond", () -> file.getByteOffset(Long.MAX_VALUE / 8));
      byTheSharedPointer(file, rank);
      file.close();
      MPI.Finalize();
    }

    private static void byTheSharedPointer(File file, int rank) {
      int[] data = {rank, 1, 2};
      file.setView(0, MPI.INT, MPI.INT, "native");
      long last = Long.MAX_VALUE / 4 - 1;
      file.seekShared(last, MPI.SEEK_SET);
      refused(MPI.ERR_ARG, rank == 0 ? "beyond" : "rank 0", () -> file.writeOrdered(data, 3, MPI.INT));
      assertEquals(last, file.getPositionShared());
      refused(MPI.ERR_ARG, rank == 0 ? "beyond" : "rank 0", () -> file.readOrdered(data, 1, MPI.INT));
      refused(MPI.ERR_ARG, "beyond", () -> file.writeShared(data, 3, MPI.INT));
      refused(MPI.ERR_ARG, "beyond", () -> file.iReadShared(IntBuffer.wrap(data), 3, MPI.INT));
      MPI.COMM_WORLD.barrier();
      assertEquals(last, file.getPositionShared(), "who is refused leaves it where it was");
      Datatype sparse = Datatype.createResized(MPI.INT, 0, 1 << 30);
      sparse.commit();
      file.setView(0, MPI.INT, rank == 1 ? sparse : MPI.INT, "native");
      file.seekShared((1L << 33) - 1, MPI.SEEK_SET);
      refused(MPI.ERR_ARG, rank == 1 ? "this rank's view" : "rank 1", () -> file.readOrdered(data, 1, MPI.INT));
      file.setView(0, MPI.INT, MPI.INT, "native");
      file.writeOrdered(data, 3, MPI.INT);
      assertEquals(6, file.getPositionShared(), "the file is of use after all that");
    }
  }

  @Test
  void placesThatNoDiskHasAreEmptyToReadAndRefusedToWriteAlsoTogether() {
    ThreadRanks.run(2, FarAway.class);
  }

  /** At the end of what a long counts, where a place and a length have no sum. */
  static final class FarAway implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      byte[] data = new byte[12];
      for (String together : new String[] {"automatic", "enable", "disable"}) {
        Info hints = new Info();
        hints.set("romio_cb_read", together);
        hints.set("romio_cb_write", together);
        File file = new File(MPI.COMM_WORLD, path("far"), MPI.MODE_RDWR | MPI.MODE_CREATE, hints);
        for (long place : new long[] {Long.MAX_VALUE - 12, Long.MAX_VALUE - 15, Long.MAX_VALUE - 15 - (1 << 20), Long.MAX_VALUE - (1 << 24)}) {
          assertEquals(0, file.readAt(place, data, 12, MPI.BYTE).getCount(MPI.BYTE));
          assertEquals(0, file.readAtAll(place, data, 12, MPI.BYTE).getCount(MPI.BYTE));
          assertEquals(0, file.readAtAll(rank == 0 ? 0 : place, data, 12, MPI.BYTE).getCount(MPI.BYTE));
          refused(MPI.ERR_QUOTA, "", () -> file.writeAt(place, data, 12, MPI.BYTE));
          refused(MPI.ERR_QUOTA, "", () -> file.writeAtAll(place, data, 12, MPI.BYTE));
        }
        refused(MPI.ERR_QUOTA, "", () -> file.writeAtAll(rank == 0 ? 0 : Long.MAX_VALUE - 15, data, 12, MPI.BYTE));
        MPI.COMM_WORLD.barrier();
        file.setSize(0);
        file.close();
      }
      MPI.Finalize();
    }
  }

  @Test
  void aFullDiskIsToldToEveryRankAndNobodyHangs() {
    if (Files.isWritable(Path.of("/dev/full"))) {
      ThreadRanks.run(3, Full.class);
    } else {
      assertFalse(Files.exists(Path.of("/dev/full")), "it is there and cannot be written");
    }
  }

  /** /dev/full takes nothing: ENOSPC. */
  static final class Full implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      for (String together : new String[] {"enable", "disable"}) {
        Info hints = new Info();
        hints.set("romio_cb_write", together);
        hints.set("cb_nodes", "1");
        File file = new File(MPI.COMM_WORLD, "/dev/full", MPI.MODE_WRONLY, hints);
        boolean servesOrWrites = rank == 0 || together.equals("disable");
        int[] data = new int[100_000];
        refused(MPI.ERR_NO_SPACE, servesOrWrites ? "No space" : "rank 0", () -> file.writeAtAll(400_000L * rank, data, 100_000, MPI.INT));
        Request started = file.iWriteAtAll(400_000L * rank, IntBuffer.wrap(data), 100_000, MPI.INT);
        refused(MPI.ERR_NO_SPACE, "", started::waitFor);
        file.writeAtAllBegin(400_000L * rank, data, 100_000, MPI.INT);
        refused(MPI.ERR_NO_SPACE, servesOrWrites ? "No space" : "rank 0", () -> file.writeAtAllEnd(data));
        Request alone = file.iWriteAt(0, IntBuffer.wrap(data), 10, MPI.INT);
        refused(MPI.ERR_NO_SPACE, "No space", alone::waitFor);
        refused(MPI.ERR_NO_SPACE, "No space", () -> file.writeAt(0, data, 10, MPI.INT));
        assertEquals(0, file.writeAtAll(0, data, 0, MPI.INT).getCount(MPI.INT));
        file.close();
      }
      MPI.Finalize();
    }
  }

  @Test
  void aFileThatVanishesIsAnErrorWhereItIsLookedFor() throws IOException {
    Files.write(folder.resolve("v"), new byte[16]);
    ThreadRanks.run(2, Vanishing.class);
  }

  static final class Vanishing implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      File file = open("v", MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
      MPI.COMM_WORLD.barrier();
      if (MPI.COMM_WORLD.getRank() == 0) {
        try {
          Files.delete(Path.of(path("v")));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      MPI.COMM_WORLD.barrier();
      assertEquals(16, file.getSize(), "who has it open has it");
      file.close();
      refused(MPI.ERR_NO_SUCH_FILE, "", () -> open("v", MPI.MODE_RDWR));
      MPI.Finalize();
    }
  }
}
