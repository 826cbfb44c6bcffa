package org.braid.mpix.executor;

import java.util.concurrent.Callable;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.braid.mpix.Receive;

/**
 * Runs tasks that the root sends, one after the other, until it sends none.
 *
 * <pre>
 *   root to worker, tag TASK     bytes of one serialized object, the task; no bytes: the end
 *   worker to root, tag BEGUN    no bytes: from here on the task may have done something
 *   worker to root, tag RESULT   two objects: whether it has failed; its result, or what it threw
 * </pre>
 */
record Worker(Intracomm comm, int root) implements Runnable {
    static final int TASK = 1;
    static final int RESULT = 2;
    static final int BEGUN = 3;

    /** Characters of a result that is told in words. */
    private static final int MOST_WORDS = 1000;

    @Override
    public void run() {
        byte[] task = Receive.bytes(comm, root, TASK).data();
        while (task.length > 0) {
            comm.send(new byte[0], 0, MPI.BYTE, root, BEGUN);
            answer(carryOut(task));
            task = Receive.bytes(comm, root, TASK).data();
        }
    }

    private Object[] carryOut(byte[] task) {
        try {
            Object[] callable = new Object[1];
            comm.Object_Deserialize(callable, task, 0, 1, MPI.OBJECT);
            return new Object[] {false, ((Callable<?>) callable[0]).call()};
        } catch (Throwable thrown) { // whatever it is, it is the root's to see
            return new Object[] {true, thrown};
        }
    }

    /** What cannot be serialized, or is longer than an array of bytes, is told in words. */
    private void answer(Object[] outcome) {
        try {
            comm.send(outcome, 2, MPI.OBJECT, root, RESULT);
        } catch (MPIException unfit) {
            if (unfit.getErrorClass() != MPI.ERR_TYPE) {
                throw unfit;
            }
            answerInWords(outcome, unfit);
        } catch (OutOfMemoryError tooLarge) {
            answerInWords(outcome, tooLarge);
        }
    }

    private void answerInWords(Object[] outcome, Throwable unfit) {
        RuntimeException inWords = new IllegalStateException(
                "the " + (outcome[0].equals(true) ? "exception " : "result ") + wordsOf(outcome[1]) + " of a task on rank " + comm.getRank() + " cannot travel: " + unfit.getMessage());
        if (outcome[1] instanceof Throwable thrown) {
            inWords.setStackTrace(thrown.getStackTrace());
        }
        comm.send(new Object[] {true, inWords}, 2, MPI.OBJECT, root, RESULT);
    }

    /** As the program says it, shortened, if it can. */
    private static String wordsOf(Object outcome) {
        try {
            String words = String.valueOf(outcome);
            return words.length() <= MOST_WORDS ? words : words.substring(0, MOST_WORDS) + " …";
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError speechless) {
            return "of class " + outcome.getClass().getName();
        }
    }
}
