package org.braid.mpix;

import java.util.ArrayList;
import java.util.List;
import mpi.Errhandler;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.braid.mpi.failure.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * A session (MPI 4.1, section 11.3): one of any number of users of MPI in a program, such as libraries that know nothing of each other. Each has its own beginning and end, beside MPI.Init or without it, and makes its communicators of
 * groups of named processes:
 *
 * <pre>
 *   try (Session session = Session.init()) {
 *     Group all = session.groupFromPset(Session.WORLD);
 *     Intracomm comm = session.createFromGroup(all, "org.example.solver");
 *     …
 *   }
 * </pre>
 *
 * <p>Sessions may overlap and end in any order, also after MPI.Finalize. While one is open, or MPI.Init was called and MPI.Finalize not, the process stays in the job; the end of the last one waits for all ranks, as MPI.Finalize does, if this
 * process has met any. So ranks that open sessions one after the other keep one of them open around those, unless all open as many. Any thread may use a session. MPI.Finalize ends none: a program that ends while one is open fails, and
 * is told where that was begun.
 */
public final class Session implements AutoCloseable {
    /** The process set of all processes of the job. */
    public static final String WORLD = "mpi://WORLD";

    /** The process set of this process alone. */
    public static final String SELF = "mpi://SELF";

    /** Braid's process set of the processes on this process's host, by the job's map. */
    public static final String HOST = "braid://HOST";

    /** Braid's process set of the processes in this process's cluster; there if somebody has named that ({@code --cluster}, {@code --topology}). */
    public static final String CLUSTER = "braid://CLUSTER";

    /** Braid's process set of the processes at this process's site; there if somebody has named that ({@code --site}, {@code --topology}). */
    public static final String SITE = "braid://SITE";

    /** The class of errors of sessions that were closed (MPI_ERR_SESSION; the number is Open MPI's). */
    public static final int ERR_SESSION = 78;

    private final Info info;
    private final Errhandler errhandler;
    private final Throwable beginning = new Throwable();
    private final List<Intracomm> made = new ArrayList<>();
    private boolean closed;

    private Session(Info info, Errhandler errhandler) {
        this.info = info;
        this.errhandler = errhandler;
    }

    /** A session without hints. */
    public static Session init() {
        return init(new Info(), MPI.ERRORS_RETURN);
    }

    /**
     * Begins a session (MPI_SESSION_INIT). Local: waits for nobody.
     *
     * @param hints kept; MPI.INFO_NULL for none
     * @param errhandler of the communicators that it makes
     * @throws MPIException ERR_ARG if one of them is null, ERR_OTHER if the process cannot enter the job
     */
    public static Session init(Info hints, Errhandler errhandler) {
        if (hints == null || errhandler == null) {
            throw Inside.failure(ErrorClass.ARG, "no session can be made", "an argument is null", "Give MPI.INFO_NULL for no hints, and MPI.ERRORS_RETURN");
        }
        Session begun = new Session(hints.isNull() ? new Info() : hints.dup(), errhandler);
        Inside.join(begun.beginning);
        return begun;
    }

    /** A copy of the session's hints, with {@code thread_level} (MPI_SESSION_GET_INFO). */
    public synchronized Info getInfo() {
        throwIfClosed("getInfo");
        Info copy = info.dup();
        copy.set("thread_level", levelName(MPI.queryThread()));
        return copy;
    }

    private static String levelName(int level) {
        return level == MPI.THREAD_MULTIPLE ? "MPI_THREAD_MULTIPLE" : level == MPI.THREAD_SERIALIZED ? "MPI_THREAD_SERIALIZED" : level == MPI.THREAD_FUNNELED ? "MPI_THREAD_FUNNELED" : "MPI_THREAD_SINGLE";
    }

    /** The names of the process sets of which this process is a member: {@link #WORLD} and {@link #SELF} first. */
    public synchronized List<String> psets() {
        throwIfClosed("psets");
        return List.copyOf(Inside.processSets());
    }

    /** How many of them there are (MPI_SESSION_GET_NUM_PSETS). */
    public int getNumPsets() {
        return psets().size();
    }

    /**
     * The name of one of them (MPI_SESSION_GET_NTH_PSET).
     *
     * @throws MPIException ERR_ARG if {@code n} is not from 0 to one less than their number
     */
    public String getNthPset(int n) {
        List<String> names = psets();
        if (n < 0 || n >= names.size()) {
            throw Inside.failure(ErrorClass.ARG, "there is no process set " + n, "there are " + names.size(), "Give 0 to " + (names.size() - 1));
        }
        return names.get(n);
    }

    /**
     * What is known of a process set: {@code mpi_size}, how many members it has (MPI_SESSION_GET_PSET_INFO).
     *
     * @throws MPIException ERR_ARG if this process is in none of that name
     */
    public Info getPsetInfo(String pset) {
        Info known = new Info();
        known.set("mpi_size", Integer.toString(groupFromPset(pset).getSize()));
        return known;
    }

    /**
     * The processes of a set, by their rank in the job (MPI_GROUP_FROM_SESSION_PSET). Local.
     *
     * @throws MPIException ERR_ARG if this process is in none of that name
     */
    public synchronized Group groupFromPset(String pset) {
        throwIfClosed("groupFromPset");
        Group found = pset == null ? null : Inside.group(pset);
        if (found == null) {
            throw Inside.failure(ErrorClass.ARG, "there is no process set '" + pset + "'", "this process is in none of that name", "There are " + String.join(", ", Inside.processSets()));
        }
        return found;
    }

    /**
     * A communicator of the members of {@code group}, which ends with the session if it was not freed before (MPI_COMM_CREATE_FROM_GROUP). Collective over them; {@link Intracomm#createFromGroup} makes one that is no session's.
     *
     * @param stringtag tells calls apart that are made at the same time for groups with members in common
     * @throws MPIException as {@link Intracomm#createFromGroup}
     */
    public Intracomm createFromGroup(Group group, String stringtag) {
        synchronized (this) {
            throwIfClosed("createFromGroup");
        }
        Intracomm comm = Intracomm.createFromGroup(group, stringtag, MPI.INFO_NULL, errhandler);
        synchronized (this) {
            made.removeIf(Intracomm::isNull);
            made.add(comm);
        }
        return comm;
    }

    /** Whether it was closed. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /**
     * Ends the session (MPI_SESSION_FINALIZE): communicators of {@link #createFromGroup} that were not freed are freed now, which is no message to others. The last end in a process that is not between Init and Finalize waits for all ranks. A
     * second time it does nothing.
     *
     * @throws MPIException if a rank that it waits for has failed, or this process is inside a window's epoch: then it goes on; ERR_COMM ({@code BRD-1545}) if messages were lost of which nobody was told yet, or what freeing a
     *     communicator has thrown: then it has ended
     */
    @Override
    public synchronized void close() {
        if (!closed) {
            MPIException untold = freeAll();
            MPIException last = Inside.leave(beginning);
            closed = true;
            untold = untold == null ? last : untold;
            if (untold != null) {
                throw untold;
            }
        }
    }

    /** Each has gone, whatever it throws. */
    private @Nullable MPIException freeAll() {
        MPIException first = null;
        for (Intracomm comm : made) {
            try {
                if (!comm.isNull()) {
                    comm.free();
                }
            } catch (MPIException failed) {
                first = first == null ? failed : first;
            }
        }
        made.clear();
        return first;
    }

    private void throwIfClosed(String call) {
        if (closed) {
            throw Inside.failure(ErrorClass.SESSION, call + " cannot be carried out", "the session was closed", "Use a session, and what it makes, before its end");
        }
    }
}
