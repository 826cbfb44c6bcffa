package mpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.braid.mpi.window.Window;
import org.braid.mpi.window.WindowOffer;
import org.jspecify.annotations.Nullable;

/**
 * A window: memory of each rank of a communicator that all of them may read, write and combine with, in epochs, without the owner's part (MPI 4.1, chapter 12). Sizes, and the displacement unit that a window is made with, count
 * elements of the buffer given, bytes if none is; a displacement counts the target's units.
 *
 * <p>Buffers of {@code MPI.newByteBuffer} and its relatives, and memory that windows allocate, are touched directly by ranks on the same host; other memory by messages, which the target's process applies while its program
 * computes. A buffer's position and limit are ignored. Data of an access that reads may be used again when the call returns; what a call fills is there when its epoch ends, or a flush returns, or its request is done.
 */
public class Win extends LargeWindowCalls {
  /** The handle of no window, in Open MPI's bindings. */
  public static final int WIN_NULL = 0;

  /** A window that allocates memory for each rank. */
  public static final int FLAVOR_PRIVATE = 0;

  /** A window whose memory all ranks may use as their own: {@link #sharedQuery}. */
  public static final int FLAVOR_SHARED = 1;

  private static final int FENCE_ASSERTIONS = Constants.MODE_NOSTORE | Constants.MODE_NOPUT | Constants.MODE_NOPRECEDE | Constants.MODE_NOSUCCEED;
  private static final int POST_ASSERTIONS = Constants.MODE_NOCHECK | Constants.MODE_NOSTORE | Constants.MODE_NOPUT;

  /** The null window: every call on it is refused with ERR_WIN. */
  protected Win() {}

  /**
   * A window over memory of the program's (MPI 4.1, section 12.2.1). Collective.
   *
   * @param base this rank's memory: a direct or heap buffer, which must not be read-only; null if the size is 0
   * @param size in elements of the buffer
   * @param dispUnit what one displacement counts, in elements of the buffer
   * @param info hints; of Braid's own, {@code braid_by_messages=true} lets messages carry all accesses
   * @throws MPIException ERR_SIZE, ERR_BUFFER, ERR_DISP, ERR_COMM, ERR_INFO; ERR_ARG if another rank's arguments are wrong
   */
  public Win(@Nullable Buffer base, int size, int dispUnit, Info info, Comm comm) {
    this((Object) base, size, dispUnit, info, comm);
  }

  /** As {@link #Win(Buffer, int, int, Info, Comm)}, over an array or a memory segment, too; of a segment the elements are bytes. */
  public Win(@Nullable Object base, int size, int dispUnit, Info info, Comm comm) {
    this(comm, info, () -> WinArguments.over(base, size, dispUnit, info));
  }

  /**
   * A window with memory of its own (MPI 4.1, sections 12.2.2 and 12.2.3), which the attribute MPI.WIN_BASE has. Collective.
   *
   * @param size in elements of {@code base}, in bytes if that is null
   * @param dispUnit what one displacement counts, likewise
   * @param base null, or a buffer that becomes the window's memory instead; for shared memory one of {@code MPI.newByteBuffer} or its relatives
   * @param flavor {@link #FLAVOR_PRIVATE} or {@link #FLAVOR_SHARED}; shared memory of all ranks lies in one piece if nobody gives a buffer or the hint {@code alloc_shared_noncontig=true}
   * @throws MPIException as above; ERR_RMA_SHARED if not all ranks can touch it, ERR_NO_MEM
   */
  public Win(int size, int dispUnit, Info info, Comm comm, @Nullable Buffer base, int flavor) {
    this(comm, info, () -> WinArguments.allocated(base, size, dispUnit, info, flavor));
  }

  /** A dynamic window: one without memory, to which memory is {@linkplain #attach attached} (MPI 4.1, section 12.2.4). Collective. Its displacements count bytes, see {@link #getDisplacement}. */
  public Win(Info info, Comm comm) {
    this(comm, info, () -> WinArguments.dynamic(info));
  }

  Win(Comm comm, Info info, Supplier<WindowOffer> offer) {
    super(WinArguments.get(() -> World.windows().create(WinArguments.comm(comm).collective(), offer, own -> ChosenCollectives.of(own, null, null))), comm.getGroup(), info);
  }

  // ---- static, so here: none that a class inherits from one of its package can be called by reflection

  /** A new key under which windows of this process may have attributes (MPI 4.1, section 7.7.3). */
  public static int createKeyval() {
    return Attributes.createKeyval(AttributeKeys.Kind.WIN);
  }

