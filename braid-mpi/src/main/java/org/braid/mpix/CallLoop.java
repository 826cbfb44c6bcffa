package org.braid.mpix;

import mpi.MPIException;
import org.braid.base.BraidException;
import org.braid.base.wire.HandlerId;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.MatchedMessage;
import org.braid.mpi.p2p.Request;

/** Runs a handler for each message of its name that comes to a local communicator, until that is freed. */
record CallLoop(Lco object, String name, CallHandler handler) implements Runnable {
    /**
     * What messages for the handler of this name have as their tag: the same in every process.
     *
     * @throws MPIException ERR_ARG for a name of no or more than 255 bytes, or with control characters
     */
    static int tagOf(String name) {
        String given = Inside.given(name, ErrorClass.ARG, "The name of a handler");
        try {
            return HandlerId.of(given) & Integer.MAX_VALUE;
        } catch (BraidException invalid) {
            throw Inside.failure(ErrorClass.ARG, invalid.what(), invalid.why(), invalid.whatToDo());
        }
    }

    void start() {
        Thread.ofVirtual().name("braid-call " + name).start(this);
    }

    @Override
    public void run() {
        boolean goesOn = true;
        while (goesOn) {
            try {
                handle(next());
            } catch (MpiFailure failure) {
                goesOn = failure.errorClass() != ErrorClass.COMM && !object.isFreed(); // one that is just being freed may say that it has no slots
                tell(failure, goesOn);
            } catch (BraidException closed) {
                goesOn = false; // the process leaves
            } catch (RuntimeException | Error broken) {
                goesOn = !object.isFreed();
                tell(broken, true);
            }
        }
    }

    /** A message that has come. */
    private record Call(int slot, byte[] data) {}

    private Call next() {
        MatchedMessage message = object.mprobePatiently(Lco.ANY, tagOf(name));
        Completions completions = object.completions();
        Request r = message.receiveWhole(0);
        completions.await(r);
        byte[] data = r.base() instanceof byte[] bytes ? bytes : new byte[0];
        int slot = r.source();
        completions.finish(r);
        return new Call(slot, data);
    }

    /** A handler that throws is called again for the next message; what it threw goes where what threads throw goes, of whatever class it is. */
    private void handle(Call call) {
        try {
            handler.called(call.slot, call.data);
        } catch (RuntimeException | Error thrown) {
            tell(thrown, true);
        }
    }

    private static void tell(Throwable failure, boolean isNews) {
        if (isNews) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
        }
    }
}
