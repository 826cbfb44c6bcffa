package org.braid.boot.names;

import java.util.HashMap;
import java.util.Map;
import org.braid.boot.names.NameAnswer.Outcome;
import org.jspecify.annotations.Nullable;

/** The names that the ranks of one family of jobs have published, in the process that keeps the family together. Pure, bounded, one thread. A name goes with the rank that has published it; only that rank may unpublish it. */
public final class NameRegister {
    /** So many names there are at once. */
    public static final int MOST = 4096;

    /** So many of them may be one rank's, so that no rank takes all. */
    public static final int MOST_OF_ONE = 1024;

    private record Entry(NameOwner owner, String port) {}

    private final Map<String, Entry> names = new HashMap<>();

    /** Empty. */
    public NameRegister() {}

    /** Does what a rank asks for, and answers. */
    public NameAnswer answer(NameOwner asking, NameRequest request) {
        Entry known = names.get(request.service());
        return switch (request.kind()) {
            case PUBLISH -> of(request, publish(asking, request, known));
            case UNPUBLISH -> of(request, unpublish(asking, request, known));
            case LOOKUP -> known == null ? of(request, Outcome.UNKNOWN) : new NameAnswer(request.id(), Outcome.DONE, known.port);
            case IS_THERE -> of(request, Outcome.DONE);
        };
    }

    private static NameAnswer of(NameRequest request, Outcome outcome) {
        return new NameAnswer(request.id(), outcome, "");
    }

    private Outcome publish(NameOwner asking, NameRequest request, @Nullable Entry known) {
        if (known != null) {
            return Outcome.TAKEN;
        }
        if (names.size() == MOST || names.values().stream().filter(each -> each.owner.equals(asking)).count() == MOST_OF_ONE) {
            return Outcome.FULL;
        }
        names.put(request.service(), new Entry(asking, request.port()));
        return Outcome.DONE;
    }

    private Outcome unpublish(NameOwner asking, NameRequest request, @Nullable Entry known) {
        if (known == null) {
            return Outcome.UNKNOWN;
        }
        return names.remove(request.service(), new Entry(asking, request.port())) ? Outcome.DONE : Outcome.FOREIGN;
    }

    /** A rank has ended: what it has published is published no more. */
    public void ended(NameOwner owner) {
        names.values().removeIf(each -> each.owner.equals(owner));
    }
}
