package mpi;

/** A number of elements that may exceed an int (MPI 4.1, section 2.5.8). */
public class Count implements Comparable<Count> {
  private long count;

  /** A number of elements, at least 0. */
  public Count(long count) {
    this.count = count;
  }

  /** The number. */
  public long getCount() {
    return count;
  }

  /** Replaces the number. */
  public void setCount(long newCount) {
    count = newCount;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Count that && count == that.count;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(count);
  }

  @Override
  public int compareTo(Count other) {
    return Long.compare(count, Arguments.given(other, ErrorClasses.ERR_ARG, "compareTo: the other count").count);
  }

  @Override
  public String toString() {
    return Long.toString(count);
  }
}
