package org.braid.link.spi;

import java.util.List;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;

/** A chain as one of its devices sees it: who the neighbours are, and the ways down and up. Any thread may be in {@link #below}, one at a time; everything else happens with the context's token. */
public interface DeviceHost {
    /** The context that this end of the lane belongs to. */
    ContextId self();

    /** The context at the other end. */
    ContextId peer();

    /** True at the end that sends: {@link DeviceEnd#down} is called there, and {@link DeviceEnd#up} at the other one. */
    boolean isSending();

    /** The whole chain, top first, the transport last, each with its parameters as a user writes them. */
    List<String> chain();

    /** Which of {@link #chain} this device is, from 0. */
    int position();

    /** What the stream above promises its users. */
    DeliveryClass delivery();

    /** Longest payload in bytes that the neighbour below takes. */
    int frameBytesBelow();

    /** The time of this context, which only grows; real or simulated. */
    long nowNs();

    /** The one object of this type that all devices of this process share; made by the first that asks. */
    <T> T shared(Class<T> type, Supplier<T> make);

    /**
     * Offers a request to the neighbour below.
     *
     * @return {@link Lane#TAKEN}, {@link Lane#PENDING} if a device below keeps it, or why not: then the request is as it was before
     */
    int below(IoRequest request);

    /** A request that this device had answered {@link Lane#PENDING} was {@linkplain Lane#TAKEN taken} below: its functions are called. */
    void completed(IoRequest request);

    /** Hands a frame to the neighbour above; its payload need only last until this returns. */
    void above(Frame frame);

    /**
     * The frame at hand is damaged, or cannot be undone: it counts as never arrived, the lane ends with this reason, and the stream goes on by another lane from exactly this frame. Nothing more is handed up.
     */
    void refuse(String why);

    /** Tells those above, and at last the user, what has happened. An alert of severity {@link Alert.Severity#FAILURE} ends the lane. */
    void alert(Alert.Severity severity, String text);

    /** Hands news from below to the neighbour above as they are. */
    void pass(Alert alert);
}
