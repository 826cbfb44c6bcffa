package mpi;

import org.braid.coll.algorithm.board.BoardSchedules;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.RuleTable;
import org.braid.mpi.tool.Setting;

/** Which collectives may go over memory that all members share: those whose algorithm nobody has chosen by hand, and none that would combine operands in other brackets than a reproducible one. */
final class SharedOperations {
  private static final Operation[] ALL = Operation.values();

  private SharedOperations() {}

  /** A bit for each ordinal. BRAID_SHARED_COLLECTIVES=false is for none. */
  static int of(RuleTable rules, boolean keepsBits) {
    String wanted = System.getenv("BRAID_SHARED_COLLECTIVES"); // Setting.COLL_SHARED, whose class most ranks never load
    if (wanted != null && !Setting.isTrue("BRAID_SHARED_COLLECTIVES", wanted)) {
      return 0;
    }
    int operations = 0;
    for (Operation each : ALL) {
      boolean serves = BoardSchedules.serve(each) && !rules.isByHand(each) && !(keepsBits && each.isReduction());
      operations |= serves ? 1 << each.ordinal() : 0;
    }
    return operations;
  }
}
