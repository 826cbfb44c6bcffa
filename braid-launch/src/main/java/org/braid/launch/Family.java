package org.braid.launch;

import org.braid.boot.spawn.FailedJob;
import org.braid.boot.ticket.Secret;

/** What jobs that were asked for have from the first of them, and who hears what becomes of them. Main thread only. */
interface Family {
    /** By which the ranks of one more job know each other: its own, or that of the family. */
    Secret secret();

    /** A job has failed, or was ended. */
    void failed(FailedJob job);

    /**
     * One more runs, or one less.
     *
     * @param running how many do now
     * @param firstFailure the exit code of the first that has failed by itself, 0 if none has
     */
    void counted(int running, int firstFailure);

    /** On one host each has a secret of its own, and processes look themselves who lives. */
    Family NONE = new Family() {
        @Override
        public Secret secret() {
            return Secret.random();
        }

        @Override
        public void failed(FailedJob job) {}

        @Override
        public void counted(int running, int firstFailure) {}
    };
}
