package org.braid.testkit.sim.plant;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.braid.link.Balance;
import org.braid.testkit.sim.machine.Host;
import org.braid.testkit.sim.script.SimFailure;
import org.braid.testkit.sim.script.Tally;
import org.braid.testkit.sim.world.BoardWorld;
import org.braid.testkit.sim.world.EngineWorld;
import org.jspecify.annotations.Nullable;

/** Runs worlds in the engine that its own class loader has; seen from outside by types of the JDK alone. */
public final class Worlds implements LongFunction<@Nullable String>, Supplier<List<List<String>>>, AutoCloseable {
    private final Host host = new Host();
    private final Tally sum = new Tally();

    /** For reflection. */
    public Worlds() {}

    /** Runs one, of blocking calls over shared memory if the seed is negative; what was wrong with it, or null. */
    @Override
    public @Nullable String apply(long seed) {
        try {
            sum.add(seed < 0 ? new BoardWorld(~seed, host).run() : new EngineWorld(seed, host, Balance::between).run());
            return null;
        } catch (SimFailure broken) {
            return broken.getMessage();
        }
    }

    /** What has never happened in them, and then what should not have. */
    @Override
    public List<List<String>> get() {
        List<String> never = new ArrayList<>(sum.neverSeen());
        Transitions.neverSeen().forEach(name -> never.add("transition " + name));
        return List.of(never, Transitions.neverDrawn());
    }

    /** What has happened in them, counted. */
    @Override
    public String toString() {
        return sum + Transitions.counts();
    }

    @Override
    public void close() {
        host.close();
    }
}
