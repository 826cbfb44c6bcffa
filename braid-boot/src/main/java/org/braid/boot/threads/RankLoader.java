package org.braid.boot.threads;

import java.util.Set;
import org.braid.boot.threads.RankClasses.Found;
import org.jspecify.annotations.Nullable;

/** Defines the classes of one rank that is a thread, so that it has statics of its own. It has no name, which would stand in every stack. */
public final class RankLoader extends FindingLoader {
    static {
        registerAsParallelCapable();
    }

    private final RankClasses classes;
    private final Life life;

    /**
     * It has defined nothing yet.
     *
     * @param classes those of the process
     * @param life what {@link OwnSystem} leads to
     */
    public RankLoader(RankClasses classes, Life life) {
        super(classes.application());
        this.classes = classes;
        this.life = life;
    }

    /** The life of the rank that a class belongs to, which is seen from its copy of {@link OwnSystem}: a package of the same name, but another. */
    public static Life lifeOf(Class<?> ofRank) {
        if (ofRank.getClassLoader() instanceof RankLoader loader) {
            return loader.life;
        }
        throw new IllegalStateException(ofRank.getName() + " belongs to no rank");
    }

    /** The life of the rank whose class is the nearest on the calling thread's stack; null if there is none. Takes a microsecond or more. */
    public static @Nullable Life callersLife() {
        return Callers.STACK.walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                .filter(RankLoader.class::isInstance)
                .map(loader -> ((RankLoader) loader).life)
                .findFirst()
                .orElse(null));
    }

    /** Apart, since few need it. Of a reference to a method, such as {@code request::waitFor}, nothing of the rank's is on the stack but a class that the JDK hides. */
    private static final class Callers {
        static final StackWalker STACK = StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES));

        private Callers() {}
    }

    @Override
    Found find(String name) throws ClassNotFoundException {
        return classes.find(name);
    }
}
