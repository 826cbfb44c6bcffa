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
 *
 * <p>It declares each integer constant itself, which makes the file long: fields that a class inherits from an interface of its package cannot be read by reflection, as languages without a compiler do, and to Scala inherited ones do not exist.
 */
public class MPI {
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

  /** Any rank may have sent the message. */
  public static final int ANY_SOURCE = Constants.ANY_SOURCE;
  /** The message may carry any tag. */
  public static final int ANY_TAG = Constants.ANY_TAG;
  /** The process that takes every message and sends empty ones. */
  public static final int PROC_NULL = Constants.PROC_NULL;
  public static final int ROOT = Constants.ROOT;
  /** The answer "no such rank", "no such count", and the colour that joins no part of a split. */
  public static final int UNDEFINED = Constants.UNDEFINED;

  public static final int IDENT = Constants.IDENT;
  public static final int CONGRUENT = Constants.CONGRUENT;
  public static final int SIMILAR = Constants.SIMILAR;
  public static final int UNEQUAL = Constants.UNEQUAL;

  /** Kinds of topologies. */
  public static final int CART = Constants.CART;

  public static final int GRAPH = Constants.GRAPH;
  public static final int DIST_GRAPH = Constants.DIST_GRAPH;

  /** Orders of an array's elements: the last dimension changes first, or the first one does. */
  public static final int ORDER_C = Constants.ORDER_C;

  public static final int ORDER_FORTRAN = Constants.ORDER_FORTRAN;

  /** How a dimension of an array is divided among ranks. */
  public static final int DISTRIBUTE_BLOCK = Constants.DISTRIBUTE_BLOCK;

  public static final int DISTRIBUTE_CYCLIC = Constants.DISTRIBUTE_CYCLIC;
  public static final int DISTRIBUTE_NONE = Constants.DISTRIBUTE_NONE;
  public static final int DISTRIBUTE_DFLT_DARG = Constants.DISTRIBUTE_DFLT_DARG;

  public static final int THREAD_SINGLE = Constants.THREAD_SINGLE;
  public static final int THREAD_FUNNELED = Constants.THREAD_FUNNELED;
  public static final int THREAD_SERIALIZED = Constants.THREAD_SERIALIZED;
  public static final int THREAD_MULTIPLE = Constants.THREAD_MULTIPLE;

  /** Attribute keys that every communicator answers. */
  public static final int TAG_UB = Constants.TAG_UB;

  public static final int HOST = Constants.HOST;
  public static final int IO = Constants.IO;
  public static final int WTIME_IS_GLOBAL = Constants.WTIME_IS_GLOBAL;
  public static final int APPNUM = Constants.APPNUM;
  public static final int LASTUSEDCODE = Constants.LASTUSEDCODE;
  public static final int UNIVERSE_SIZE = Constants.UNIVERSE_SIZE;

  /** Attribute keys that every window answers. */
  public static final int WIN_BASE = Constants.WIN_BASE;

  public static final int WIN_SIZE = Constants.WIN_SIZE;
  public static final int WIN_DISP_UNIT = Constants.WIN_DISP_UNIT;
  public static final int WIN_CREATE_FLAVOR = Constants.WIN_CREATE_FLAVOR;
  public static final int WIN_MODEL = Constants.WIN_MODEL;

  /** Attribute keys of who is near whom: for each rank how many levels it has, and for each of them a number that its cluster's members share (MPICH-G2's MPICHX_TOPOLOGY_DEPTHS and _COLORS). */
  public static final int TOPOLOGY_DEPTHS = Constants.TOPOLOGY_DEPTHS;

  public static final int TOPOLOGY_COLORS = Constants.TOPOLOGY_COLORS;

  /**
   * Attribute key of who leads: an {@code int[][]}, for each rank and each of its levels the lowest rank of its cluster there, as this communicator counts. That is who speaks for the cluster in trees over the levels whose root is in another one; a root speaks for those that it is in
   * (multilevel-collectives, section 3.1).
   */
  public static final int TOPOLOGY_LEADERS = Constants.TOPOLOGY_LEADERS;

  /**
   * Attribute key of the methods by which what this process sends on a communicator travels: a String as {@code --method} takes it, {@code "shm(max=64KiB), tcp"}, devices included. May be set, changed, read and deleted at any time while no other thread sends on the
   * communicator; copies do not inherit it (nexus-multimethod, section 4.3).
   */
  public static final int BRAID_METHOD = Constants.BRAID_METHOD;

  /** Attribute key of the kernel's buffers, in bytes (4096 to 2^28), wherever a communicator's messages travel by tcp or tls: an Integer (nexus-multimethod, section 4.3). */
  public static final int TCP_BUFFER_SIZE = Constants.TCP_BUFFER_SIZE;

  /** Attribute key of which method reaches each rank of a communicator, and why: a {@code String[]} by rank, made anew at each call; it can only be read. Connects with ranks that were not met before. */
  public static final int METHODS_IN_USE = Constants.METHODS_IN_USE;

