package org.braid.link.dispatch;

/**
 * What a remote service request runs at its endpoint (nexus-multimethod, section 2.3). Runs in the poller, holding the context's token: it may send, it must not wait and should
 * be short. Work that waits belongs into a {@link BlockingHandler}.
 */
@FunctionalInterface
public interface Handler {
    /**
     * @param to the endpoint addressed; its user data is the handler's state
     * @param payload valid during the call only, unless {@linkplain Payload#grab() grabbed}
     */
    void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload);

    /**
     * As {@link #handle}, where more requests may wait behind this one, all alike but for {@code a1} and payload: the handler may go on to each with {@link Payload#next}, which saves
     * it the way up from the lane, or leave them, and is called again.
     */
    default void handleRun(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
        handle(to, a0, a1, a2, a3, payload);
    }

    /** Whether a request of these words may find its endpoint closed where nothing new is wrong, as questions may, and what belongs to a call that has failed: then nobody is told. */
    default boolean mayComeTooLate(int a0, int a1, int a2, int a3) {
        return false;
    }
}
