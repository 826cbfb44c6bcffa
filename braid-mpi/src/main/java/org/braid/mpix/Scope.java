package org.braid.mpix;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.Freeable;
import mpi.Group;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;
import org.braid.mpi.failure.ErrorClass;

/**
 * What MPI makes and a program frees, freed at the end of a block, the last one first:
 *
 * <pre>
 *   try (Scope scope = new Scope()) {
 *     Intracomm rows = scope.add(comm.split(row, rank));
 *     Win win = scope.add(new Win(memory, n, 8, MPI.INFO_NULL, rows));
 *     File file = scope.add(new File(rows, "field.bin", MPI.MODE_CREATE | MPI.MODE_WRONLY));
 *     …
 *   }                                                     // file, win, rows
 * </pre>
 *
 * <p>Whatever was freed by then is left alone. An error in freeing one does not keep the others from being freed: the first error is thrown, and those after it are added to it as suppressed; all of them to what the block itself has thrown, as
 * with any resource. Windows, files and intercommunicators of other jobs are freed by all members together, so every member has them in the same order; a member that throws in the midst of a block tells the others so by freeing out of turn, which is an error at
 * all of them.
 */
public final class Scope implements AutoCloseable {
    private record Owned(Runnable free, BooleanSupplier isFreed) {}

    private final List<Owned> owned = new ArrayList<>();
    private boolean closed;

    /** Owns nothing yet. */
    public Scope() {}

    /**
     * Owns a communicator, window, datatype, group, operation, info or request, and gives it back as it came. A request that is pending is waited for if it is persistent, since only then can it be freed; others are forgotten, and their communication goes on.
     *
     * @throws MPIException ERR_ARG if it is null; ERR_COMM for MPI.COMM_WORLD and MPI.COMM_SELF, ERR_TYPE, ERR_OP or ERR_INFO for another predefined object, since nobody frees these; ERR_OTHER if the scope was closed
     */
    public <T extends Freeable> T add(T handle) {
        if (handle == MPI.COMM_WORLD || handle == MPI.COMM_SELF) {
            throw Inside.failure(ErrorClass.COMM, "the scope cannot own the communicator", "MPI.COMM_WORLD and MPI.COMM_SELF last from MPI.Init to MPI.Finalize", "Add what the program has made");
        }
        String predefined = handle == null || isNull(handle) ? null : Inside.predefined(handle);
        if (predefined != null) {
            ErrorClass itsClass = handle instanceof Datatype ? ErrorClass.TYPE : handle instanceof Op ? ErrorClass.OP : ErrorClass.INFO;
            throw Inside.failure(itsClass, "the scope cannot own " + predefined, "it is predefined, and nobody frees it", "Add what the program has made");
        }
        own(handle, () -> free(handle), () -> isNull(handle));
        return handle;
    }

    /** As {@link #add(Freeable)}, of a local communicator. */
    public LocalComm add(LocalComm handle) {
        own(handle, handle == null ? () -> {} : handle::close, () -> isNull(handle));
        return handle;
    }

    /** As {@link #add(Freeable)}, of a file, which is closed. */
    public File add(File handle) {
        own(handle, handle == null ? () -> {} : handle::close, handle == null ? () -> true : handle::isNull);
        return handle;
    }

    /** As {@link #add(Freeable)}, of anything else that is closed: a session, an executor over ranks, an arena. What {@code close} throws as a checked exception is the cause of an MPIException. */
    public <T extends AutoCloseable> T add(T resource) {
        own(resource, () -> close(resource), () -> false);
        return resource;
    }

    private synchronized void own(Object handle, Runnable free, BooleanSupplier isFreed) {
        if (handle == null) {
            throw Inside.failure(ErrorClass.ARG, "the scope cannot own it", "it is null", "Add what the program has made");
        }
        if (closed) {
            throw Inside.failure(ErrorClass.OTHER, "the scope cannot own it", "the scope was closed", "Add it before the end of the block, or free it by hand");
        }
        owned.add(new Owned(free, isFreed));
    }

    /**
     * Frees all that it owns, the last one first. A second time it does nothing.
     *
     * @throws MPIException the first error; those after it are suppressed in it
     */
    @Override
    public void close() {
        Throwable first = null;
        for (Owned each : takeAll().reversed()) {
            try {
                if (!each.isFreed.getAsBoolean()) {
                    each.free.run();
                }
            } catch (RuntimeException | Error failed) { // whatever it is, the others are freed
                if (first == null) {
                    first = failed;
                } else if (first != failed) { // no exception suppresses itself
                    first.addSuppressed(failed);
                }
            }
        }
        if (first instanceof Error error) {
            throw error;
        }
        if (first instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private synchronized List<Owned> takeAll() {
        closed = true;
        List<Owned> all = List.copyOf(owned);
        owned.clear();
        return all;
    }

    private static void free(Freeable handle) {
        if (handle instanceof Prequest persistent && persistent.request() != null) {
            persistent.waitFor();
        }
        handle.free();
    }

    private static boolean isNull(Freeable handle) {
        return handle instanceof Comm comm && comm.isNull()
                || handle instanceof Win win && win.isNull()
                || handle instanceof Datatype type && type.isNull()
                || handle instanceof Request request && request.isNull()
                || handle instanceof Group group && group.isNull()
                || handle instanceof Op op && op.isNull()
                || handle instanceof Info info && info.isNull();
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception checked) {
            throw Inside.failure("what a scope owned could not be closed", checked);
        }
    }
}