  /** Attribute key of how many messages this process has sent in the communicator's collectives: a {@code long[]}, one number for each level from the slowest on and one for messages within hosts. */
  public static final int TOPOLOGY_MESSAGES = Constants.TOPOLOGY_MESSAGES;

  /** Values of {@code WIN_CREATE_FLAVOR}. */
  public static final int WIN_FLAVOR_CREATE = Constants.WIN_FLAVOR_CREATE;

  public static final int WIN_FLAVOR_ALLOCATE = Constants.WIN_FLAVOR_ALLOCATE;
  public static final int WIN_FLAVOR_DYNAMIC = Constants.WIN_FLAVOR_DYNAMIC;
  public static final int WIN_FLAVOR_SHARED = Constants.WIN_FLAVOR_SHARED;

  /** The value of {@code WIN_MODEL}: a window's memory is one, for its own rank and for the others. */
  public static final int WIN_UNIFIED = Constants.WIN_UNIFIED;

  /** Assertions for calls that synchronize a window. */
  public static final int MODE_NOCHECK = Constants.MODE_NOCHECK;

  public static final int MODE_NOPRECEDE = Constants.MODE_NOPRECEDE;
  public static final int MODE_NOPUT = Constants.MODE_NOPUT;
  public static final int MODE_NOSTORE = Constants.MODE_NOSTORE;
  public static final int MODE_NOSUCCEED = Constants.MODE_NOSUCCEED;

  /** Kinds of a window's locks. */
  public static final int LOCK_EXCLUSIVE = Constants.LOCK_EXCLUSIVE;

  public static final int LOCK_SHARED = Constants.LOCK_SHARED;

  public static final int KEYVAL_INVALID = Constants.KEYVAL_INVALID;
  /** Bytes that a buffered message takes beyond its data. */
  public static final int BSEND_OVERHEAD = Constants.BSEND_OVERHEAD;

  public static final int SEND_OVERHEAD = Constants.SEND_OVERHEAD;
  public static final int RECV_OVERHEAD = Constants.RECV_OVERHEAD;
  public static final int MAX_OBJECT_NAME = Constants.MAX_OBJECT_NAME;
  /** As long as the standard allows: some of its own keys are longer than the 36 characters of Open MPI. */
  public static final int MAX_INFO_KEY = Constants.MAX_INFO_KEY;
  public static final int MAX_INFO_VAL = Constants.MAX_INFO_VAL;
  public static final int MAX_PORT_NAME = Constants.MAX_PORT_NAME;

  /** How a file is opened; flags are added. */
  public static final int MODE_CREATE = Constants.MODE_CREATE;

  public static final int MODE_RDONLY = Constants.MODE_RDONLY;
  public static final int MODE_WRONLY = Constants.MODE_WRONLY;
  public static final int MODE_RDWR = Constants.MODE_RDWR;
  public static final int MODE_DELETE_ON_CLOSE = Constants.MODE_DELETE_ON_CLOSE;
  public static final int MODE_UNIQUE_OPEN = Constants.MODE_UNIQUE_OPEN;
  public static final int MODE_EXCL = Constants.MODE_EXCL;
  public static final int MODE_APPEND = Constants.MODE_APPEND;
  public static final int MODE_SEQUENTIAL = Constants.MODE_SEQUENTIAL;

  /** From where a file pointer is moved: the start of the view, where it is, the end of the file. */
  public static final int SEEK_SET = Constants.SEEK_SET;

  public static final int SEEK_CUR = Constants.SEEK_CUR;
  public static final int SEEK_END = Constants.SEEK_END;
  /** In a sequential file: a view from where the shared pointer is. */
  public static final int DISPLACEMENT_CURRENT = Constants.DISPLACEMENT_CURRENT;

  public static final int MAX_DATAREP_STRING = Constants.MAX_DATAREP_STRING;
  /** Version of the standard that the interface follows: 3.1. */
  public static final int VERSION = Constants.VERSION;

  public static final int SUBVERSION = Constants.SUBVERSION;

