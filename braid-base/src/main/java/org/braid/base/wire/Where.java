package org.braid.base.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How near two contexts are to each other. Each place lies inside the next one: who is on the same host is on the same site too. */
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

    /** Whether everything that is as near as {@code pair} is inside this place. */
    public boolean contains(Where pair) {
        return compareTo(pair) >= 0;
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
