package org.braid.coll.topology;

import java.util.List;

/**
 * Where one rank is: its site, its cluster there, its host there, or whatever the levels are called.
 *
 * @param names one for each level, the slowest channel first; "" where nobody has named a level, which then does not exist for this rank
 */
public record Place(List<String> names) {
    /** Keeps a copy. */
    public Place {
        names = List.copyOf(names);
    }

    /** The place of these names. */
    public static Place of(String... names) {
        return new Place(List.of(names));
    }

    /** The first level from {@code level} on that has a name; as many as there are levels if none has. */
    int nextNamed(int level) {
        int next = level;
        while (next < names.size() && names.get(next).isEmpty()) {
            next++;
        }
        return next;
    }
}
