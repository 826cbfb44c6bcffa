package mpi;

import java.util.function.Consumer;

/** The handle of a generalized request. */
final class GeneralizedRequest extends Request {
  private final Generalized turns;

  private GeneralizedRequest(org.braid.mpi.p2p.Request request, Generalized turns) {
    super(request, null);
    this.turns = turns;
  }

  static Request start(Consumer<Status> query, Runnable free, Consumer<Boolean> cancel) {
    Arguments.given(query, ErrorClasses.ERR_ARG, "grequestStart: the query");
    Arguments.given(free, ErrorClasses.ERR_ARG, "grequestStart: what frees it");
    Arguments.given(cancel, ErrorClasses.ERR_ARG, "grequestStart: what cancels it");
    org.braid.mpi.p2p.Request request = World.completions().begin();
    Generalized turns = new Generalized(request, query, free, cancel);
    request.attach(turns);
    return new GeneralizedRequest(request, turns);
  }

  @Override
  void complete() {
    turns.complete();
  }
}
