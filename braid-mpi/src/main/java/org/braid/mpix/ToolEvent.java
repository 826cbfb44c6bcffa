package org.braid.mpix;

import java.util.Map;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.tool.Event;

/**
 * Something that has happened in this process (MPI 4.1, section 15.3.8); see {@link Tools#listen}.
 *
 * @param kind what
 * @param atNs when, by {@link System#nanoTime}
 * @param elements what there is to say of it, by the names that its kind has
 */
public record ToolEvent(Kind kind, long atNs, Map<String, String> elements) {
    /** What may happen. */
    public enum Kind {
        /** A lane to another rank was made: {@code to}, {@code method}, {@code why}, {@code rejected}. */
        LANE_OPENED,
        /** Messages go on by another lane than before, since that was lost or left: {@code to}, {@code method}, {@code why}, {@code rejected}. */
        LANE_MOVED,
        /** Nothing more comes from a rank, or goes to it: {@code peer}, {@code why}. */
        PEER_ENDED,
        /** The algorithm of a collective was chosen, for a call that is not like the one before: {@code operation}, {@code algorithm}, {@code reason}, {@code size}, {@code bytes}. */
        ALGORITHM_CHOSEN
    }

    static ToolEvent of(Event event) {
        return new ToolEvent(Kind.valueOf(event.kind().name()), event.atNs(), event.elements());
    }

    /** One of its elements; "" if it has none of that name. */
    public String get(String name) {
        return elements.getOrDefault(Inside.given(name, ErrorClass.ARG, "ToolEvent.get: the name"), "");
    }
}
