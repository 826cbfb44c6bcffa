package mpi;

import org.braid.mpi.file.view.AccessMode;
import org.braid.mpi.meeting.PortName;

/**
 * The integer constants of MPI with Open MPI's values (those of its C header); users reach them as {@code MPI.ANY_SOURCE} and so
 * on. Programs must not use literals: -2 is PROC_NULL here and was ANY_SOURCE in MPJ Express.
 */
interface Constants {
  /** Any rank may have sent the message. */
  int ANY_SOURCE = -1;
  /** The message may carry any tag. */
  int ANY_TAG = -1;
  /** The process that takes every message and sends empty ones. */
  int PROC_NULL = -2;
  int ROOT = -4;
  /** The answer "no such rank", "no such count", and the colour that joins no part of a split. */
  int UNDEFINED = -32766;

  int IDENT = 0;
  int CONGRUENT = 1;
  int SIMILAR = 2;
  int UNEQUAL = 3;

  /** Kinds of topologies. */
  int CART = 1;

  int GRAPH = 2;
  int DIST_GRAPH = 3;

  /** Orders of an array's elements: the last dimension changes first, or the first one does. */
  int ORDER_C = 0;

  int ORDER_FORTRAN = 1;

  /** How a dimension of an array is divided among ranks. */
  int DISTRIBUTE_BLOCK = 0;

  int DISTRIBUTE_CYCLIC = 1;
  int DISTRIBUTE_NONE = 2;
  int DISTRIBUTE_DFLT_DARG = -1;

  int THREAD_SINGLE = 0;
  int THREAD_FUNNELED = 1;
  int THREAD_SERIALIZED = 2;
  int THREAD_MULTIPLE = 3;

  /** Attribute keys that every communicator answers. */
  int TAG_UB = 0;

  int HOST = 1;
  int IO = 2;
  int WTIME_IS_GLOBAL = 3;
  int APPNUM = 4;
  int LASTUSEDCODE = 5;
  int UNIVERSE_SIZE = 6;

  /** Attribute keys that every window answers. */
  int WIN_BASE = 7;

  int WIN_SIZE = 8;
  int WIN_DISP_UNIT = 9;
  int WIN_CREATE_FLAVOR = 10;
  int WIN_MODEL = 11;

  /** Attribute keys of who is near whom: for each rank how many levels it has, and for each of them a number that its cluster's members share (MPICH-G2's MPICHX_TOPOLOGY_DEPTHS and _COLORS). */
  int TOPOLOGY_DEPTHS = 12;

  int TOPOLOGY_COLORS = 13;

  /**
   * Attribute key of the methods by which what this process sends on a communicator travels: a String as {@code --method} takes it, {@code "shm(max=64KiB), tcp"}, devices included. May be set, changed, read and deleted at any time while no other thread sends on the
   * communicator; copies do not inherit it (nexus-multimethod, section 4.3).
   */
  int BRAID_METHOD = 14;

  /** Attribute key of the kernel's buffers, in bytes (4096 to 2^28), wherever a communicator's messages travel by tcp or tls: an Integer (nexus-multimethod, section 4.3). */
  int TCP_BUFFER_SIZE = 15;

  /** Attribute key of which method reaches each rank of a communicator, and why: a {@code String[]} by rank, made anew at each call; it can only be read. Connects with ranks that were not met before. */
  int METHODS_IN_USE = 16;

  /** Attribute key of how many messages this process has sent in the communicator's collectives: a {@code long[]}, one number for each level from the slowest on and one for messages within hosts. */
  int TOPOLOGY_MESSAGES = 17;

  /** Values of {@code WIN_CREATE_FLAVOR}. */
  int WIN_FLAVOR_CREATE = 1;

  int WIN_FLAVOR_ALLOCATE = 2;
  int WIN_FLAVOR_DYNAMIC = 3;
  int WIN_FLAVOR_SHARED = 4;

  /** The value of {@code WIN_MODEL}: a window's memory is one, for its own rank and for the others. */
  int WIN_UNIFIED = 0;

  /** Assertions for calls that synchronize a window. */
  int MODE_NOCHECK = 1;

  int MODE_NOPRECEDE = 2;
  int MODE_NOPUT = 4;
  int MODE_NOSTORE = 8;
  int MODE_NOSUCCEED = 16;

  /** Kinds of a window's locks. */
  int LOCK_EXCLUSIVE = 1;

  int LOCK_SHARED = 2;

  int KEYVAL_INVALID = -1;
  /** Bytes that a buffered message takes beyond its data. */
  int BSEND_OVERHEAD = 128;

  int SEND_OVERHEAD = 0;
  int RECV_OVERHEAD = 0;
  int MAX_OBJECT_NAME = 64;
  /** As long as the standard allows: some of its own keys are longer than the 36 characters of Open MPI. */
  int MAX_INFO_KEY = 255;
  int MAX_INFO_VAL = 256;
  int MAX_PORT_NAME = PortName.MAX_LENGTH;

  /** How a file is opened; flags are added. */
  int MODE_CREATE = AccessMode.CREATE;

  int MODE_RDONLY = AccessMode.RDONLY;
  int MODE_WRONLY = AccessMode.WRONLY;
  int MODE_RDWR = AccessMode.RDWR;
  int MODE_DELETE_ON_CLOSE = AccessMode.DELETE_ON_CLOSE;
  int MODE_UNIQUE_OPEN = AccessMode.UNIQUE_OPEN;
  int MODE_EXCL = AccessMode.EXCL;
  int MODE_APPEND = AccessMode.APPEND;
  int MODE_SEQUENTIAL = AccessMode.SEQUENTIAL;

  /** From where a file pointer is moved: the start of the view, where it is, the end of the file. */
  int SEEK_SET = 600;

  int SEEK_CUR = 602;
  int SEEK_END = 604;
  /** In a sequential file: a view from where the shared pointer is. */
  int DISPLACEMENT_CURRENT = -54278278;

  int MAX_DATAREP_STRING = 128;
  /** Version of the standard that the interface follows: 3.1. */
  int VERSION = 3;

  int SUBVERSION = 1;
}
