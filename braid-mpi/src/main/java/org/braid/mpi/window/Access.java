package org.braid.mpi.window;

import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.mpi.data.PackedMemory;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.window.layout.Layout;
import org.braid.mpi.window.layout.Operator;
import org.braid.mpi.window.layout.UserData;
import org.jspecify.annotations.Nullable;

/** One access to one target. If messages carry it, it is done when all of them are answered; what the answers change is guarded by the token. */
final class Access extends Completion {
    /** What is to be done; the ordinal travels. */
    enum Kind {
        PUT,
        GET,
        ACCUMULATE,
        /** An accumulate that answers what was there. */
        FETCH,
        /** Its data are what is compared with, and then what is written. */
        SWAP
    }

    final Kind kind;
    final Member target;
    final long at; // in the target's part
    final Layout layout;
    final @Nullable Operator operator;
    final UserData data; // in one piece
    final UserData result;

    private @Nullable Object fetched; // if the result is not one piece
    private int left = 1; // messages to be answered, and the sending itself
    private @Nullable BraidException trouble;

    Access(Kind kind, Member target, long at, Layout layout, @Nullable Operator operator, UserData data, UserData result) {
        this.kind = kind;
        this.target = target;
        this.at = at;
        this.layout = layout;
        this.operator = operator;
        this.data = data;
        this.result = result;
    }

    /** Whether it answers what the target has, or had. */
    boolean fetches() {
        return kind == Kind.GET || kind == Kind.FETCH || kind == Kind.SWAP;
    }

    /** Whether it is ordered after the accumulates before it. */
    boolean accumulates() {
        return kind != Kind.PUT && kind != Kind.GET;
    }

    /** Where so many bytes belong that begin at {@code packed} among those that are fetched. */
    Object resultMemory() {
        if (result.isOnePiece()) {
            return result.base();
        }
        Object known = fetched;
        if (known == null) {
            known = PackedMemory.of(result.layout().sizeBytes());
            fetched = known;
        }
        return known;
    }

    long resultStart() {
        return result.isOnePiece() ? result.start() : 0;
    }

    /** All that is fetched is in {@link #resultMemory}. */
    void deliver() {
        Object packed = fetched;
        if (packed != null) {
            result.fill(packed, 0);
        }
    }

    /** One message more is on its way. */
    void begun() {
        left++;
    }

    /** One message is answered, or the last one has been sent. */
    void ended(@Nullable BraidException why) {
        trouble = trouble == null ? why : trouble;
        left--;
        if (left == 0) {
            finish();
        }
    }

    private void finish() {
        BraidException why = trouble;
        if (why != null) {
            fail(why);
            return;
        }
        try {
            deliver();
        } catch (RuntimeException refused) { // by the program's memory, and whoever waits must be told so
            fail(new MpiFailure(ErrorClass.BUFFER, "what was fetched cannot be stored", "the result's memory threw " + refused, "Keep the buffer open until the access is over, and give none that one thread has for itself", refused));
            return;
        }
        complete();
    }
}
