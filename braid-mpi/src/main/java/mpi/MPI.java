package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * The environment of an MPI program: its start and end, its communicators, and the predefined constants, types and operations.
 *
 * <p>Of this package it is the class that each rank has for itself where ranks are threads of one process. No other class names it, and it uses, of what is the package's own, only what is static and what belongs to final classes.
 */
public class MPI implements Constants, ErrorClasses {
  /** Signed bytes; they may lie in {@code byte[]} or a ByteBuffer. */
  public static final Datatype BYTE = Predefined.BYTE;

  public static final Datatype CHAR = Predefined.CHAR;
  public static final Datatype SHORT = Predefined.SHORT;
  public static final Datatype BOOLEAN = Predefined.BOOLEAN;
  public static final Datatype INT = Predefined.INT;
  public static final Datatype LONG = Predefined.LONG;
  public static final Datatype FLOAT = Predefined.FLOAT;
  public static final Datatype DOUBLE = Predefined.DOUBLE;
  /** The result of {@code pack}. */
  public static final Datatype PACKED = Predefined.PACKED;


  /** Serializable objects in an {@code Object[]} or any array of references. */
  public static final Datatype OBJECT = Predefined.OBJECT;

  /** Real and imaginary part, in {@code float[]}. */
  public static final Datatype FLOAT_COMPLEX = Predefined.FLOAT_COMPLEX;

  /** Real and imaginary part, in {@code double[]}. */
  public static final Datatype DOUBLE_COMPLEX = Predefined.DOUBLE_COMPLEX;

  /** Value and index for MAXLOC and MINLOC, in {@code int[]} (mpiJava) or in bytes (Open MPI). */
  public static final Datatype INT2 = Predefined.INT2;

  public static final Datatype SHORT2 = Predefined.SHORT2;
  public static final Datatype LONG2 = Predefined.LONG2;
  public static final Datatype FLOAT2 = Predefined.FLOAT2;
  public static final Datatype DOUBLE2 = Predefined.DOUBLE2;

  /** Value and {@code int} index in C layout, in bytes. */
  public static final Datatype SHORT_INT = Predefined.SHORT_INT;

  public static final Datatype LONG_INT = Predefined.LONG_INT;
  public static final Datatype FLOAT_INT = Predefined.FLOAT_INT;
  public static final Datatype DOUBLE_INT = Predefined.DOUBLE_INT;

  /** Marks the lower bound in {@code Datatype.Struct}. */
  public static final Datatype LB = Predefined.LB;

  /** Marks the upper bound in {@code Datatype.Struct}. */
  public static final Datatype UB = Predefined.UB;

  public static final Datatype DATATYPE_NULL = Datatype.none();
  public static final Datatype NULL = DATATYPE_NULL;

  public static final Op MAX = Predefined.MAX;
  public static final Op MIN = Predefined.MIN;
  public static final Op SUM = Predefined.SUM;
  public static final Op PROD = Predefined.PROD;
  public static final Op LAND = Predefined.LAND;
  public static final Op BAND = Predefined.BAND;
  public static final Op LOR = Predefined.LOR;
  public static final Op BOR = Predefined.BOR;
  public static final Op LXOR = Predefined.LXOR;
  public static final Op BXOR = Predefined.BXOR;
  public static final Op MAXLOC = Predefined.MAXLOC;
  public static final Op MINLOC = Predefined.MINLOC;
  public static final Op REPLACE = Predefined.REPLACE;
  public static final Op NO_OP = Predefined.NO_OP;

  public static final Group GROUP_EMPTY = Group.empty();
  public static final Group GROUP_NULL = Group.none();
  public static final Info INFO_NULL = Predefined.INFO_NULL;

  /** How this process was started: {@code command}, {@code argv}, {@code maxprocs}, {@code host}, {@code arch}, {@code wdir}, {@code thread_level} (MPI 4.1, section 11.5). */
  public static final Info INFO_ENV = Info.lazily(new StartInfo());

  /** Processors that this process may use, as MPJ Express counts them. */
  public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

  public static final Errhandler ERRORS_ARE_FATAL = Predefined.ERRORS_ARE_FATAL;
  public static final Errhandler ERRORS_ABORT = Predefined.ERRORS_ABORT;
  public static final Errhandler ERRORS_RETURN = Predefined.ERRORS_RETURN;

