package mpi;

import org.braid.mpi.data.BaseType;

/** What a receive, probe or completed request found: who sent, with which tag, how much. Fields and getters say the same. */
public class Status {
  /** Rank of the sender in the communicator. */
  public int source = Constants.ANY_SOURCE;

  public int tag = Constants.ANY_TAG;

  /** Position of the request in the array given to {@code Waitany} and its kin. */
  public int index;

  /** Base elements received; UNDEFINED if an int is too short for the number. */
  public int count;

  /** Bytes received; UNDEFINED if an int is too short for the number. */
  public int countInBytes;

  /** Base elements received, another name of {@link #count}. */
  public int numEls;

  private long bytes;
  private int objects;
  private int error;
  private boolean cancelled;

  /** A status of nothing: any source, any tag, no data (MPI 4.1, section 3.7.3). */
  public Status() {}

  /** A receive of {@code bytes} bytes into elements of {@code unitBytes} bytes. */
  Status(int source, int tag, long bytes, int unitBytes) {
    this.source = source;
    this.tag = tag;
    this.bytes = bytes;
    this.countInBytes = inInt(bytes);
    this.count = inInt(bytes / unitBytes);
    this.numEls = count;
  }

  /** A receive of serialized objects. */
  static Status ofObjects(int source, int tag, int objects) {
    Status status = new Status(source, tag, objects, 1);
    status.objects = objects;
    return status;
  }

  /** What a probe has found: how many objects a message holds is known when they are read. */
  static Status probed(int source, int tag, long bytes, int senderType) {
    Status status = new Status(source, tag, bytes, Datatype.unitOf(senderType));
    if (senderType == Predefined.OBJECT.code) {
      status.objects = Constants.UNDEFINED;
      status.count = Constants.UNDEFINED;
      status.numEls = Constants.UNDEFINED;
    }
    return status;
  }

  static Status cancelledRequest() {
    Status status = new Status();
    status.cancelled = true;
    return status;
  }

  /** The request has failed with this class, or is still pending. */
  void failed(int errorClass) {
    error = errorClass;
  }

  Status withIndex(int position) {
    this.index = position;
    return this;
  }

  /** Rank of the sender in the communicator (MPI 4.1, section 3.2.5). */
  public int getSource() {
    return source;
  }

  /** The tag that the sender gave (MPI 4.1, section 3.2.5). */
  public int getTag() {
    return tag;
  }

  /** Position of the request in the array given to {@code waitAny} and its kin. */
  public int getIndex() {
    return index;
  }

  /** SUCCESS, but in the statuses of an exception about several requests: there ERR_PENDING, or the class of this one's failure (MPI 4.1, section 3.7.5). */
  public int getError() {
    return error;
  }

  /** Whole elements of {@code datatype} received, or UNDEFINED if the last one is not whole, or if a probe has found objects, which are counted when they are read. */
  public int getCount(Datatype datatype) {
    return inInt(wholeElements(datatype));
  }

  /** As {@link #getCount}, also where an int is too short for the number (MPI 4.1, section 3.2.5). */
  public Count getCountX(Datatype datatype) {
    return new Count(wholeElements(datatype));
  }

  private long wholeElements(Datatype datatype) {
    if (Arguments.type(datatype, "Status").base == BaseType.OBJECT) {
      long each = Math.max(1, datatype.map.elements());
      return objects >= 0 && objects % each == 0 ? objects / each : Constants.UNDEFINED;
    }
    long size = datatype.map.sizeBytes();
    if (size == 0) {
      return bytes == 0 ? 0 : Constants.UNDEFINED;
    }
    return bytes % size == 0 ? bytes / size : Constants.UNDEFINED;
  }

  /** As {@link #getCount}, in mpiJava's spelling (MPI 4.1, section 3.2.5). */
  public int Get_count(Datatype datatype) {
    return getCount(datatype);
  }

  /** Base elements received, or UNDEFINED if the last one is not whole, or if a probe has found objects, which are counted when they are read. */
  public int getElements(Datatype datatype) {
    long elements = elements(datatype);
    return elements < 0 ? Constants.UNDEFINED : inInt(elements);
  }

  /** As {@link #getElements}, also where an int is too short for the number. */
  public Count getElementsX(Datatype datatype) {
    long elements = elements(datatype);
    return new Count(elements < 0 ? Constants.UNDEFINED : elements);
  }

  /** Negative if the last element is not whole. */
  private long elements(Datatype datatype) {
    return Arguments.type(datatype, "Status").base == BaseType.OBJECT ? objects : datatype.map.elementsIn(bytes);
  }

  /** As {@link #getElements}, in mpiJava's spelling (MPI 4.1, section 5.1.11). */
  public int Get_elements(Datatype datatype) {
    return getElements(datatype);
  }

  private static int inInt(long number) {
    return number > Integer.MAX_VALUE ? Constants.UNDEFINED : (int) number;
  }

  /** Makes this a status of {@code elements} base elements of {@code datatype} (MPI 4.1, section 13.3). */
  public void setElements(Datatype datatype, int elements) {
    setElements(datatype, (long) elements);
  }

  /** As {@link #setElements(Datatype, int)}, also where an int is too short for the number (MPI 4.1, section 13.3). */
  public void setElementsX(Datatype datatype, Count elements) {
    setElements(datatype, Arguments.given(elements, ErrorClasses.ERR_ARG, "setElementsX: the count").getCount());
  }

  private void setElements(Datatype datatype, long elements) {
    if (elements < 0) {
      throw new MPIException(ErrorClasses.ERR_COUNT, "setElements: " + elements + " elements; counts are not negative");
    }
    objects = (int) Math.min(elements, Integer.MAX_VALUE);
    bytes = Arguments.type(datatype, "Status").map.bytesOf(elements);
    countInBytes = inInt(bytes);
    count = inInt(elements);
    numEls = count;
  }

  /** Whether the receive was taken back before it met a message (MPI 4.1, section 3.8.4). */
  public boolean isCancelled() {
    return cancelled;
  }

  /** As {@link #isCancelled}, in mpiJava's spelling (MPI 4.1, section 3.8.4). */
  public boolean Test_cancelled() {
    return cancelled;
  }

  /** Says that the operation was cancelled, or that it was not (MPI 4.1, section 13.3). */
  public void setCancelled(boolean flag) {
    cancelled = flag;
  }

  /** Does nothing: the garbage collector takes it. */
  public void free() {}
}
