package mpi;

import org.jspecify.annotations.Nullable;

/** What several requests have come to, of which some may have failed: none that is done is lost for that, and the exception has a status for each (MPI 4.1, section 3.7.5). */
final class FinishedRequests {
  private final @Nullable Request[] requests;
  private final Status[] statuses;
  private @Nullable RuntimeException first;
  private int firstIndex;

  private FinishedRequests(@Nullable Request[] requests, int count) {
    this.requests = requests;
    this.statuses = new Status[count];
  }

  /**
   * A status for each of the first {@code count} of {@code indexes}. They are waited for as long as none has failed; after that those which are not done stay active.
   *
   * @throws MPIException ERR_IN_STATUS if some have failed; the error of each status is SUCCESS, ERR_PENDING for one that stays active, or the class of its failure
   */
  static Status[] statuses(String call, @Nullable Request[] requests, int[] indexes, int count) {
    FinishedRequests finished = new FinishedRequests(requests, count);
    for (int i = 0; i < count; i++) {
      finished.statuses[i] = finished.one(indexes[i]);
    }
    RuntimeException failure = finished.first;
    if (failure == null) {
      return finished.statuses;
    }
    String what = call + ": request " + finished.firstIndex + " has failed, and the status of each of the " + count + " is in the exception's getStatuses. ";
    throw new MPIException(what + failure.getMessage(), failure, finished.statuses);
  }

  private Status one(int index) {
    try {
      Request request = requests[index];
      Status status = first == null || request == null ? Requests.finish(requests, index) : request.testStatus();
      return (status == null ? failed(ErrorClasses.ERR_PENDING) : status).withIndex(index);
    } catch (RuntimeException failure) {
      if (first == null) {
        first = failure;
        firstIndex = index;
      }
      return failed(failure instanceof MPIException known ? known.getErrorClass() : ErrorClasses.ERR_OTHER).withIndex(index);
    }
  }

  private static Status failed(int errorClass) {
    Status status = new Status();
    status.failed(errorClass);
    return status;
  }
}
