package mpi;

/** Version of the MPI standard that the interface follows. */
public class Version {
  private final int version;
  private final int subVersion;

  Version(int version, int subVersion) {
    this.version = version;
    this.subVersion = subVersion;
  }

  /** The number before the point. */
  public int getVersion() {
    return version;
  }

  /** The number after the point. */
  public int getSubVersion() {
    return subVersion;
  }
}
