package mpi;

import java.util.Map;
import org.braid.base.BraidException;
import org.braid.mpi.file.Kind;
import org.braid.mpi.file.Kind.Where;
import org.braid.mpi.file.OpenFile;
import org.braid.mpi.file.Whence;
import org.braid.mpi.file.collective.Operation;
import org.braid.mpi.file.disk.Disk;
import org.jspecify.annotations.Nullable;

/**
 * A file that the ranks of a communicator have opened together (MPI 4.1, chapter 14). Buffers are arrays, buffers or memory segments, as for messages, read or written from their element 0. Offsets count etypes of the view. A collective call that fails at one rank fails
 * at all: the rank that met the trouble is told what it is, the others where it is.
 *
 * <p>Errors: ERR_ACCESS to read what is write-only, ERR_READ_ONLY to write what is read-only, ERR_UNSUPPORTED_OPERATION for sequential files, ERR_NO_SPACE and ERR_QUOTA where there is no room, ERR_NOT_SAME for arguments that differ, ERR_FILE after {@link #close}.
 */
public class File extends LargeFileCalls {
  private final OpenFile open;
  final FileAccesses accesses;
  private Errhandler errhandler = Predefined.ERRORS_RETURN;
  private FileView view = new FileView(0, Predefined.BYTE, Predefined.BYTE, "native");
  private @Nullable Datatype splitType;

  /**
   * Opens a file; collective (MPI 4.1, section 14.2.1).
   *
   * @param comm an intracommunicator, of which the file makes a copy
   * @param amode a sum of MPI.MODE_ constants, the same at all ranks
   * @throws MPIException ERR_AMODE, ERR_NO_SUCH_FILE, ERR_FILE_EXISTS, ERR_ACCESS, ERR_BAD_FILE, ERR_NOT_SAME
   */
  public File(Comm comm, String filename, int amode) {
    this(comm, filename, amode, Predefined.INFO_NULL);
  }

  /**
   * As {@link #File(Comm, String, int)}, with hints: {@code cb_nodes}, {@code cb_buffer_size}, {@code romio_cb_read} and {@code romio_cb_write}, of which those of rank 0 count (MPI 4.1, section 14.2.1).
   */
  public File(Comm comm, String filename, int amode, Info info) {
    if (!(Arguments.comm(comm, "new File") instanceof Intracomm)) {
      throw new MPIException(ErrorClasses.ERR_COMM, "new File: the communicator is none within one group; give an Intracomm");
    }
    MPIException mistake = mistakeIn(filename, info);
    try {
      open = OpenFile.open(World.files(), comm.collective(), Places.hostNumber(comm.lco()), filename == null ? "" : filename, amode, mistake == null ? hints(null, "new File", info) : Map.of(), mistake == null ? null : FileAccesses.told(mistake));
    } catch (BraidException e) {
      throw mistake == null ? Errors.of(e) : mistake;
    }
    accesses = new FileAccesses(open);
  }

  private static @Nullable MPIException mistakeIn(@Nullable String filename, @Nullable Info info) {
    try {
      Arguments.given(filename, ErrorClasses.ERR_ARG, "new File: the name");
      Map<String, String> ignored = hints(null, "new File", info);
      return null;
    } catch (MPIException mistake) {
      return mistake;
    }
  }

  private static @Nullable MPIException mistakeIn(@Nullable OpenFile open, String call, @Nullable Info info) {
    try {
      Map<String, String> ignored = hints(open, call, info);
      return null;
    } catch (MPIException mistake) {
      return mistake;
    }
  }

  private static Map<String, String> hints(@Nullable OpenFile open, String call, @Nullable Info info) {
    return Refusal.given(open, info, ErrorClasses.ERR_INFO, call, "the info").orEmpty().asMap();
  }

  /** Calls that fail below throw what MPI calls it. */
  private interface Call<T extends @Nullable Object> {
    T run();
  }

