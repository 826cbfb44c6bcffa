package org.braid.mpi.file;

import java.util.Map;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserStream;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.collective.Operation;
import org.braid.mpi.file.collective.Outcome;
import org.braid.mpi.file.view.AccessMode;
import org.braid.mpi.file.view.View;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * One file at one rank (MPI 4.1, section 14.2): its view, its pointers and its settings, and the calls on it. Offsets count etypes of the view, lengths of the file bytes. Calls that are collective are made by all ranks of the file, and fail at all or none; those that get
 * {@code mistake} are told what the façade has found to be wrong at this rank.
 */
public final class OpenFile implements Titled {
    private final String name;
    private final Shared shared;
    private final Accesses accesses;
    private final Pointer pointer;
    private Hints hints;

    private OpenFile(String name, Shared shared, Hints hints) {
        this.name = name;
        this.shared = shared;
        this.hints = hints;
        this.pointer = new Pointer(shared);
        this.accesses = new Accesses(shared, pointer, hints);
        if (shared.mode().is(AccessMode.APPEND)) {
            pointer.toEnd();
        }
    }

    /**
     * Opens a file; collective (MPI 4.1, section 14.2.1).
     *
     * @param host the same number at all ranks of one host
     * @param hints unknown ones are ignored
     */
    public static OpenFile open(FileSystem system, CollectiveRuns ranks, int host, String name, int mode, Map<String, String> hints, @Nullable MpiFailure mistake) {
        Opening opening = new Opening(system, ranks, host, new AccessMode(mode));
        Shared shared = opening.open(name, Hints.none().with(hints), mistake);
        return new OpenFile(name, shared, opening.hints());
    }

    // ---- the file itself

    @Override
    public String title() {
        return titleOf(name);
    }

    static String titleOf(String name) {
        return "file \"" + name + '"';
    }

    @Override
    public int rank() {
        return shared.rank();
    }

    /** Closes it; collective (MPI 4.1, section 14.2.2). What a program has started alone and not waited for, which MPI forbids, is carried out before. */
    public void close() {
        accesses.throwIfSplit("close");
        accesses.awaitStarted();
        shared.close();
    }

    /** Whether it was closed. */
    public boolean isClosed() {
        return shared.isClosed();
    }

    /** How it was opened. */
    public int mode() {
        return shared.alive("getAMode").mode().flags();
    }

    /** The ranks of the file, by the numbers of their contexts. */
    public int[] members() {
        return shared.alive("getGroup").members();
    }

    /** Its length in bytes. */
    public long bytes() {
        return shared.alive("getSize").disk().bytes();
    }

    /** Cuts or extends it; collective (MPI 4.1, section 14.2.4). */
    public void resize(long bytes) {
        accesses.throwIfSplit("setSize");
        shared.change(Operation.SET_SIZE, bytes, () -> shared.disk().resize(bytes));
    }

    /** Makes room on the disk; collective (MPI 4.1, section 14.2.5). */
    public void preallocate(long bytes) {
        accesses.throwIfSplit("preallocate");
        shared.change(Operation.PREALLOCATE, bytes, () -> shared.disk().preallocate(bytes));
    }

    /** Returns when what all ranks have written is on the disk, and seen by all; collective (MPI 4.1, section 14.6.1). */
    public void sync() {
        shared.alive("sync").sync();
    }

    /** The hints that are followed. */
    public Map<String, String> hints() {
        shared.alive("getInfo");
        return hints.asMap();
    }

    /** Follows other hints from now on; collective (MPI 4.1, section 14.2.8). */
    public void hints(Map<String, String> given, @Nullable MpiFailure mistake) {
        long[][] all = shared.alive("setInfo").calls().agree(Operation.SET_INFO, mistake, hints.with(given).words());
        hints = Hints.of(all[0]);
        accesses.follow(hints);
    }

    /** Whether accesses are whole before others see them. */
    public boolean isAtomic() {
        return shared.alive("getAtomicity").isAtomic();
    }

    /** Says so; collective (MPI 4.1, section 14.6.1). */
    public void atomic(boolean whether) {
        shared.alive("setAtomicity").atomic(whether);
    }

    // ---- view and pointers

    /** What is seen of it. */
    public View view() {
        return shared.alive("getView").view();
    }

    /** Changes the view, and sets the pointers to its start; collective (MPI 4.1, section 14.3). */
    public void view(long displacementBytes, @Nullable TypeMap etype, @Nullable TypeMap filetype, @Nullable String representation, Map<String, String> given, @Nullable MpiFailure mistake) {
        accesses.throwIfSplit("setView");
        shared.alive("setView");
        MpiFailure own = mistake;
        View next = shared.view();
        if (own == null && etype != null && filetype != null && representation != null) {
            try {
                next = Views.of(shared, displacementBytes, etype, filetype, representation);
            } catch (RuntimeException | Error wrong) {
                own = Outcome.failureOf(wrong);
            }
        }
        shared.view(next, own);
        pointer.toStart();
        hints(given, null);
    }

    /** The individual pointer. */
    public long position() {
        return pointer.position();
    }

    /** The shared pointer. */
    public long sharedPosition() {
        return shared.alive("getPositionShared").words().position();
    }

    /** Moves the individual pointer (MPI 4.1, section 14.4.3). */
    public void seek(long offset, Whence whence) {
        pointer.seek(offset, whence);
    }

    /** Moves the shared pointer; collective (MPI 4.1, section 14.4.4). */
    public void seekShared(long offset, Whence whence, @Nullable MpiFailure mistake) {
        pointer.seekShared(offset, whence, mistake);
    }

    /** The byte of the file at which an etype of the view begins. */
    public long byteOffset(long offset) {
        return pointer.byteOffset(offset);
    }

    // ---- accesses

    /** Whether what is read and written is in external32. */
    public boolean isBigEndian() {
        return shared.view().isBigEndian();
    }

    /** Reads or writes, without the others; bytes moved. */
    public long access(Kind kind, UserStream data) {
        return accesses.access(kind, data);
    }

    /** Starts that; the request's outcome is {@code outcome}, which is attached to it. */
    public Request start(Kind kind, UserStream data, Outcome outcome) {
        return accesses.start(kind, data, outcome);
    }

    /** Reads or writes, with all ranks; bytes moved here. */
    public long accessTogether(Kind kind, UserStream data, @Nullable MpiFailure mistake) {
        return accesses.accessTogether(kind, data, mistake);
    }

    /** Starts that. */
    public Request startTogether(Kind kind, UserStream data, Outcome outcome, @Nullable MpiFailure mistake) {
        return accesses.startTogether(kind, data, outcome, mistake);
    }

    /** Begins a split collective access (MPI 4.1, section 14.4.5), of which a file has one at a time. */
    public void begin(Kind kind, UserStream data, @Nullable Object buffer) {
        accesses.begin(kind, data, buffer);
    }

    /** Ends it; bytes moved here. */
    public long end(Operation operation, @Nullable Object buffer) {
        return accesses.end(operation, buffer);
    }
}
