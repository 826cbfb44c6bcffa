package org.braid.link.chain;

import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DeliveryClass;

/** What a chain asks of whoever builds it, for itself and for its devices. */
public interface Surroundings {
    /** The context that this end of the lane belongs to. */
    ContextId self();

    /** The context at the other end. */
    ContextId peer();

    /** What the stream above promises its users. */
    DeliveryClass delivery();

    /** The time of the context, real or simulated. Any thread. */
    long nowNs();

    /** The one object of this type in this process; made by the first that asks. Any thread. */
    <T> T shared(Class<T> type, Supplier<T> make);

    /**
     * News that has come to the top of the chain. Called with the context's token, from {@code poll} or while a frame is handed up. After one of severity {@link Alert.Severity#FAILURE} the chain takes, or
     * hands up, nothing more.
     */
    void alert(Alert alert);
}
