package org.braid.testkit.sim.plant;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An engine for worlds: the production one with its limits cut down, and with what else is planted. */
public final class Engine implements AutoCloseable {
    /** What all engines have in common, compiled once. */
    private static final Map<String, byte[]> CUT_DOWN = Compiler.compile(Sources.with(Limits.CUT_DOWN, Limits.CUT_DOWN), Map.of());

    private final Object worlds;

    private Engine(List<Patch> patches) {
        List<Patch> all = new ArrayList<>(Limits.CUT_DOWN);
        all.addAll(patches);
        Map<String, byte[]> changed = new HashMap<>(CUT_DOWN);
        changed.putAll(Compiler.compile(Sources.with(all, patches), CUT_DOWN));
        try {
            ClassLoader loader = new EngineLoader(changed);
            worlds = loader.loadClass(Worlds.class.getName()).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The production engine, but for these changes. */
    public static Engine with(Patch... patches) {
        return new Engine(List.of(patches));
    }

    /** What was wrong with the world of this seed; null if nothing was. One that is negative is the complement of that of a {@link org.braid.testkit.sim.world.BoardWorld}. */
    @SuppressWarnings("unchecked")
    public @Nullable String run(long seed) {
        return ((LongFunction<@Nullable String>) worlds).apply(seed);
    }

    /** Likewise, of a {@link org.braid.testkit.sim.world.BoardWorld}; the seed is not negative. */
    public @Nullable String runCalls(long seed) {
        return run(~seed);
    }

    /** What never happened in all its worlds. */
    public List<String> neverSeen() {
        return seen().getFirst();
    }

    /** What happened in some of its worlds and should not have. */
    public List<String> neverDrawn() {
        return seen().getLast();
    }

    @SuppressWarnings("unchecked")
    private List<List<String>> seen() {
        return ((Supplier<List<List<String>>>) worlds).get();
    }

    /** What happened in all its worlds, counted. */
    @Override
    public String toString() {
        return worlds.toString();
    }

    @Override
    public void close() throws Exception {
        ((AutoCloseable) worlds).close();
    }
}