  /** A status of nothing: no source, no tag, no data. */
  public static final Status EMPTY_STATUS = new Status();

  /** Access to pairs in byte buffers. */
  public static final Int2 int2 = new Int2();

  public static final ShortInt shortInt = new ShortInt();
  public static final LongInt longInt = new LongInt();
  public static final FloatInt floatInt = new FloatInt();
  public static final DoubleInt doubleInt = new DoubleInt();

  /** All processes of the job. Before Init, in a process that nobody launched, it has one rank: 0. */
  public static final Intracomm COMM_WORLD = World.here().all;

  /** This process alone. */
  public static final Intracomm COMM_SELF = World.here().self;

  public static final Comm COMM_NULL = Comm.none();
  public static final Request REQUEST_NULL = new NullRequest();

  /** Programs need no object of this class; Open MPI's had one, so this one may have one, too. */
  public MPI() {}

  /**
   * Starts MPI. All calls may come from any thread at any time (THREAD_MULTIPLE), as in MPJ Express.
   *
   * @return the user's arguments, without those that the launcher may have put before them
   */
  public static String[] Init(String[] args) {
    String[] rest = ArgumentStyle.userPart(args);
    World.here().init(THREAD_MULTIPLE);
    return rest;
  }

  /** Starts MPI for a program that promises to call from one thread at a time, or from many; the level provided. */
  public static int InitThread(String[] args, int required) {
    World.here().init(checked(required));
    return required;
  }

  /** As {@link #InitThread}, in MPJ Express's spelling; the user's arguments. */
  public static String[] initThread(int rank, int required, String[] args) {
    String[] rest = ArgumentStyle.userPart(args);
    World.here().init(checked(required));
    return rest;
  }

  private static int checked(int level) {
    if (level < THREAD_SINGLE || level > THREAD_MULTIPLE) {
      throw new MPIException(ERR_ARG, "InitThread: level " + level + " is not MPI.THREAD_SINGLE to MPI.THREAD_MULTIPLE");
    }
    return level;
  }

  /** Ends MPI; waits until all ranks call it. Init may be called again after it. */
  public static void Finalize() {
    World.here().finish();
  }

  /** Whether Init has been called, also after Finalize; it may be asked at any time (MPI 4.1, section 11.2). */
  public static boolean isInitialized() {
    return World.here().isInitialized();
  }

  /** Whether MPI can be used: between Init and Finalize, as in MPJ Express, where a program that finds it false calls Init again. {@link #isInitialized} stays true (MPI 4.1, section 11.2). */
  public static boolean Initialized() {
    return World.here().isInitialized() && !World.here().isFinalized();
  }

  /** Whether Finalize has ended MPI; it may be asked at any time (MPI 4.1, section 11.2). */
  public static boolean isFinalized() {
    return World.here().isFinalized();
  }

  /** The thread level that Init provided. */
  public static int queryThread() {
    return World.threadLevel();
  }

  /** Whether this thread called Init. */
  public static boolean isThreadMain() {
    return World.here().isMainThread();
  }

  /** As {@link #isThreadMain}, in MPJ Express's spelling (MPI 4.1, section 11.6.2). */
  public static boolean isMainThread() {
    return World.here().isMainThread();
  }

  /** Seconds since some moment in the past, the same moment for all processes of a host. */
  public static double wtime() {
    return System.nanoTime() * 1e-9;
  }

  /** As {@link #wtime}, in mpiJava's spelling (MPI 4.1, section 9.6). */
  public static double Wtime() {
    return wtime();
  }

  /** Resolution of {@link #wtime} in seconds. */
  public static double wtick() {
    return 1e-9;
  }

  /** As {@link #wtick}, in mpiJava's spelling (MPI 4.1, section 9.6). */
  public static double Wtick() {
    return wtick();
  }

  /** Name of the host. */
  public static String getProcessorName() {
    return ProcessorName.get();
  }

  /** As {@link #getProcessorName}, in mpiJava's spelling (MPI 4.1, section 9.1.2). */
  public static String Get_processor_name() {
    return ProcessorName.get();
  }

  /** The version of the MPI standard that this interface follows (MPI 4.1, section 9.1.1). */
  public static Version getVersion() {
    return new Version(VERSION, SUBVERSION);
  }

  /** The name of this library (MPI 4.1, section 9.1.1). */
  public static String getLibVersion() {
    return "Braid";
  }

