package org.braid.link.spi.trust;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a method makes of each of a context's {@link Secrets}, once. What it has made of secrets that the context has with nobody any more is forgotten, but for the latest, by which handshakes may be under way. The holder of the context's token only. */
public final class BySecret<T> {
    private static final int MOST_FORMER = 64;

    private final Secrets secrets;
    private final Function<Secrets.Shared, T> maker;
    private final Map<Secrets.Shared, T> made = new LinkedHashMap<>();

    /** Nothing is made yet. */
    public BySecret(Secrets secrets, Function<Secrets.Shared, T> maker) {
        this.secrets = secrets;
        this.maker = maker;
    }

    /** What was made of this secret. */
    public T of(Secrets.Shared secret) {
        T known = made.get(secret);
        if (known == null) {
            known = maker.apply(secret);
            made.put(secret, known);
            forgetFormer();
        }
        return known;
    }

    private void forgetFormer() {
        List<Secrets.Shared> current = secrets.all();
        Iterator<Secrets.Shared> oldestFirst = made.keySet().iterator();
        while (made.size() > current.size() + MOST_FORMER && oldestFirst.hasNext()) {
            if (!current.contains(oldestFirst.next())) {
                oldestFirst.remove();
            }
        }
    }

    /** One that was made, also of a secret that the context has with nobody any more; null if none is like that. */
    public @Nullable T find(Predicate<T> like) {
        for (T each : made.values()) {
            if (like.test(each)) {
                return each;
            }
        }
        return null;
    }
}