  /** No error; the error classes follow (MPI 4.1, section 9.4). */
  public static final int SUCCESS = ErrorClasses.SUCCESS;
  public static final int ERR_BUFFER = ErrorClasses.ERR_BUFFER;
  public static final int ERR_COUNT = ErrorClasses.ERR_COUNT;
  public static final int ERR_TYPE = ErrorClasses.ERR_TYPE;
  public static final int ERR_TAG = ErrorClasses.ERR_TAG;
  public static final int ERR_COMM = ErrorClasses.ERR_COMM;
  public static final int ERR_RANK = ErrorClasses.ERR_RANK;
  public static final int ERR_REQUEST = ErrorClasses.ERR_REQUEST;
  public static final int ERR_ROOT = ErrorClasses.ERR_ROOT;
  public static final int ERR_GROUP = ErrorClasses.ERR_GROUP;
  public static final int ERR_OP = ErrorClasses.ERR_OP;
  public static final int ERR_TOPOLOGY = ErrorClasses.ERR_TOPOLOGY;
  public static final int ERR_DIMS = ErrorClasses.ERR_DIMS;
  public static final int ERR_ARG = ErrorClasses.ERR_ARG;
  public static final int ERR_UNKNOWN = ErrorClasses.ERR_UNKNOWN;
  public static final int ERR_TRUNCATE = ErrorClasses.ERR_TRUNCATE;
  public static final int ERR_OTHER = ErrorClasses.ERR_OTHER;
  public static final int ERR_INTERN = ErrorClasses.ERR_INTERN;
  public static final int ERR_IN_STATUS = ErrorClasses.ERR_IN_STATUS;
  public static final int ERR_PENDING = ErrorClasses.ERR_PENDING;
  public static final int ERR_ACCESS = ErrorClasses.ERR_ACCESS;
  public static final int ERR_AMODE = ErrorClasses.ERR_AMODE;
  public static final int ERR_ASSERT = ErrorClasses.ERR_ASSERT;
  public static final int ERR_BAD_FILE = ErrorClasses.ERR_BAD_FILE;
  public static final int ERR_BASE = ErrorClasses.ERR_BASE;
  public static final int ERR_CONVERSION = ErrorClasses.ERR_CONVERSION;
  public static final int ERR_DISP = ErrorClasses.ERR_DISP;
  public static final int ERR_DUP_DATAREP = ErrorClasses.ERR_DUP_DATAREP;
  public static final int ERR_FILE_EXISTS = ErrorClasses.ERR_FILE_EXISTS;
  public static final int ERR_FILE_IN_USE = ErrorClasses.ERR_FILE_IN_USE;
  public static final int ERR_FILE = ErrorClasses.ERR_FILE;
  public static final int ERR_INFO_KEY = ErrorClasses.ERR_INFO_KEY;
  public static final int ERR_INFO_NOKEY = ErrorClasses.ERR_INFO_NOKEY;
  public static final int ERR_INFO_VALUE = ErrorClasses.ERR_INFO_VALUE;
  public static final int ERR_INFO = ErrorClasses.ERR_INFO;
  public static final int ERR_IO = ErrorClasses.ERR_IO;
  public static final int ERR_KEYVAL = ErrorClasses.ERR_KEYVAL;
  public static final int ERR_LOCKTYPE = ErrorClasses.ERR_LOCKTYPE;
  public static final int ERR_NAME = ErrorClasses.ERR_NAME;
  public static final int ERR_NO_MEM = ErrorClasses.ERR_NO_MEM;
  public static final int ERR_NOT_SAME = ErrorClasses.ERR_NOT_SAME;
  public static final int ERR_NO_SPACE = ErrorClasses.ERR_NO_SPACE;
  public static final int ERR_NO_SUCH_FILE = ErrorClasses.ERR_NO_SUCH_FILE;
  public static final int ERR_PORT = ErrorClasses.ERR_PORT;
  public static final int ERR_QUOTA = ErrorClasses.ERR_QUOTA;
  public static final int ERR_READ_ONLY = ErrorClasses.ERR_READ_ONLY;
  public static final int ERR_RMA_CONFLICT = ErrorClasses.ERR_RMA_CONFLICT;
  public static final int ERR_RMA_SYNC = ErrorClasses.ERR_RMA_SYNC;
  public static final int ERR_SERVICE = ErrorClasses.ERR_SERVICE;
  public static final int ERR_SIZE = ErrorClasses.ERR_SIZE;
  public static final int ERR_SPAWN = ErrorClasses.ERR_SPAWN;
  public static final int ERR_UNSUPPORTED_DATAREP = ErrorClasses.ERR_UNSUPPORTED_DATAREP;
  public static final int ERR_UNSUPPORTED_OPERATION = ErrorClasses.ERR_UNSUPPORTED_OPERATION;
  public static final int ERR_WIN = ErrorClasses.ERR_WIN;
  public static final int ERR_RMA_RANGE = ErrorClasses.ERR_RMA_RANGE;
  public static final int ERR_RMA_ATTACH = ErrorClasses.ERR_RMA_ATTACH;
  public static final int ERR_RMA_FLAVOR = ErrorClasses.ERR_RMA_FLAVOR;
  public static final int ERR_RMA_SHARED = ErrorClasses.ERR_RMA_SHARED;
  public static final int ERR_PROC_ABORTED = ErrorClasses.ERR_PROC_ABORTED;
  public static final int ERR_LASTCODE = ErrorClasses.ERR_LASTCODE;
  public static final int ERR_SYSRESOURCE = ErrorClasses.ERR_SYSRESOURCE;

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

  /**
   * Ends MPI; waits until all ranks call it. Init may be called again after it.
   *
   * @throws MPIException ERR_COMM ({@code BRD-1545}) if messages were lost of which nobody was told yet, or ERR_OTHER if ranks have called different collectives: then MPI has ended all the same. Else if this process is inside a window's
   *     epoch, or a rank that it waits for has failed: then it has not
   */
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
