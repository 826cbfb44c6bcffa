package org.braid.launch.supervise;

/** Why a job ended, and the exit code that follows. The first cause in time is the verdict; what it drags along changes nothing. */
public sealed interface Verdict {
    /** The launcher's exit code. */
    int exitCode();

    /** The rank that is to blame, -1 if none is. */
    default int culprit() {
        return -1;
    }

    /** Every rank ended with code 0, and none in the middle of MPI. */
    record Success() implements Verdict {
        @Override
        public int exitCode() {
            return 0;
        }
    }

    /** A rank ended with a code other than 0; 128 + n means signal n, as in every shell. */
    record RankDied(int rank, int code) implements Verdict {
        @Override
        public int exitCode() {
            return code;
        }

        @Override
        public int culprit() {
            return rank;
        }
    }

    /** A rank ended with code 0 at a point where the others still need it. */
    record RankLeft(int rank, boolean joined) implements Verdict {
        @Override
        public int exitCode() {
            return 1;
        }

        @Override
        public int culprit() {
            return rank;
        }
    }

    /** A rank called Abort. The kernel keeps eight bits of an exit code; a failure whose eight bits are zero must not look like a success. */
    record Aborted(int rank, int code, String reason) implements Verdict {
        @Override
        public int exitCode() {
            return code != 0 && (code & 0xff) == 0 ? 1 : code & 0xff;
        }

        @Override
        public int culprit() {
            return rank;
        }
    }

    /** A host of the job is gone, and its ranks with it; {@code rank} is the first of them that lived. */
    record HostLost(int rank, String host, String why) implements Verdict {
        @Override
        public int exitCode() {
            return 1;
        }

        @Override
        public int culprit() {
            return rank;
        }
    }

    /** The user, or the program that runs the launcher, sent it a signal. */
    record Signalled(int number) implements Verdict {
        @Override
        public int exitCode() {
            return 128 + number;
        }
    }

    /** {@code --timeout} has passed. */
    record TimedOut(long afterNs) implements Verdict {
        @Override
        public int exitCode() {
            return 124;
        }
    }

    /** A rank's process could not be started. */
    record NotStarted(int rank, String why) implements Verdict {
        @Override
        public int exitCode() {
            return 126;
        }

        @Override
        public int culprit() {
            return rank;
        }
    }
}