  /** Gives a key back; attributes under it may not be asked for any more (MPI 4.1, section 7.7.3). */
  public static void freeKeyval(int keyval) {
    Attributes.freeKeyval(AttributeKeys.Kind.WIN, keyval);
  }

  // ---- memory

  /**
   * Memory of a rank of a window of {@link #FLAVOR_SHARED}, to be loaded from and stored to as this rank's own (MPI 4.1, section 12.2.3). It is valid until the window is freed.
   *
   * @param rank or MPI.PROC_NULL for the first rank whose part is not empty
   * @throws MPIException ERR_RMA_FLAVOR for other windows
   */
  public ByteBuffer sharedQuery(int rank) {
    return WinArguments.get(() -> window("sharedQuery").shared(rank));
  }

  /** Gives the first {@code size} elements of a buffer to a dynamic window (MPI 4.1, section 12.2.4); ERR_RMA_ATTACH if they are attached already. */
  public void attach(Buffer base, int size) {
    attach((Object) base, size);
  }

  /** As {@link #attach(Buffer, int)}, of arrays or memory segments, too. */
  public void attach(Object base, int size) {
    Window here = window("attach");
    long bytes = WinArguments.sizeBytes(window("attach"), "attach", Arguments.memory(base, "attach"), size);
    long ignored = WinArguments.get(() -> here.attached("attach").attach(base, bytes, false));
  }

  /** Takes back what {@link #attach} has given; when it returns nobody touches it any more. */
  public void detach(Buffer base) {
    detach((Object) base);
  }

  /** As {@link #detach(Buffer)}, of arrays or memory segments, too. */
  public void detach(Object base) {
    Window here = window("detach");
    WinArguments.run(() -> here.attached("detach").detach(Arguments.memory(base, "detach")));
  }

  /** The displacement by which other ranks reach the first element of an attached buffer: what MPI_Get_address is for, in ints. The first buffer of a window has 0. */
  public int getDisplacement(Buffer base) {
    return getDisplacement((Object) base);
  }

  /** As {@link #getDisplacement(Buffer)}, of arrays or memory segments, too. */
  public int getDisplacement(Object base) {
    long displacement = WindowCalls.displacement("getDisplacement", window("getDisplacement"), base);
    if (displacement > Integer.MAX_VALUE) {
      throw new MPIException(ErrorClasses.ERR_DISP, "getDisplacement: the displacement is " + displacement + ", which an int is too short for; LargeWindows.getDisplacement tells it");
    }
    return (int) displacement;
  }

  // ---- accesses

