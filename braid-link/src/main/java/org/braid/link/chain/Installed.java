package org.braid.link.chain;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Everything of one kind that can be found by name. Any thread may ask. */
final class Installed<T> {
    private final Class<T> kind;
    private final Function<T, String> nameOf;
    private final @Nullable ClassLoader from;
    private final List<String> broken = new ArrayList<>(0);
    private @Nullable List<T> all;

    /** What {@link ServiceLoader} finds when it is first asked for. */
    Installed(Class<T> kind, Function<T, String> nameOf, @Nullable ClassLoader from) {
        this.kind = kind;
        this.nameOf = nameOf;
        this.from = from;
    }

    Installed(Class<T> kind, Function<T, String> nameOf, List<T> given) {
        this(kind, nameOf, (ClassLoader) null);
        all = List.copyOf(given);
    }

    synchronized List<T> all() {
        List<T> known = all;
        if (known == null) {
            known = load();
            all = known;
        }
        return known;
    }

    /** What cannot be loaded is left out, and named when somebody asks for what is not there. */
    private List<T> load() {
        List<T> found = new ArrayList<>();
        Iterator<T> services = ServiceLoader.load(kind, from).iterator();
        boolean more = true;
        while (more) {
            try {
                more = services.hasNext();
                if (more) {
                    found.add(services.next());
                }
            } catch (ServiceConfigurationError unusable) {
                broken.add(String.valueOf(unusable.getMessage()));
            }
        }
        return List.copyOf(found);
    }

    @Nullable T find(String name) {
        for (T each : all()) {
            if (nameOf.apply(each).equals(name)) {
                return each;
            }
        }
        return null;
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        for (T each : all()) {
            names.add(nameOf.apply(each));
        }
        return names;
    }

    /** What to say of those that could not be loaded; empty if all could. */
    synchronized String brokenOnes() {
        return broken.isEmpty() ? "" : "; what could not be loaded: " + String.join("; ", broken);
    }
}