  // ---- errors of the program's own

  /** A new error class, which is an error code, too; {@code LASTUSEDCODE} is it from now on (MPI 4.1, section 9.5). */
  public static int addErrorClass() {
    return World.addedErrors().addClass();
  }

  /** A new error code of that class, which may be one of MPI's (MPI 4.1, section 9.5). */
  public static int addErrorCode(int errorclass) {
    return World.addedErrors().addCode(errorclass);
  }

  /** What a code, or a class, that the program has added stands for; in place of an older text (MPI 4.1, section 9.5). */
  public static void addErrorString(int errorcode, String string) {
    World.addedErrors().addString(errorcode, string);
  }

  /** Takes a class off that the program has added, and of which no code is left (MPI 4.1, section 9.5). */
  public static void removeErrorClass(int errorclass) {
    World.addedErrors().remove("removeErrorClass", errorclass, true);
  }

  /** Takes a code off that the program has added (MPI 4.1, section 9.5). */
  public static void removeErrorCode(int errorcode) {
    World.addedErrors().remove("removeErrorCode", errorcode, false);
  }

  /** Takes the text off that the program has given a code of its own (MPI 4.1, section 9.5). */
  public static void removeErrorString(int errorcode) {
    World.addedErrors().removeString(errorcode);
  }

  /** The class of an error code; a class is its own (MPI 4.1, section 9.4). */
  public static int getErrorClass(int errorcode) {
    return World.addedErrors().classOf("getErrorClass", errorcode);
  }

  /** What a code stands for: the program's text of its own codes, the name of MPI's (MPI 4.1, section 9.4). */
  public static String getErrorString(int errorcode) {
    return Errors.text(errorcode);
  }

  /** Does nothing: there is no profiler to control. */
  public static void pControl(int level, Object obj) {}

  /** Says how much memory buffered sends may use: the length of {@code buffer}. */
  public static void attachBuffer(byte[] buffer) {
    World.buffered().attach(buffer);
  }

  /** As {@link #attachBuffer}, in mpiJava's spelling (MPI 4.1, section 3.6). */
  public static void Buffer_attach(byte[] buffer) {
    World.buffered().attach(buffer);
  }

  /** As {@link #attachBuffer}, with the capacity of a buffer (MPI 4.1, section 3.6). */
  public static void Buffer_attach(ByteBuffer buffer) {
    World.buffered().attach(buffer);
  }

  /** Waits until all buffered messages are gone; the buffer that was attached, or a copy of a ByteBuffer. */
  public static byte[] detachBuffer() {
    return World.buffered().detach();
  }

  /** As {@link #detachBuffer}, in mpiJava's spelling (MPI 4.1, section 3.6). */
  public static byte[] Buffer_detach() {
    return World.buffered().detach();
  }

  /** COMM_WORLD's handler (MPI 4.1, section 9.3). */
  public static Errhandler Errorhandler_get() {
    return COMM_WORLD.getErrhandler();
  }

  /** Sets COMM_WORLD's handler, which is kept and otherwise ignored: errors are thrown (MPI 4.1, section 9.3). */
  public static void Errorhandler_set(Errhandler handler) {
    COMM_WORLD.setErrhandler(handler);
  }

  /** A buffer outside the heap, in native order, which the library sends without a copy. */
  public static ByteBuffer newByteBuffer(int capacity) {
    return NewBuffers.bytes(capacity, 1);
  }

  /** As {@link #newByteBuffer}, of {@code capacity} elements of type {@code char}. */
  public static CharBuffer newCharBuffer(int capacity) {
    return NewBuffers.bytes(capacity, 2).asCharBuffer();
  }

  /** As {@link #newByteBuffer}, of {@code capacity} elements of type {@code short}. */
  public static ShortBuffer newShortBuffer(int capacity) {
    return NewBuffers.bytes(capacity, 2).asShortBuffer();
  }

  /** As {@link #newByteBuffer}, of {@code capacity} elements of type {@code int}. */
  public static IntBuffer newIntBuffer(int capacity) {
    return NewBuffers.bytes(capacity, 4).asIntBuffer();
  }

  /** As {@link #newByteBuffer}, of {@code capacity} elements of type {@code long}. */
  public static LongBuffer newLongBuffer(int capacity) {
    return NewBuffers.bytes(capacity, 8).asLongBuffer();
  }