  /** Writes elements to a target (MPI 4.1, section 12.3.1). */
  public void put(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType) {
    put((Object) origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** As {@link #put(Buffer, int, Datatype, int, int, int, Datatype)}, of arrays or memory segments, too. */
  public void put(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType) {
    WindowCalls.put("put", window("put"), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** Reads elements from a target (MPI 4.1, section 12.3.2). */
  public void get(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType) {
    get((Object) origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** As {@link #get(Buffer, int, Datatype, int, int, int, Datatype)}, of arrays or memory segments, too. */
  public void get(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType) {
    WindowCalls.get("get", window("get"), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** Combines elements with those of a target, element by element, atomically: {@code target = origin op target} (MPI 4.1, section 12.3.4). The operation is a predefined one. */
  public void accumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType, Op op) {
    accumulate((Object) origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** As {@link #accumulate(Buffer, int, Datatype, int, int, int, Datatype, Op)}, of arrays or memory segments, too. */
  public void accumulate(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType, Op op) {
    WindowCalls.accumulate("accumulate", window("accumulate"), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** As {@link #accumulate}; the result is what was there before. With MPI.NO_OP it reads, in order with accumulates, and the origin is not looked at (MPI 4.1, section 12.3.4). */
  public void getAccumulate(
      @Nullable Buffer origin,
      int orgCount,
      @Nullable Datatype orgType,
      Buffer result,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op) {
    getAccumulate((Object) origin, orgCount, orgType, (Object) result, resultCount, resultType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** As {@link #getAccumulate(Buffer, int, Datatype, Buffer, int, Datatype, int, int, int, Datatype, Op)}, of arrays or memory segments, too. */
  public void getAccumulate(
      @Nullable Object origin,
      int orgCount,
      @Nullable Datatype orgType,
      Object result,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op) {
    WindowCalls.getAccumulate("getAccumulate", window("getAccumulate"), origin, orgCount, orgType, result, resultCount, resultType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** As {@link #getAccumulate}, of one element of a predefined type (MPI 4.1, section 12.3.4). */
  public void fetchAndOp(@Nullable Buffer origin, Buffer result, Datatype dataType, int targetRank, int targetDisp, Op op) {
    fetchAndOp((Object) origin, (Object) result, dataType, targetRank, targetDisp, op);
  }

  /** As {@link #fetchAndOp(Buffer, Buffer, Datatype, int, int, Op)}, of arrays or memory segments, too. */
  public void fetchAndOp(@Nullable Object origin, Object result, Datatype dataType, int targetRank, int targetDisp, Op op) {
    WindowCalls.fetchAndOp("fetchAndOp", window("fetchAndOp"), origin, result, dataType, targetRank, targetDisp, op);
  }

  /**
   * Writes one element to a target if what is there equals {@code compare}, bit by bit; the result is what was there before. Atomic with accumulates (MPI 4.1, section 12.3.4).
   *
   * @param targetType of integers, BYTE, CHAR or BOOLEAN
   */
  public void compareAndSwap(Buffer origin, Buffer compare, Buffer result, Datatype targetType, int targetRank, int targetDisp) {
    compareAndSwap((Object) origin, (Object) compare, (Object) result, targetType, targetRank, targetDisp);
  }

  /** As {@link #compareAndSwap(Buffer, Buffer, Buffer, Datatype, int, int)}, of arrays or memory segments, too. */
  public void compareAndSwap(Object origin, Object compare, Object result, Datatype targetType, int targetRank, int targetDisp) {
    WindowCalls.compareAndSwap("compareAndSwap", window("compareAndSwap"), origin, compare, result, targetType, targetRank, targetDisp);
  }

  /** As {@link #put}; the request is done when the data is there (MPI 4.1, section 12.3.5). Any epoch will do, though the standard has such calls in those of locks alone. */
  public Request rPut(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType) {
    return rPut((Object) origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** As {@link #rPut(Buffer, int, Datatype, int, int, int, Datatype)}, of arrays or memory segments, too. */
  public Request rPut(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType) {
    return WindowCalls.requestPut("rPut", window("rPut"), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** As {@link #get}; the request is done when the data is here (MPI 4.1, section 12.3.5). Any epoch will do, though the standard has such calls in those of locks alone. */
  public Request rGet(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType) {
    return rGet((Object) origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** As {@link #rGet(Buffer, int, Datatype, int, int, int, Datatype)}, of arrays or memory segments, too. */
  public Request rGet(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType) {
    return WindowCalls.requestGet("rGet", window("rGet"), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** As {@link #accumulate}; the request is done when the target has combined (MPI 4.1, section 12.3.5). Any epoch will do, though the standard has such calls in those of locks alone. */
  public Request rAccumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType, Op op) {
    return rAccumulate((Object) origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** As {@link #rAccumulate(Buffer, int, Datatype, int, int, int, Datatype, Op)}, of arrays or memory segments, too. */
  public Request rAccumulate(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount, Datatype targetType, Op op) {
    return WindowCalls.requestAccumulate("rAccumulate", window("rAccumulate"), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** As {@link #getAccumulate}; the request is done when the result is here (MPI 4.1, section 12.3.5). Any epoch will do, though the standard has such calls in those of locks alone. */
  public Request rGetAccumulate(
      @Nullable Buffer origin,
      int orgCount,
      @Nullable Datatype orgType,
      Buffer result,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op) {
    return rGetAccumulate((Object) origin, orgCount, orgType, (Object) result, resultCount, resultType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** As {@link #rGetAccumulate(Buffer, int, Datatype, Buffer, int, Datatype, int, int, int, Datatype, Op)}, of arrays or memory segments, too. */
  public Request rGetAccumulate(
      @Nullable Object origin,
      int orgCount,
      @Nullable Datatype orgType,
      Object result,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op) {
    return WindowCalls.requestGetAccumulate("rGetAccumulate", window("rGetAccumulate"), origin, orgCount, orgType, result, resultCount, resultType, targetRank, targetDisp, targetCount, targetType, op);
  }

  // ---- active targets

  /**
   * Ends the epoch that the last fence has opened, all accesses of all ranks included, and opens the next one (MPI 4.1, section 12.5.1). Collective.
   *
   * @param assertion 0, or of MPI.MODE_NOSTORE, MODE_NOPUT, MODE_NOPRECEDE and MODE_NOSUCCEED
   */
  public void fence(int assertion) {
    Window here = window("fence");
    int given = WinArguments.assertion(window("fence"), "fence", assertion, FENCE_ASSERTIONS);
    WinArguments.run(() -> here.fence((given & Constants.MODE_NOPRECEDE) != 0, (given & Constants.MODE_NOSUCCEED) != 0));
  }

  /**
   * Exposes this rank's memory to a group, and waits for nobody (MPI 4.1, section 12.5.2).
   *
   * @param assertion 0, or of MPI.MODE_NOCHECK, which {@link #start} must be given, too, MODE_NOSTORE and MODE_NOPUT
   */
  public void post(Group group, int assertion) {
    Window here = window("post");
    int given = WinArguments.assertion(window("post"), "post", assertion, POST_ASSERTIONS);
    int[] origins = ranksOf(group, "post");
    WinArguments.run(() -> here.post(origins, (given & Constants.MODE_NOCHECK) == 0));
  }

  /**
   * Opens an epoch for accesses to a group; waits until all of it have posted (MPI 4.1, section 12.5.2).
   *
   * @param assertion 0 or MPI.MODE_NOCHECK: all of it have posted, with the same assertion
   */
  public void start(Group group, int assertion) {
    Window here = window("start");
    int given = WinArguments.assertion(window("start"), "start", assertion, Constants.MODE_NOCHECK);
    int[] targets = ranksOf(group, "start");
    WinArguments.run(() -> here.start(targets, (given & Constants.MODE_NOCHECK) == 0));
  }

  /** Ends the epoch that {@link #start} has opened: its accesses are over. ERR_ASSERT if either start or {@link #post} alone was given MPI.MODE_NOCHECK. */
  public void complete() {
    WinArguments.run(window("complete")::complete);
  }

  /** Waits until all that the memory was posted to have completed. */
  public void waitFor() {
    WinArguments.run(window("waitFor")::await);
  }

  /** As {@link #waitFor}, with one look; true if the exposure is over. */
  public boolean test() {
    return WinArguments.get(window("test")::test);
  }

  // ---- passive targets

  /**
   * Locks a rank's part of the window, and opens an epoch for accesses to it; waits for the lock (MPI 4.1, section 12.5.3).
   *
   * @param lockType MPI.LOCK_EXCLUSIVE or MPI.LOCK_SHARED
   * @param assertion 0 or MPI.MODE_NOCHECK: nobody holds a lock that excludes this one
   * @throws MPIException ERR_LOCKTYPE, ERR_RANK, ERR_ASSERT, ERR_RMA_SYNC; ERR_PROC_FAILED if whoever holds the lock has died with it
   */
  public void lock(int lockType, int rank, int assertion) {
    Window here = window("lock");
    boolean exclusive = WinArguments.isExclusive(here, lockType);
    checkLocks("lock");
    int given = WinArguments.assertion(window("lock"), "lock", assertion, Constants.MODE_NOCHECK);
    WinArguments.run(() -> here.lock(rank, exclusive, (given & Constants.MODE_NOCHECK) == 0));
  }

  /** Ends the epoch of a lock: its accesses are over, at the target, too. */
  public void unlock(int rank) {
    Window here = window("unlock");
    WinArguments.run(() -> here.unlock(rank));
  }

  /** Shares the locks of all ranks; not collective. As {@link #lock}. */
  public void lockAll(int assertion) {
    Window here = window("lockAll");
    checkLocks("lockAll");
    int given = WinArguments.assertion(window("lockAll"), "lockAll", assertion, Constants.MODE_NOCHECK);
    WinArguments.run(() -> here.lockAll((given & Constants.MODE_NOCHECK) == 0));
  }

  /** Ends the epoch of {@link #lockAll}. */
  public void unlockAll() {
    WinArguments.run(window("unlockAll")::unlockAll);
  }

  /** Waits until all accesses to a rank are over, here and there (MPI 4.1, section 12.5.4). */
  public void flush(int rank) {
    Window here = window("flush");
    WinArguments.run(() -> here.flush("flush", rank));
  }

  /** As {@link #flush}, to all ranks. */
  public void flushAll() {
    Window here = window("flushAll");
    WinArguments.run(() -> here.flushAll("flushAll"));
  }

  /** Waits until the buffers of all accesses to a rank may be used again; here they are over, too. */
  public void flushLocal(int rank) {
    Window here = window("flushLocal");
    WinArguments.run(() -> here.flush("flushLocal", rank));
  }

  /** As {@link #flushLocal}, to all ranks. */
  public void flushLocalAll() {
    Window here = window("flushLocalAll");
    WinArguments.run(() -> here.flushAll("flushLocalAll"));
  }

  /** What this rank has stored in shared memory is there for others, and what they have stored is there for this one (MPI 4.1, section 12.5.4). */
  public void sync() {
    window("sync").sync();
  }
}
