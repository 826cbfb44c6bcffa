package mpi;

import org.braid.mpi.file.view.AccessMode;
import org.braid.mpi.meeting.PortName;

/**
 * The integer constants of MPI with Open MPI's values (those of its C header), for the classes of this package; {@link MPI} declares each of them for programs, and says what it means. Programs must not use literals: -2 is PROC_NULL here and was
 * ANY_SOURCE in MPJ Express.
 */
interface Constants {
  int ANY_SOURCE = -1;
  int ANY_TAG = -1;
  int PROC_NULL = -2;
  int ROOT = -4;
  int UNDEFINED = -32766;
  int IDENT = 0;
  int CONGRUENT = 1;
  int SIMILAR = 2;
  int UNEQUAL = 3;
  int CART = 1;
  int GRAPH = 2;
  int DIST_GRAPH = 3;
  int ORDER_C = 0;
  int ORDER_FORTRAN = 1;
  int DISTRIBUTE_BLOCK = 0;
  int DISTRIBUTE_CYCLIC = 1;
  int DISTRIBUTE_NONE = 2;
  int DISTRIBUTE_DFLT_DARG = -1;
  int THREAD_SINGLE = 0;
  int THREAD_FUNNELED = 1;
  int THREAD_SERIALIZED = 2;
  int THREAD_MULTIPLE = 3;
  int TAG_UB = 0;
  int HOST = 1;
  int IO = 2;
  int WTIME_IS_GLOBAL = 3;
  int APPNUM = 4;
  int LASTUSEDCODE = 5;
  int UNIVERSE_SIZE = 6;
  int WIN_BASE = 7;
  int WIN_SIZE = 8;
  int WIN_DISP_UNIT = 9;
  int WIN_CREATE_FLAVOR = 10;
  int WIN_MODEL = 11;
  int TOPOLOGY_DEPTHS = 12;
  int TOPOLOGY_COLORS = 13;
  int BRAID_METHOD = 14;
  int TCP_BUFFER_SIZE = 15;
  int METHODS_IN_USE = 16;
  int TOPOLOGY_MESSAGES = 17;
  int TOPOLOGY_LEADERS = 18;
  int WIN_FLAVOR_CREATE = 1;
  int WIN_FLAVOR_ALLOCATE = 2;
  int WIN_FLAVOR_DYNAMIC = 3;
  int WIN_FLAVOR_SHARED = 4;
  int WIN_UNIFIED = 0;
  int MODE_NOCHECK = 1;
  int MODE_NOPRECEDE = 2;
  int MODE_NOPUT = 4;
  int MODE_NOSTORE = 8;
  int MODE_NOSUCCEED = 16;
  int LOCK_EXCLUSIVE = 1;
  int LOCK_SHARED = 2;
  int KEYVAL_INVALID = -1;
  int BSEND_OVERHEAD = 128;
  int SEND_OVERHEAD = 0;
  int RECV_OVERHEAD = 0;
  int MAX_OBJECT_NAME = 64;
  int MAX_INFO_KEY = 255;
  int MAX_INFO_VAL = 256;
  int MAX_PORT_NAME = PortName.MAX_LENGTH;
  int MODE_CREATE = AccessMode.CREATE;
  int MODE_RDONLY = AccessMode.RDONLY;
  int MODE_WRONLY = AccessMode.WRONLY;
  int MODE_RDWR = AccessMode.RDWR;
  int MODE_DELETE_ON_CLOSE = AccessMode.DELETE_ON_CLOSE;
  int MODE_UNIQUE_OPEN = AccessMode.UNIQUE_OPEN;
  int MODE_EXCL = AccessMode.EXCL;
  int MODE_APPEND = AccessMode.APPEND;
  int MODE_SEQUENTIAL = AccessMode.SEQUENTIAL;
  int SEEK_SET = 600;
  int SEEK_CUR = 602;
  int SEEK_END = 604;
  int DISPLACEMENT_CURRENT = -54278278;
  int MAX_DATAREP_STRING = 128;
  int VERSION = 3;
  int SUBVERSION = 1;
}
