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
 *
 * The tag of a result counts the tasks of its worker: of one that fails to be written when a part of it has gone already, the root hears by that part, and what is told in words comes besides, where nobody waits for it.
 */
record Worker(Intracomm comm, int root) implements Runnable {
    static final int TASK = 1;
    static final int BEGUN = 2;
    private static final int RESULT = 3;
    private static final int TASK_MASK = (1 << 30) - 1;

    /** Characters of a result that is told in words. */
    private static final int MOST_WORDS = 1000;

    @Override
    public void run() {
        byte[] task = Receive.bytes(comm, root, TASK).data();
        for (int number = 0; task.length > 0; number++) {
            comm.send(new byte[0], 0, MPI.BYTE, root, BEGUN);
            answer(carryOut(task), resultTag(number));
            task = Receive.bytes(comm, root, TASK).data();
        }
    }

    /** The tag of the answer to this worker's task of that number, from 0. */
    static int resultTag(int number) {
        return RESULT + (number & TASK_MASK);
    }

    private Object[] carryOut(byte[] task) {
        boolean before = Thread.interrupted(); // the rank's own, which is no task's
        try {
            Object[] callable = new Object[1];
            comm.Object_Deserialize(callable, task, 0, 1, MPI.OBJECT);
            return new Object[] {false, ((Callable<?>) callable[0]).call()};
        } catch (Throwable thrown) { // whatever it is, it is the root's to see
            return new Object[] {true, thrown};
        } finally {
            boolean ignored = Thread.interrupted(); // by a task for itself: neither its answer nor the next task begins with it
            if (before) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What cannot be serialized, or is longer than an array of bytes, is told in words. */
    private void answer(Object[] outcome, int tag) {
        try {
            comm.send(outcome, 2, MPI.OBJECT, root, tag);
        } catch (MPIException unfit) {
            if (unfit.getErrorClass() != MPI.ERR_TYPE) {
                throw unfit;
            }
            answerInWords(outcome, unfit, tag);
        } catch (Error unwritten) { // too large, or its own code has thrown it
            answerInWords(outcome, unwritten, tag);
        }
    }

    private void answerInWords(Object[] outcome, Throwable unfit, int tag) {
        RuntimeException inWords = new IllegalStateException(
                "the " + (outcome[0].equals(true) ? "exception " : "result ") + wordsOf(outcome[1]) + " of a task on rank " + comm.getRank() + " cannot travel: " + (unfit instanceof Error ? unfit : unfit.getMessage()));
        if (outcome[1] instanceof Throwable thrown) {
            inWords.setStackTrace(thrown.getStackTrace());
        }
        comm.send(new Object[] {true, inWords}, 2, MPI.OBJECT, root, tag);
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
