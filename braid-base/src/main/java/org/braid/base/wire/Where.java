package org.braid.base.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How near two contexts are to each other. Each place lies inside the next one: what is on the same host is on the same site too. */
public enum Where {
    /** The same context. */
    SELF("self"),
    /** The same process. */
    PROCESS("process"),
    /** The same host: they can share memory. */
    HOST("host"),
    /** The same site: a network that its users trust, as the job's description says. */
    SITE("site"),
    /** Anywhere. */
    ANYWHERE("*");

    private final String word;

    Where(String word) {
        this.word = word;
    }

    /** As it stands in a policy. */
    @Override
    public String toString() {
        return word;
    }

    /**
     * Whether a rule for this place is meant for contexts that are as near as {@code pair}. A message to oneself needs no network, so
     * only a rule for {@link #SELF} touches it: {@code *=tcp} does not send it through a socket.
     */
    boolean contains(Where pair) {
        return pair == SELF ? this == SELF : compareTo(pair) >= 0;
    }

    static @Nullable Where find(String word) {
        for (Where where : values()) if (where.word.equals(word)) return where;
        return null;
    }

    static List<String> words() {
        var words = new ArrayList<String>();
        for (Where where : values()) words.add(where.word);
        return words;
    }
}
