package org.braid.link.bulk;

import java.util.function.Consumer;
import org.braid.link.progress.Completion;
import org.jspecify.annotations.Nullable;

/** A pull on behalf of a handler that wants the bytes in a slab; {@code then} is given null if they do not come. Guarded by the context's token. */
final class Fetch extends Completion {
    private final Consumer<@Nullable Slab> then;
    private @Nullable Slab slab;

    Fetch(Consumer<@Nullable Slab> then) {
        this.then = then;
    }

    /** Where to; the data may be there already. */
    void into(Slab whole) {
        slab = whole;
        if (isDone()) {
            settle();
        }
    }

    /** The pull has ended: hands the slab on, or gives it back. */
    void settle() {
        Slab whole = slab;
        if (whole == null) {
            return; // it comes with into
        }
        if (hasFailed()) {
            whole.release();
        }
        then.accept(hasFailed() ? null : whole);
    }
}
