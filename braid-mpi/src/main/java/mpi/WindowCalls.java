package mpi;

import java.util.function.Supplier;
import org.braid.mpi.window.Window;
import org.braid.mpi.window.layout.Layout;
import org.braid.mpi.window.layout.Operator;
import org.braid.mpi.window.layout.UserData;
import org.jspecify.annotations.Nullable;

/** The accesses to windows (MPI 4.1, section 12.3), once for counts and displacements of both lengths; {@code call} is what errors name. */
final class WindowCalls {
  private WindowCalls() {}

  /** The displacement of attached memory. */
  static long displacement(String call, Window window, @Nullable Object base) {
    return WinArguments.get(() -> window.attached(call).displacement(Arguments.memory(base, call)));
  }

  static void put(String call, Window window, @Nullable Object origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
    UserData data = WinArguments.read(window, call, origin, orgCount, orgType);
    Layout layout = putLayout(window, call, data, orgType, targetCount, targetType);
    if (targetRank != Constants.PROC_NULL) {
      WinArguments.run(() -> window.accesses().put(data, targetRank, targetDisp, layout));
    }
  }

  static Request requestPut(String call, Window window, @Nullable Object origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
    UserData data = WinArguments.read(window, call, origin, orgCount, orgType);
    Layout layout = putLayout(window, call, data, orgType, targetCount, targetType);
    return request(targetRank, () -> window.accesses().requestPut(data, targetRank, targetDisp, layout));
  }

  private static Layout putLayout(Window window, String call, UserData data, Datatype orgType, long targetCount, Datatype targetType) {
    Layout layout = WinArguments.target(window, call, targetCount, targetType);
    WinArguments.checkSame(window, call, orgType, targetType);
    WinArguments.checkFits(window, call, data.layout().sizeBytes(), layout.sizeBytes());
    return layout.prefix(data.layout().sizeBytes());
  }

  private static Request request(int targetRank, Supplier<org.braid.mpi.p2p.Request> access) {
    return targetRank == Constants.PROC_NULL ? Request.over() : new Request(WinArguments.get(access), null);
  }

  static void get(String call, Window window, @Nullable Object origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
    UserData room = WinArguments.written(window, call, origin, orgCount, orgType);
    Layout layout = getLayout(window, call, room, orgType, targetCount, targetType);
    if (targetRank != Constants.PROC_NULL) {
      WinArguments.run(() -> window.accesses().get(WinArguments.prefix(room, layout), targetRank, targetDisp, layout));
    }
  }

  static Request requestGet(String call, Window window, @Nullable Object origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
    UserData room = WinArguments.written(window, call, origin, orgCount, orgType);
    Layout layout = getLayout(window, call, room, orgType, targetCount, targetType);
    return request(targetRank, () -> window.accesses().requestGet(WinArguments.prefix(room, layout), targetRank, targetDisp, layout));
  }

  private static Layout getLayout(Window window, String call, UserData room, Datatype orgType, long targetCount, Datatype targetType) {
    Layout layout = WinArguments.target(window, call, targetCount, targetType);
    WinArguments.checkSame(window, call, orgType, targetType);
    WinArguments.checkFits(window, call, layout.sizeBytes(), room.layout().sizeBytes());
    return layout;
  }

  static void accumulate(String call, Window window, @Nullable Object origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
    Operator operator = WinArguments.operator(window, call, op, Arguments.type(window, orgType, call), Arguments.type(window, targetType, call));
    UserData data = WinArguments.read(window, call, origin, orgCount, orgType, operator);
    Layout layout = WinArguments.combined(window, call, data, targetCount, targetType, operator);
    if (targetRank != Constants.PROC_NULL) {
      WinArguments.run(() -> window.accesses().accumulate(data, targetRank, targetDisp, layout, operator));
    }
  }

  static Request requestAccumulate(String call, Window window, @Nullable Object origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
    Operator operator = WinArguments.operator(window, call, op, Arguments.type(window, orgType, call), Arguments.type(window, targetType, call));
    UserData data = WinArguments.read(window, call, origin, orgCount, orgType, operator);
    Layout layout = WinArguments.combined(window, call, data, targetCount, targetType, operator);
    return request(targetRank, () -> window.accesses().requestAccumulate(data, targetRank, targetDisp, layout, operator));
  }

  static void getAccumulate(
      String call,
      Window window,
      @Nullable Object origin,
      long orgCount,
      @Nullable Datatype orgType,
      @Nullable Object result,
      long resultCount,
      Datatype resultType,
      int targetRank,
      long targetDisp,
      long targetCount,
      Datatype targetType,
      Op op) {
    WindowFetch fetch = WindowFetch.of(window, call, origin, orgCount, orgType, result, resultCount, resultType, targetCount, targetType, op);
    if (targetRank != Constants.PROC_NULL) {
      WinArguments.run(() -> window.accesses().getAccumulate(fetch.data(), fetch.result(), targetRank, targetDisp, fetch.layout(), fetch.operator()));
    }
  }

  static Request requestGetAccumulate(
      String call,
      Window window,
      @Nullable Object origin,
      long orgCount,
      @Nullable Datatype orgType,
      @Nullable Object result,
      long resultCount,
      Datatype resultType,
      int targetRank,
      long targetDisp,
      long targetCount,
      Datatype targetType,
      Op op) {
    WindowFetch fetch = WindowFetch.of(window, call, origin, orgCount, orgType, result, resultCount, resultType, targetCount, targetType, op);
    return request(targetRank, () -> window.accesses().requestGetAccumulate(fetch.data(), fetch.result(), targetRank, targetDisp, fetch.layout(), fetch.operator()));
  }

  static void fetchAndOp(String call, Window window, @Nullable Object origin, Object result, Datatype type, int targetRank, long targetDisp, Op op) {
    if (Arguments.type(window, type, call).basicId < 0) {
      throw Refusal.of(window, ErrorClasses.ERR_TYPE, call, "the datatype " + Buffers.nameOf(type) + " is derived; give a predefined one, or call getAccumulate");
    }
    WindowFetch fetch = WindowFetch.of(window, call, origin, 1, type, result, 1, type, 1, type, op);
    if (targetRank != Constants.PROC_NULL) {
      WinArguments.run(() -> window.accesses().fetchAndOp(fetch.data(), fetch.result(), targetRank, targetDisp, fetch.layout(), fetch.operator()));
    }
  }

  static void compareAndSwap(String call, Window window, Object origin, Object compare, Object result, Datatype type, int targetRank, long targetDisp) {
    Layout layout = WinArguments.target(window, call, 1, type);
    if (type.basicId < 0 || type.basicId > Predefined.LONG.basicId) {
      throw Refusal.of(window, ErrorClasses.ERR_TYPE, call, "elements of type " + Buffers.nameOf(type) + " cannot be compared; give BYTE, CHAR, SHORT, BOOLEAN, INT or LONG");
    }
    UserData written = WinArguments.read(window, call, Arguments.memory(origin, call), 1, type);
    UserData compared = WinArguments.read(window, call, Arguments.memory(compare, call), 1, type);
    UserData room = WinArguments.written(window, call, Arguments.memory(result, call), 1, type);
    WinArguments.checkApart(window, call, written, room);
    WinArguments.checkApart(window, call, compared, room);
    if (targetRank != Constants.PROC_NULL) {
      WinArguments.run(() -> window.accesses().compareAndSwap(compared, written, room, targetRank, targetDisp, layout));
    }
  }
}
