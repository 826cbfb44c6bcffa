package org.braid.link.progress;

/** What a context has begun and goes on with turn by turn, whoever polls. Guarded by the context's token. */
public interface Work {
    /** Nothing to do. */
    Work NONE = new None();

    /** True while {@link #poll} has something to do; one load on every turn. */
    boolean active();

    /** True while something must go on although nobody waits for it. */
    boolean pending();

    /** Goes on; pieces done. */
    int poll();

    /** A class, since a lambda costs a millisecond at the start of every process. */
    final class None implements Work {
        @Override
        public boolean active() {
            return false;
        }

        @Override
        public boolean pending() {
            return false;
        }

        @Override
        public int poll() {
            return 0;
        }
    }
}
