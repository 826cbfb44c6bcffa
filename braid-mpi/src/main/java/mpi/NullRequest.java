package mpi;

/** The request of nothing: complete whenever it is asked, and nothing that could be freed (MPI 4.1, section 3.7.3). */
final class NullRequest extends Request {
  NullRequest() {
    super(null, null);
  }

  @Override
  void forget() {
    throw new MPIException(ErrorClasses.ERR_REQUEST, "free: the request is MPI.REQUEST_NULL");
  }
}
