package org.braid.mpi.file;

import org.braid.mpi.data.UserStream;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.collective.Operation;
import org.braid.mpi.file.view.AccessMode;
import org.braid.mpi.file.view.View;
import org.jspecify.annotations.Nullable;

/** Where accesses begin: the individual pointer, which it has, the shared one, or an offset (MPI 4.1, section 14.4). All count etypes of the view. Any thread. */
final class Pointer {
    private final Shared shared;
    private long etypes;

    Pointer(Shared shared) {
        this.shared = shared;
    }

    synchronized void toStart() {
        etypes = 0;
    }

    /** Of a file that was opened to be appended to. */
    synchronized void toEnd() {
        etypes = end();
        shared.agreeAfter(Operation.OPEN, () -> {
            if (shared.isFirst()) {
                shared.words().seek(etypes);
            }
        });
    }

    private long end() {
        return shared.view().etypesIn(shared.disk().bytes());
    }

    synchronized long position() {
        notSequential("getPosition");
        return etypes;
    }

    synchronized void seek(long offset, Whence whence) {
        notSequential("seek");
        etypes = moved("seek", offset, whence, etypes);
    }

    private void notSequential(String call) {
        if (shared.alive(call).mode().is(AccessMode.SEQUENTIAL)) {
            throw Refusals.sequential(shared.at(call));
        }
    }

    private long moved(String call, long offset, Whence whence, long now) {
        long from = switch (whence) {
            case SET -> 0;
            case CURRENT -> now;
            case END -> end();
        };
        long to = from + offset;
        if (to < 0 || (offset > 0 && to < from)) {
            throw Refusals.argument(shared.at(call), "the pointer would be moved to " + to);
        }
        View view = shared.view();
        if (!view.isEmpty() && to > view.bytesBelow(Long.MAX_VALUE) / view.etypeBytes()) {
            throw Refusals.argument(shared.at(call), "the pointer would be moved to etype " + to + ", which is more than a file can have");
        }
        return to;
    }

    void seekShared(long offset, Whence whence, @Nullable MpiFailure mistake) {
        shared.alive("seekShared");
        MpiFailure own = mistake != null ? mistake : shared.mode().is(AccessMode.SEQUENTIAL) ? Refusals.sequential(shared.at("seekShared")) : null;
        shared.agreeOn(Operation.SEEK_SHARED, "offsets", own, offset, whence.ordinal());
        shared.agreeAfter(Operation.SEEK_SHARED, () -> {
            if (shared.isFirst()) {
                shared.words().seek(moved("seekShared", offset, whence, shared.words().position()));
            }
        });
    }

    long byteOffset(long offset) {
        notSequential("getByteOffset");
        View view = shared.view();
        if (offset < 0 || view.isEmpty()) {
            throw Refusals.argument(shared.at("getByteOffset"), offset < 0 ? "the offset is " + offset : "the view has no data");
        }
        long position = bytes("getByteOffset", offset);
        if (!view.reaches(position, 1)) {
            throw Refusals.argument(shared.at("getByteOffset"), "byte " + position + " of the view lies beyond what a file can have");
        }
        return view.offsetOf(position);
    }

    private long bytes(String call, long offset) {
        try {
            return Math.multiplyExact(offset, shared.view().etypeBytes());
        } catch (ArithmeticException e) {
            throw Refusals.argument(shared.at(call), "the offset is " + offset + " etypes of " + shared.view().etypeBytes() + " bytes, which is more than a file can have");
        }
    }

    /** Throws what is wrong with an access; it has changed nothing then. */
    void check(Kind kind, UserStream data) {
        String call = kind.call();
        AccessMode mode = shared.alive(call).mode();
        if (kind.writes() ? !mode.writes() : !mode.reads()) {
            throw kind.writes() ? Refusals.notWritable(shared.at(call)) : Refusals.notReadable(shared.at(call));
        }
        if (kind.by() != Kind.Where.SHARED && mode.is(AccessMode.SEQUENTIAL)) {
            throw Refusals.sequential(shared.at(call));
        }
        if (kind.offset() < 0) {
            throw Refusals.argument(shared.at(call), "the offset is " + kind.offset());
        }
        long etype = shared.view().etypeBytes();
        if (data.bytes() % etype != 0) {
            throw Refusals.type(shared.at(call), data.bytes() + " bytes of data are not whole etypes, of which each has " + etype);
        }
        if (data.bytes() > 0 && shared.view().isEmpty()) {
            throw Refusals.argument(shared.at(call), "the view of this rank has no data");
        }
        long position = bytes(call, kind.by() == Kind.Where.INDIVIDUAL ? etypes() : kind.offset());
        if (!shared.view().reaches(position, data.bytes())) {
            throw Refusals.argument(shared.at(call), data.bytes() + " bytes from byte " + position + " of the view on reach beyond what a file can have");
        }
    }

    private synchronized long etypes() {
        return etypes;
    }

    /** Where the access begins, in bytes of the view; the pointer moves behind what is asked for. */
    long take(Kind kind, UserStream data) {
        long count = data.bytes() / shared.view().etypeBytes();
        return switch (kind.by()) {
            case EXPLICIT -> bytes(kind.call(), kind.offset());
            case INDIVIDUAL -> bytes(kind.call(), advance(count));
            case SHARED -> bytes(kind.call(), takeShared(kind.call(), count));
        };
    }

    /**
     * Where the shared pointer is, which moves by so many etypes. Beyond what a file can have it is taken back, so that no access asks for it first: of ranks that come there at one time, all may be refused.
     */
    long takeShared(String call, long count) {
        View view = shared.view();
        long most = (view.isEmpty() ? Long.MAX_VALUE : view.bytesBelow(Long.MAX_VALUE)) / view.etypeBytes();
        long before = shared.words().add(count);
        if (count > 0 && (before < 0 || before > most - count)) {
            long ignored = shared.words().add(-count);
            throw Refusals.argument(shared.at(call), count + " etypes from etype " + before + " of the view on reach beyond what a file can have");
        }
        return before;
    }

    private synchronized long advance(long count) {
        long before = etypes;
        etypes += count;
        return before;
    }
}
