package mpi;

/** What a process sees of a file (MPI 4.1, section 14.3): behind the displacement, the data of one filetype after the other. */
public class FileView {
  private final long disp;
  private final Datatype eType;
  private final Datatype fileType;
  private final String dataRep;

  /**
   * A view, to be read: {@code File.setView} sets one.
   *
   * @param disp where it begins, in bytes
   */
  public FileView(long disp, Datatype eType, Datatype fileType, String dataRep) {
    this.disp = disp;
    this.eType = eType;
    this.fileType = fileType;
    this.dataRep = dataRep;
  }

  /** Where it begins, in bytes from the start of the file. */
  public long getDisp() {
    return disp;
  }

  /** The type in which offsets are counted. */
  public Datatype getEType() {
    return eType;
  }

  /** The type whose data is seen, again and again. */
  public Datatype getFileType() {
    return fileType;
  }

  /** How data is represented in the file: {@code native}, {@code internal} or {@code external32}. */
  public String getDataRep() {
    return dataRep;
  }
}
