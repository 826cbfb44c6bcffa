package org.braid.mpi.window;

import org.braid.link.progress.Progress;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/** The memory of a dynamic window at this rank: what the program gives to it and takes back (MPI 4.1, section 12.2.4). Any thread; takes the token. */
public final class AttachedMemory {
    private final Attachments attachments;
    private final Progress progress;
    private final WindowFailures failures;

    AttachedMemory(Attachments attachments, Progress progress, WindowFailures failures) {
        this.attachments = attachments;
        this.progress = progress;
        this.failures = failures;
    }

    /**
     * Gives the first bytes of some memory to a dynamic window (MPI 4.1, section 12.2.4).
     *
     * @param isFar whether its displacement may be more than an int
     * @return the displacement by which others reach it
     * @throws MpiFailure RMA_FLAVOR, RMA_ATTACH if some of it is attached already, or there is no room
     */
    public long attach(Object base, long bytes, boolean isFar) {
        progress.enter();
        try {
            if (attachments.overlaps(base, bytes)) {
                throw refused("attach", "some of this memory is attached already", "Detach it first");
            }
            long displacement = attachments.attach(base, bytes, isFar);
            if (displacement < 0) {
                throw refused("attach", "no displacement that the call can tell is left for " + bytes + " bytes", "Detach memory that nobody uses, or attach it by LargeWindows");
            }
            return displacement;
        } finally {
            progress.exit();
        }
    }

    /** The displacement of memory that is attached. */
    public long displacement(Object base) {
        progress.enter();
        try {
            return attached("getDisplacement", base);
        } finally {
            progress.exit();
        }
    }

    /** Takes attached memory back: no access touches it any more. */
    public void detach(Object base) {
        progress.enter();
        try {
            attachments.detach(attached("detach", base));
        } finally {
            progress.exit();
        }
    }

    private long attached(String call, Object base) {
        long displacement = attachments.displacement(base);
        if (displacement < 0) {
            throw refused(call, "this memory is not attached", "Give the buffer that was attached");
        }
        return displacement;
    }

    private MpiFailure refused(String call, String why, String whatToDo) {
        return failures.of(ErrorClass.RMA_ATTACH, call, WindowFailures.NO_TARGET, " is refused", why, whatToDo);
    }
}
