package mpi;

import java.util.LinkedHashSet;
import java.util.Set;
import org.braid.base.ErrorCode;
import org.braid.mpi.failure.ErrorClass;

/**
 * Sessions of one rank that were begun and not ended, each by the stack of its beginning: they keep the process in the job, with Init and without it. Each has to be ended before the program does (MPI 4.1, section 11.3.1), since
 * MPI.Finalize ends none of them. Guarded by itself.
 */
final class OpenSessions {
  private final Set<Throwable> beginnings = new LinkedHashSet<>(); // each is equal to itself alone
  private volatile int count;

  synchronized void begin(Throwable beginning) {
    beginnings.add(beginning);
    count = beginnings.size();
  }

  synchronized void end(Throwable beginning) {
    beginnings.remove(beginning);
    count = beginnings.size();
  }

  int count() {
    return count;
  }

  /**
   * The program has come to its end.
   *
   * @throws MPIException the class of errors of sessions, with the stack of the first beginning in place of its own, if one is open
   */
  synchronized void throwIfAny() {
    if (count > 0) {
      MPIException left = new MPIException(ErrorClass.SESSION.value(), ErrorCode.RANK_LEFT_EARLY, "the program has ended while " + (count == 1 ? "a session is open, which was begun here" : count + " sessions are open, the first of which was begun here"));
      left.setStackTrace(beginnings.iterator().next().getStackTrace());
      throw left;
    }
  }
}
