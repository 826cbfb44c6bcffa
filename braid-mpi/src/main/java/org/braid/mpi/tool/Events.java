package org.braid.mpi.tool;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.coll.select.ChoiceListener;
import org.braid.coll.select.Rule;
import org.braid.link.Context;
import org.braid.link.select.LinkReport;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;

/** Notes what happens in one process, from when somebody listens first. */
public final class Events {
    private final Context context;
    private final AtomicReference<@Nullable ChoiceListener> choices;
    private final EventQueue queue = new EventQueue();
    private boolean listens;

    /** @param choices where the collectives of this process look for whom to tell of their choices */
    Events(Context context, AtomicReference<@Nullable ChoiceListener> choices) {
        this.context = context;
        this.choices = choices;
    }

    /**
     * Tells of all that happens from now on, in order, in a thread of its own.
     *
     * @param dropped is told, before an event, how many were lost since it was told last
     * @return ends it; an event that is just being told may still come
     */
    public Runnable listen(Consumer<Event> listener, LongConsumer dropped) {
        EventQueue.Listener added = new EventQueue.Listener() {
            @Override
            public void happened(Event event) {
                listener.accept(event);
            }

            @Override
            public void dropped(long count) {
                dropped.accept(count);
            }
        };
        queue.add(added);
        listenToParts();
        return () -> queue.remove(added);
    }

    private synchronized void listenToParts() {
        if (!listens) {
            listens = true;
            context.onLane(this::lane);
            boolean entered = context.progress().enterUnlessMine();
            try {
                context.onFailure(this::ended);
            } finally {
                if (entered) {
                    context.progress().exit();
                }
            }
            choices.set(this::chosen);
        }
    }

    private void lane(LinkReport made) {
        note(made.again() ? Event.Kind.LANE_MOVED : Event.Kind.LANE_OPENED, "to", nameOf(made.to()), "method", made.method(), "why", made.why(), "rejected", String.join(", ", made.rejected()));
    }

    private void ended(Peer peer, BraidException cause) {
        note(Event.Kind.PEER_ENDED, "peer", nameOf(peer.id()), "why", String.valueOf(cause.getMessage()));
    }

    private void chosen(Rule rule, int size, long bytes) {
        note(
                Event.Kind.ALGORITHM_CHOSEN,
                "operation",
                rule.operation().text(),
                "algorithm",
                rule.algorithm().text(),
                "reason",
                rule.reason(),
                "size",
                Integer.toString(size),
                "bytes",
                Long.toString(bytes));
    }

    /** The rank of a process of this job, the whole name of another. */
    private String nameOf(ContextId id) {
        return id.isRankBeside(context.id()) ? Long.toString(id.number()) : id.toString();
    }

    private void note(Event.Kind kind, String... namesAndValues) {
        if (queue.isHeard()) {
            Map<String, String> elements = new LinkedHashMap<>();
            for (int i = 0; i < namesAndValues.length; i += 2) {
                elements.put(namesAndValues[i], namesAndValues[i + 1]);
            }
            queue.note(new Event(kind, context.progress().nanoTime(), Map.copyOf(elements)));
        }
    }
}
