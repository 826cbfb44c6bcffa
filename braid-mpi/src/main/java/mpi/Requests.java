package mpi;

import java.util.Arrays;
import org.braid.mpi.completion.MultipleCompletions;
import org.jspecify.annotations.Nullable;

/** The families of wait and test over several requests, once for both spellings; a status carries the position of its request. */
final class Requests {
  private Requests() {}

  static Status[] waitAll(@Nullable Request[] requests) {
    Arguments.requests(requests, "waitAll");
    return finishAll("waitAll", requests);
  }

  /** Of all, in their order. */
  private static Status[] finishAll(String call, @Nullable Request[] requests) {
    int[] indexes = new int[requests.length];
    Arrays.setAll(indexes, i -> i);
    return FinishedRequests.statuses(call, requests, indexes, requests.length);
  }

  static Status @Nullable [] testAll(@Nullable Request[] requests) {
    Arguments.requests(requests, "testAll");
    return completions().testAll(requests) ? finishAll("testAll", requests) : null;
  }

  static Status waitAny(@Nullable Request[] requests) {
    Arguments.requests(requests, "waitAny");
    int index = completions().awaitAny(requests);
    return index == MultipleCompletions.NONE_ACTIVE ? noneActive() : finish(requests, index);
  }

  static @Nullable Status testAny(@Nullable Request[] requests) {
    Arguments.requests(requests, "testAny");
    int index = completions().testAny(requests);
    if (index == MultipleCompletions.NONE_DONE) {
      return null;
    }
    return index == MultipleCompletions.NONE_ACTIVE ? noneActive() : finish(requests, index);
  }

  static Status @Nullable [] waitSome(@Nullable Request[] requests) {
    Arguments.requests(requests, "waitSome");
    int[] indexes = new int[requests.length];
    return finishSome("waitSome", requests, indexes, completions().awaitSome(requests, indexes));
  }

  static Status @Nullable [] testSome(@Nullable Request[] requests) {
    Arguments.requests(requests, "testSome");
    int[] indexes = new int[requests.length];
    return finishSome("testSome", requests, indexes, completions().testSome(requests, indexes));
  }

  static Status @Nullable [] lookAtAll(@Nullable Request[] requests) {
    Arguments.requests(requests, "getStatusAll");
    if (!completions().testAll(requests)) {
      return null;
    }
    Status[] statuses = new Status[requests.length];
    for (int i = 0; i < requests.length; i++) {
      statuses[i] = look(requests, i);
    }
    return statuses;
  }

  static @Nullable Status lookAtAny(@Nullable Request[] requests) {
    Arguments.requests(requests, "getStatusAny");
    int index = completions().testAny(requests);
    if (index == MultipleCompletions.NONE_DONE) {
      return null;
    }
    return index == MultipleCompletions.NONE_ACTIVE ? noneActive() : look(requests, index);
  }

  static Status @Nullable [] lookAtSome(@Nullable Request[] requests) {
    Arguments.requests(requests, "getStatusSome");
    int[] indexes = new int[requests.length];
    int count = completions().testSome(requests, indexes);
    if (count == MultipleCompletions.NONE_ACTIVE) {
      return null;
    }
    Status[] statuses = new Status[count];
    for (int i = 0; i < count; i++) {
      statuses[i] = look(requests, indexes[i]);
    }
    return statuses;
  }

  /** Of one that is done. */
  private static Status look(@Nullable Request[] requests, int index) {
    Request request = requests[index];
    Status status = request == null ? null : request.getStatus();
    return (status == null ? new Status() : status).withIndex(index);
  }

  static int @Nullable [] positions(Status @Nullable [] statuses) {
    if (statuses == null) {
      return null;
    }
    int[] positions = new int[statuses.length];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = statuses[i].index;
    }
    return positions;
  }

  static Status[] orNone(Status @Nullable [] statuses) {
    return statuses == null ? new Status[0] : statuses;
  }

  private static Status @Nullable [] finishSome(String call, @Nullable Request[] requests, int[] indexes, int count) {
    return count == MultipleCompletions.NONE_ACTIVE ? null : FinishedRequests.statuses(call, requests, indexes, count);
  }

  static Status finish(@Nullable Request[] requests, int index) {
    Request request = requests[index];
    return (request == null ? new Status() : request.waitStatus()).withIndex(index);
  }

  private static Status noneActive() {
    return new Status().withIndex(Constants.UNDEFINED);
  }

  private static MultipleCompletions completions() {
    return World.several();
  }
}