  /** As {@link #newByteBuffer}, of {@code capacity} elements of type {@code float}. */
  public static FloatBuffer newFloatBuffer(int capacity) {
    return NewBuffers.bytes(capacity, 4).asFloatBuffer();
  }

  /** As {@link #newByteBuffer}, of {@code capacity} elements of type {@code double}. */
  public static DoubleBuffer newDoubleBuffer(int capacity) {
    return NewBuffers.bytes(capacity, 8).asDoubleBuffer();
  }

  /** The elements of {@code buf} from {@code offset}, to be given where an array offset is needed. */
  public static ByteBuffer slice(ByteBuffer buf, int offset) {
    return NewBuffers.slice(buf, offset);
  }

  /** As {@link #slice(ByteBuffer, int)}, of {@code char} elements. */
  public static CharBuffer slice(CharBuffer buf, int offset) {
    return NewBuffers.whole(buf).slice(offset, NewBuffers.rest(buf, offset));
  }

  /** As {@link #slice(ByteBuffer, int)}, of {@code short} elements. */
  public static ShortBuffer slice(ShortBuffer buf, int offset) {
    return NewBuffers.whole(buf).slice(offset, NewBuffers.rest(buf, offset));
  }

  /** As {@link #slice(ByteBuffer, int)}, of {@code int} elements. */
  public static IntBuffer slice(IntBuffer buf, int offset) {
    return NewBuffers.whole(buf).slice(offset, NewBuffers.rest(buf, offset));
  }

  /** As {@link #slice(ByteBuffer, int)}, of {@code long} elements. */
  public static LongBuffer slice(LongBuffer buf, int offset) {
    return NewBuffers.whole(buf).slice(offset, NewBuffers.rest(buf, offset));
  }

  /** As {@link #slice(ByteBuffer, int)}, of {@code float} elements. */
  public static FloatBuffer slice(FloatBuffer buf, int offset) {
    return NewBuffers.whole(buf).slice(offset, NewBuffers.rest(buf, offset));
  }

  /** As {@link #slice(ByteBuffer, int)}, of {@code double} elements. */
  public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
    return NewBuffers.whole(buf).slice(offset, NewBuffers.rest(buf, offset));
  }

  /** A buffer over the elements of a {@code byte} array from {@code offset} on; both show the same memory. */
  public static ByteBuffer slice(byte[] buf, int offset) {
    return ByteBuffer.wrap(NewBuffers.whole(buf), NewBuffers.from(offset, buf.length), buf.length - offset).slice().order(ByteOrder.nativeOrder());
  }

  /** A buffer over the elements of a {@code char} array from {@code offset} on; both show the same memory. */
  public static CharBuffer slice(char[] buf, int offset) {
    return CharBuffer.wrap(NewBuffers.whole(buf), NewBuffers.from(offset, buf.length), buf.length - offset).slice();
  }

  /** A buffer over the elements of a {@code short} array from {@code offset} on; both show the same memory. */
  public static ShortBuffer slice(short[] buf, int offset) {
    return ShortBuffer.wrap(NewBuffers.whole(buf), NewBuffers.from(offset, buf.length), buf.length - offset).slice();
  }

  /** A buffer over the elements of a {@code int} array from {@code offset} on; both show the same memory. */
  public static IntBuffer slice(int[] buf, int offset) {
    return IntBuffer.wrap(NewBuffers.whole(buf), NewBuffers.from(offset, buf.length), buf.length - offset).slice();
  }

  /** A buffer over the elements of a {@code long} array from {@code offset} on; both show the same memory. */
  public static LongBuffer slice(long[] buf, int offset) {
    return LongBuffer.wrap(NewBuffers.whole(buf), NewBuffers.from(offset, buf.length), buf.length - offset).slice();
  }

  /** A buffer over the elements of a {@code float} array from {@code offset} on; both show the same memory. */
  public static FloatBuffer slice(float[] buf, int offset) {
    return FloatBuffer.wrap(NewBuffers.whole(buf), NewBuffers.from(offset, buf.length), buf.length - offset).slice();
  }

  /** A buffer over the elements of a {@code double} array from {@code offset} on; both show the same memory. */
  public static DoubleBuffer slice(double[] buf, int offset) {
    return DoubleBuffer.wrap(NewBuffers.whole(buf), NewBuffers.from(offset, buf.length), buf.length - offset).slice();
  }
}
