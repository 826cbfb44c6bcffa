package org.braid.link.progress;

/** What was begun above a context and goes on only when somebody calls: the background thread does for a context that {@linkplain Served#onward goes on by itself}. */
@FunctionalInterface
public interface Onward {
    /**
     * Goes on as far as it goes without waiting. The caller does not hold the token.
     *
     * @return true if something is still under way, so that whatever comes for it is to be looked at soon
     */
    boolean advance();
}
