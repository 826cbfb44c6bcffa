package mpi;

import org.braid.mpi.title.Titled;
import org.braid.mpi.window.layout.Layout;
import org.braid.mpi.window.layout.Operator;
import org.braid.mpi.window.layout.UserData;
import org.jspecify.annotations.Nullable;

/** What an access to a window that combines and answers is made of. */
record WindowFetch(UserData data, UserData result, Layout layout, Operator operator) {
  static WindowFetch of(
      @Nullable Titled on, String call,
      @Nullable Object origin,
      long orgCount,
      @Nullable Datatype orgType,
      @Nullable Object result,
      long resultCount,
      Datatype resultType,
      long targetCount,
      Datatype targetType,
      Op op) {
    Datatype there = Arguments.type(on, targetType, call);
    boolean reads = op == Predefined.NO_OP;
    Datatype here = reads ? there : Arguments.type(on, orgType, call);
    Operator operator = WinArguments.operator(on, call, op, here, there).alsoFor(Arguments.type(on, resultType, call).map);
    UserData data = reads ? UserData.NONE : WinArguments.read(on, call, origin, orgCount, here, operator);
    UserData room = WinArguments.written(on, call, result, resultCount, resultType, operator);
    WinArguments.checkSame(on, call, resultType, there);
    Layout layout = reads ? WinArguments.target(on, call, targetCount, there, operator) : WinArguments.combined(on, call, data, targetCount, there, operator);
    WinArguments.checkFits(on, call, layout.sizeBytes(), room.layout().sizeBytes());
    WinArguments.checkApart(on, call, data, room);
    return new WindowFetch(data, WinArguments.prefix(room, layout), layout, operator);
  }
}