  private static <T extends @Nullable Object> T called(Call<T> call) {
    try {
      return call.run();
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static void done(Runnable call) {
    try {
      call.run();
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  // ---- the file

  /** Closes the file when all ranks are here, and deletes it if it was opened so; collective. All accesses have been waited for (MPI 4.1, section 14.2.2). */
  public void close() {
    done(open::close);
  }

  /** Whether it was closed. */
  public boolean isNull() {
    return open.isClosed();
  }

  /** Deletes a file that nobody has open (MPI 4.1, section 14.2.3). */
  public static void delete(String filename) {
    String name = Arguments.given(filename, ErrorClasses.ERR_ARG, "File.delete: the name");
    done(() -> Disk.delete(Disk.pathOf(name)));
  }

  /** As {@link #delete(String)}; no hint says anything about it. */
  public static void delete(String filename, Info info) {
    delete(filename);
  }

  /** Makes the file as long as that, in bytes; collective (MPI 4.1, section 14.2.4). */
  public void setSize(long size) {
    done(() -> open.resize(size));
  }

  /** Makes room on the disk for the first {@code size} bytes, and the file at least as long; collective. Gaps in the file as it is stay gaps (MPI 4.1, section 14.2.5). */
  public void preallocate(long size) {
    done(() -> open.preallocate(size));
  }

  /** Its length in bytes (MPI 4.1, section 14.2.6). */
  public long getSize() {
    return called(open::bytes);
  }

  /** The ranks that have opened it (MPI 4.1, section 14.2.7). */
  public Group getGroup() {
    return new Group(called(open::members), World.here().all.self());
  }

  /** How it was opened (MPI 4.1, section 14.2.7). */
  public int getAMode() {
    return called(open::mode);
  }

  /** Gives hints, of which those of rank 0 count; collective (MPI 4.1, section 14.2.8). ERR_INFO for null or an Info that was freed, at any rank. */
  public void setInfo(Info info) {
    MPIException mistake = mistakeIn(open, "setInfo", info);
    try {
      open.hints(mistake == null ? hints(open, "setInfo", info) : Map.of(), mistake == null ? null : FileAccesses.told(mistake));
    } catch (BraidException e) {
      throw mistake == null ? Errors.of(e) : mistake;
    }
  }

  /** The hints that are followed (MPI 4.1, section 14.2.8). */
  public Info getInfo() {
    Info info = new Info();
    called(open::hints).forEach(info::set);
    return info;
  }

  // ---- the view

  /** As {@link #setView(long, Datatype, Datatype, String, Info)}, without hints. */
  public void setView(long disp, Datatype eType, Datatype fileType, String dataRep) {
    setView(disp, eType, fileType, dataRep, Predefined.INFO_NULL);
  }

  /**
   * Changes what is seen of the file, and sets the pointers to its start; collective (MPI 4.1, section 14.3).
   *
   * @param disp where the view begins, in bytes; MPI.DISPLACEMENT_CURRENT in a sequential file, and only there
   * @param eType committed; offsets count such, at all ranks as long ones
   * @param fileType committed, of whole etypes that go upwards
   * @param dataRep {@code native}, {@code internal} (the same) or {@code external32}
   * @throws MPIException ERR_TYPE, ERR_ARG, ERR_INFO, ERR_UNSUPPORTED_DATAREP, ERR_NOT_SAME
   */
  public void setView(long disp, Datatype eType, Datatype fileType, String dataRep, Info info) {
    MPIException mistake = mistakeIn(open, eType, fileType, dataRep, info);
    try {
      if (mistake == null) {
        open.view(disp, eType.map, fileType.map, dataRep, hints(open, "setView", info), null);
      } else {
        open.view(disp, null, null, null, Map.of(), FileAccesses.told(mistake));
      }
    } catch (BraidException e) {
      throw mistake == null ? Errors.of(e) : mistake;
    }
    view = new FileView(called(open::view).displacementBytes(), Datatype.kept(eType), Datatype.kept(fileType), dataRep);
  }

  private static @Nullable MPIException mistakeIn(OpenFile open, @Nullable Datatype eType, @Nullable Datatype fileType, @Nullable String dataRep, @Nullable Info info) {
    try {
      boolean objects = Arguments.type(open, eType, "setView").committed(open, "setView").isObject() | Arguments.type(open, fileType, "setView").committed(open, "setView").isObject();
      String ignored = Refusal.given(open, dataRep, ErrorClasses.ERR_ARG, "setView", "the data representation");
      return objects ? Refusal.of(open, ErrorClasses.ERR_TYPE, "setView", "objects have no form in files") : mistakeIn(open, "setView", info);
    } catch (MPIException mistake) {
      return mistake;
    }
  }

  /** What is seen of the file; its derived types are copies, which the caller may free (MPI 4.1, section 14.3). */
  public FileView getView() {
    done(open::view);
    return new FileView(view.getDisp(), Datatype.kept(view.getEType()), Datatype.kept(view.getFileType()), view.getDataRep());
  }

  /** The extent of a type in this file, in bytes: the same in every representation, since those of Java's types are (MPI 4.1, section 14.5). */
  public int getTypeExtent(Datatype type) {
    done(open::view);
    return Datatype.inInt("getTypeExtent", Arguments.type(open, type, "getTypeExtent").map.extentBytes());
  }

  /** The byte of the file at which the etype {@code offset} of the view begins (MPI 4.1, section 14.4.3). */
  public long getByteOffset(long offset) {
    return called(() -> open.byteOffset(offset));
  }

  // ---- pointers

  /** Moves the individual pointer (MPI 4.1, section 14.4.3). */
  public void seek(long offset, int whence) {
    Whence from = whence("seek", whence);
    done(() -> open.seek(offset, from));
  }

  /** Where the individual pointer is, in etypes (MPI 4.1, section 14.4.3). */
  public long getPosition() {
    return called(open::position);
  }

  /** Moves the shared pointer; collective (MPI 4.1, section 14.4.4). */
  public void seekShared(long offset, int whence) {
    MPIException mistake = null;
    Whence from = Whence.SET;
    try {
      from = whence("seekShared", whence);
    } catch (MPIException wrong) {
      mistake = wrong;
    }
    try {
      open.seekShared(offset, from, mistake == null ? null : FileAccesses.told(mistake));
    } catch (BraidException e) {
      throw mistake == null ? Errors.of(e) : mistake;
    }
  }

  /** Where the shared pointer is, in etypes (MPI 4.1, section 14.4.4). */
  public long getPositionShared() {
    return called(open::sharedPosition);
  }

  private Whence whence(String call, int whence) {
    return switch (whence) {
      case Constants.SEEK_SET -> Whence.SET;
      case Constants.SEEK_CUR -> Whence.CURRENT;
      case Constants.SEEK_END -> Whence.END;
      default -> throw Refusal.of(open, ErrorClasses.ERR_ARG, call, "the whence " + whence + " is none of MPI.SEEK_SET, SEEK_CUR and SEEK_END");
    };
  }

  // ---- consistency

  /** From now on each access is whole before others see it; collective (MPI 4.1, section 14.6.1). */
  public void setAtomicity(boolean atomicity) {
    done(() -> open.atomic(atomicity));
  }

  /** Whether that was said (MPI 4.1, section 14.6.1). */
  public boolean getAtomicity() {
    return called(open::isAtomic);
  }

  /** Returns when what all ranks have written is on the disk; collective (MPI 4.1, section 14.6.1). */
  public void sync() {
    done(open::sync);
  }

  // ---- errors

  /** The handler that was set last, or ERRORS_RETURN (MPI 4.1, section 14.7). */
  public Errhandler getErrhandler() {
    return errhandler;
  }

  /** Keeps the handler; errors are thrown as {@link MPIException} with each of them (MPI 4.1, section 9.3.3). */
  public void setErrhandler(Errhandler handler) {
    errhandler = Refusal.given(open, handler, ErrorClasses.ERR_ARG, "setErrhandler", "the handler");
  }

  /** Does what an error of class {@code errorCode} would do: throws, unless the handler is ERRORS_RETURN (MPI 4.1, section 9.3.4). */
  public void callErrhandler(int errorCode) {
    if (!errhandler.equals(Predefined.ERRORS_RETURN)) {
      throw Errors.reported(errorCode, "on " + open.title() + " with " + errhandler);
    }
  }

  // ---- accesses

  /** Reads from an offset, in etypes of the view; what went to or from memory (MPI 4.1, section 14.4.2). */
  public Status readAt(long offset, Object buf, int count, Datatype type) {
    return accesses.access(Kind.alone("readAt", false, Where.EXPLICIT, offset), buf, count, type);
  }

  /** As {@link #readAt}, of all ranks together (MPI 4.1, section 14.4.2). */
  public Status readAtAll(long offset, Object buf, int count, Datatype type) {
    return accesses.together(Kind.together(Operation.READ_AT_ALL, false, Where.EXPLICIT, offset), buf, count, type);
  }

  /** Starts {@link #readAt} (MPI 4.1, section 14.4.2). */
  public Request iReadAt(long offset, Object buf, int count, Datatype type) {
    return accesses.start(Kind.alone("iReadAt", false, Where.EXPLICIT, offset), buf, count, type);
  }

  /** Starts {@link #readAtAll} (MPI 4.1, section 14.4.2). */
  public Request iReadAtAll(long offset, Object buf, int count, Datatype type) {
    return accesses.startTogether(Kind.together(Operation.READ_AT_ALL, false, Where.EXPLICIT, offset), buf, count, type);
  }

  /** Reads from where the individual pointer is, which moves behind what was asked for (MPI 4.1, section 14.4.3). */
  public Status read(Object buf, int count, Datatype type) {
    return accesses.access(Kind.alone("read", false, Where.INDIVIDUAL, 0), buf, count, type);
  }

  /** As {@link #read}, of all ranks together (MPI 4.1, section 14.4.3). */
  public Status readAll(Object buf, int count, Datatype type) {
    return accesses.together(Kind.together(Operation.READ_ALL, false, Where.INDIVIDUAL, 0), buf, count, type);
  }

  /** Starts {@link #read} (MPI 4.1, section 14.4.3). */
  public Request iRead(Object buf, int count, Datatype type) {
    return accesses.start(Kind.alone("iRead", false, Where.INDIVIDUAL, 0), buf, count, type);
  }

  /** Starts {@link #readAll} (MPI 4.1, section 14.4.3). */
  public Request iReadAll(Object buf, int count, Datatype type) {
    return accesses.startTogether(Kind.together(Operation.READ_ALL, false, Where.INDIVIDUAL, 0), buf, count, type);
  }

  /** Reads from where the shared pointer is; each rank has what nobody else has, in the order in which they come (MPI 4.1, section 14.4.4). */
  public Status readShared(Object buf, int count, Datatype type) {
    return accesses.access(Kind.alone("readShared", false, Where.SHARED, 0), buf, count, type);
  }

  /** Starts {@link #readShared} (MPI 4.1, section 14.4.4). */
  public Request iReadShared(Object buf, int count, Datatype type) {
    return accesses.start(Kind.alone("iReadShared", false, Where.SHARED, 0), buf, count, type);
  }

  /** As {@link #readShared}, of all ranks together, in the order of their ranks (MPI 4.1, section 14.4.4). */
  public Status readOrdered(Object buf, int count, Datatype type) {
    return accesses.together(Kind.together(Operation.READ_ORDERED, false, Where.SHARED, 0), buf, count, type);
  }

  /** Begins {@link #readAtAll}; the buffer belongs to the access until its end (MPI 4.1, section 14.4.5). */
  public void readAtAllBegin(long offset, Object buf, int count, Datatype type) {
    begin(Kind.together(Operation.READ_AT_ALL, false, Where.EXPLICIT, offset), buf, count, type);
  }

  /** Ends what {@link #readAtAllBegin} has begun with the same buffer (MPI 4.1, section 14.4.5). */
  public Status readAtAllEnd(Object buf) {
    return end(Operation.READ_AT_ALL, buf);
  }

  /** Begins {@link #readAll}; the buffer belongs to the access until its end (MPI 4.1, section 14.4.5). */
  public void readAllBegin(Object buf, int count, Datatype type) {
    begin(Kind.together(Operation.READ_ALL, false, Where.INDIVIDUAL, 0), buf, count, type);
  }

  /** Ends what {@link #readAllBegin} has begun with the same buffer (MPI 4.1, section 14.4.5). */
  public Status readAllEnd(Object buf) {
    return end(Operation.READ_ALL, buf);
  }

  /** Begins {@link #readOrdered}; the buffer belongs to the access until its end (MPI 4.1, section 14.4.5). */
  public void readOrderedBegin(Object buf, int count, Datatype type) {
    begin(Kind.together(Operation.READ_ORDERED, false, Where.SHARED, 0), buf, count, type);
  }

  /** Ends what {@link #readOrderedBegin} has begun with the same buffer (MPI 4.1, section 14.4.5). */
  public Status readOrderedEnd(Object buf) {
    return end(Operation.READ_ORDERED, buf);
  }

  /** Writes to an offset, in etypes of the view; what went to or from memory (MPI 4.1, section 14.4.2). */
  public Status writeAt(long offset, Object buf, int count, Datatype type) {
    return accesses.access(Kind.alone("writeAt", true, Where.EXPLICIT, offset), buf, count, type);
  }

  /** As {@link #writeAt}, of all ranks together (MPI 4.1, section 14.4.2). */
  public Status writeAtAll(long offset, Object buf, int count, Datatype type) {
    return accesses.together(Kind.together(Operation.WRITE_AT_ALL, true, Where.EXPLICIT, offset), buf, count, type);
  }

  /** Starts {@link #writeAt} (MPI 4.1, section 14.4.2). */
  public Request iWriteAt(long offset, Object buf, int count, Datatype type) {
    return accesses.start(Kind.alone("iWriteAt", true, Where.EXPLICIT, offset), buf, count, type);
  }

  /** Starts {@link #writeAtAll} (MPI 4.1, section 14.4.2). */
  public Request iWriteAtAll(long offset, Object buf, int count, Datatype type) {
    return accesses.startTogether(Kind.together(Operation.WRITE_AT_ALL, true, Where.EXPLICIT, offset), buf, count, type);
  }

  /** Writes to where the individual pointer is, which moves behind what was asked for (MPI 4.1, section 14.4.3). */
  public Status write(Object buf, int count, Datatype type) {
    return accesses.access(Kind.alone("write", true, Where.INDIVIDUAL, 0), buf, count, type);
  }

  /** As {@link #write}, of all ranks together (MPI 4.1, section 14.4.3). */
  public Status writeAll(Object buf, int count, Datatype type) {
    return accesses.together(Kind.together(Operation.WRITE_ALL, true, Where.INDIVIDUAL, 0), buf, count, type);
  }

  /** Starts {@link #write} (MPI 4.1, section 14.4.3). */
  public Request iWrite(Object buf, int count, Datatype type) {
    return accesses.start(Kind.alone("iWrite", true, Where.INDIVIDUAL, 0), buf, count, type);
  }

  /** Starts {@link #writeAll} (MPI 4.1, section 14.4.3). */
  public Request iWriteAll(Object buf, int count, Datatype type) {
    return accesses.startTogether(Kind.together(Operation.WRITE_ALL, true, Where.INDIVIDUAL, 0), buf, count, type);
  }

  /** Writes to where the shared pointer is; each rank has what nobody else has, in the order in which they come (MPI 4.1, section 14.4.4). */
  public Status writeShared(Object buf, int count, Datatype type) {
    return accesses.access(Kind.alone("writeShared", true, Where.SHARED, 0), buf, count, type);
  }

  /** Starts {@link #writeShared} (MPI 4.1, section 14.4.4). */
  public Request iWriteShared(Object buf, int count, Datatype type) {
    return accesses.start(Kind.alone("iWriteShared", true, Where.SHARED, 0), buf, count, type);
  }

  /** As {@link #writeShared}, of all ranks together, in the order of their ranks (MPI 4.1, section 14.4.4). */
  public Status writeOrdered(Object buf, int count, Datatype type) {
    return accesses.together(Kind.together(Operation.WRITE_ORDERED, true, Where.SHARED, 0), buf, count, type);
  }

  /** Begins {@link #writeAtAll}; the buffer belongs to the access until its end (MPI 4.1, section 14.4.5). */
  public void writeAtAllBegin(long offset, Object buf, int count, Datatype type) {
    begin(Kind.together(Operation.WRITE_AT_ALL, true, Where.EXPLICIT, offset), buf, count, type);
  }

  /** Ends what {@link #writeAtAllBegin} has begun with the same buffer (MPI 4.1, section 14.4.5). */
  public Status writeAtAllEnd(Object buf) {
    return end(Operation.WRITE_AT_ALL, buf);
  }

  /** Begins {@link #writeAll}; the buffer belongs to the access until its end (MPI 4.1, section 14.4.5). */
  public void writeAllBegin(Object buf, int count, Datatype type) {
    begin(Kind.together(Operation.WRITE_ALL, true, Where.INDIVIDUAL, 0), buf, count, type);
  }

  /** Ends what {@link #writeAllBegin} has begun with the same buffer (MPI 4.1, section 14.4.5). */
  public Status writeAllEnd(Object buf) {
    return end(Operation.WRITE_ALL, buf);
  }

  /** Begins {@link #writeOrdered}; the buffer belongs to the access until its end (MPI 4.1, section 14.4.5). */
  public void writeOrderedBegin(Object buf, int count, Datatype type) {
    begin(Kind.together(Operation.WRITE_ORDERED, true, Where.SHARED, 0), buf, count, type);
  }

  /** Ends what {@link #writeOrderedBegin} has begun with the same buffer (MPI 4.1, section 14.4.5). */
  public Status writeOrderedEnd(Object buf) {
    return end(Operation.WRITE_ORDERED, buf);
  }

  void begin(Kind kind, Object buf, long count, Datatype type) {
    accesses.begin(kind, buf, count, type);
    splitType = type;
  }

  private Status end(Operation operation, Object buf) {
    return FileAccesses.status(called(() -> open.end(operation, buf)), splitType);
  }
}
