package mpi;

import org.braid.mpi.window.Window;
import org.jspecify.annotations.Nullable;

/** What a window is, apart from accesses and epochs: its group, name, hints, attributes and error handler, and its end. */
abstract class WinState implements Freeable {
  private final Group group;
  private @Nullable Window window;
  private String whatItWas = ""; // of one that was freed: its title, and this process's rank there
  private String name = "";
  private Info hints;
  private final boolean isNeverLocked;
  private final Attributes attributes = new Attributes(AttributeKeys.Kind.WIN);
  private Errhandler errhandler = new Errhandler(Errhandler.FATAL);

  /** The null window. */
  WinState() {
    this.group = Group.empty();
    this.hints = new Info();
    this.isNeverLocked = false;
  }

  WinState(Window made, Group group, Info given) {
    this.window = made;
    this.group = group;
    this.hints = WinArguments.copyOf(given);
    this.isNeverLocked = WinArguments.has(given, "no_locks");
  }

  /** Throws if the window was made with the hint {@code no_locks=true}, the promise that nobody locks it (MPI 4.1, section 12.2.1). */
  final void checkLocks(String call) {
    if (isNeverLocked) {
      throw new MPIException(ErrorClasses.ERR_RMA_SYNC, call + " on " + window(call).title() + ": it was made with the hint no_locks=true, which promises that it is never locked");
    }
  }

  /** The window, unless it is null or was freed; {@code call} is what asks for it. */
  final Window window(String call) {
    Window known = window;
    if (known == null) {
      throw new MPIException(ErrorClasses.ERR_WIN, call + (whatItWas.isEmpty() ? ": the window is MPI.WIN_NULL" : whatItWas + ": the window was freed"));
    }
    return known;
  }

  /** The ranks of the window, in the order of its communicator (MPI 4.1, section 12.2.6). */
  public Group getGroup() {
    Window ignored = window("getGroup");
    return new Group(group.members(), World.rank());
  }

  /** Ranks in the window of a group's members. */
  final int[] ranksOf(@Nullable Group some, String call) {
    int[] members = Arguments.group(some, call).members();
    int[] ranks = new int[members.length];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = group.rankOf(members[i]);
      if (ranks[i] == Constants.UNDEFINED) {
        throw new MPIException(ErrorClasses.ERR_GROUP, call + " on " + window(call).title() + ": rank " + members[i] + " of MPI.COMM_WORLD is in the group, and not in the window");
      }
    }
    return ranks;
  }

  /** What the program called this window; empty if it never did (MPI 4.1, section 7.8). */
  public String getName() {
    Window ignored = window("getName");
    return name;
  }

  /** Gives the window a name, by which messages about it call it, too (MPI 4.1, section 7.8). */
  public void setName(String newName) {
    window("setName").entitle(Arguments.given(newName, ErrorClasses.ERR_ARG, "setName: the name"));
    name = newName;
  }

  /** A copy of the hints that were given; {@code braid_by_messages} says whether messages carry accesses, whatever was wanted (MPI 4.1, section 12.2.7). */
  public Info getInfo() {
    boolean byMessages = !window("getInfo").isDirect();
    Info copy = hints.dup();
    copy.set(WinArguments.BY_MESSAGES, String.valueOf(byMessages));
    return copy;
  }

  /** Keeps a copy of the hints, which are looked at when a window is made alone; {@code MPI.INFO_NULL} has none (MPI 4.1, section 12.2.7). */
  public void setInfo(Info info) {
    Window ignored = window("setInfo");
    hints = WinArguments.copyOf(info);
  }

  /** The handler that was set last, or ERRORS_ARE_FATAL (MPI 4.1, section 9.3). */
  public Errhandler getErrhandler() {
    Window ignored = window("getErrhandler");
    return errhandler;
  }

  /** Keeps the handler; errors are thrown as {@link MPIException} with each of them (MPI 4.1, section 9.3). */
  public void setErrhandler(Errhandler handler) {
    Window ignored = window("setErrhandler");
    errhandler = Arguments.given(handler, ErrorClasses.ERR_ARG, "setErrhandler: the handler");
  }

  /** Does what an error of class {@code errorCode} would do: throws, unless the handler is ERRORS_RETURN. */
  public void callErrhandler(int errorCode) {
    if (!getErrhandler().equals(Predefined.ERRORS_RETURN)) {
      throw Errors.reported(errorCode, "on " + window("callErrhandler").title() + " with " + errhandler);
    }
  }

  /**
   * The attribute that the program attached with {@code keyval}, or a predefined one; null if there is none (MPI 4.1, section 12.2.6).
   *
   * @return of MPI.WIN_BASE this rank's memory: the buffer that the window was made with, or a ByteBuffer in native order, or a MemorySegment if that is too short; null if it has none. Of MPI.WIN_SIZE and MPI.WIN_DISP_UNIT bytes, an Integer, or a Long where that is too short. Of MPI.WIN_CREATE_FLAVOR one of
   *     MPI.WIN_FLAVOR_CREATE to MPI.WIN_FLAVOR_SHARED, of MPI.WIN_MODEL always MPI.WIN_UNIFIED
   */
  public @Nullable Object getAttr(int keyval) {
    Window here = window("getAttr");
    return switch (keyval) {
      case Constants.WIN_BASE -> here.base();
      case Constants.WIN_SIZE -> number(here.sizeBytes());
      case Constants.WIN_DISP_UNIT -> number(here.displacementUnit());
      case Constants.WIN_CREATE_FLAVOR -> Constants.WIN_FLAVOR_CREATE + here.flavor().ordinal();
      case Constants.WIN_MODEL -> Constants.WIN_UNIFIED;
      default -> attributes.get(keyval);
    };
  }

  /** An Integer, unless that is too short. */
  private static Object number(long value) {
    return value > Integer.MAX_VALUE ? (Object) value : (Object) (int) value;
  }

  /** Attaches {@code value} to this window under {@code keyval}, in place of an older one (MPI 4.1, section 7.7.3). Null is a value, too, and {@link #getAttr} does not tell it from none. */
  public void setAttr(int keyval, @Nullable Object value) {
    Window ignored = window("setAttr");
    attributes.set(keyval, value);
  }

  /** Takes off what was attached under {@code keyval} (MPI 4.1, section 7.7.3). */
  public void deleteAttr(int keyval) {
    Window ignored = window("deleteAttr");
    attributes.delete(keyval);
  }

  /** Gives the window back, and with it the memory that it allocated; collective. No epoch may be open (MPI 4.1, section 12.2.5). */
  @Override
  public void free() {
    Window here = window("free");
    WinArguments.run(() -> here.free());
    whatItWas = " on " + here.title() + " at rank " + here.rank();
    window = null;
  }

  /** Whether this is the null window, or was freed. */
  public boolean isNull() {
    return window == null;
  }
}
