package org.braid.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Breaks connections and processes at times drawn from the seed, until the world is healed. */
final class Nemesis {
    private static final Fault[] KINDS = {Fault.CUT, Fault.SILENT_CUT, Fault.HALF_OPEN, Fault.STALL, Fault.MEMORY_SHORT, Fault.KILL, Fault.PARTITION};

    private final SimWorld world;
    private final SimOptions options;
    private final SplittableRandom random;
    private final List<Fault> kinds = new ArrayList<>();

    Nemesis(SimWorld world) {
        this.world = world;
        this.options = world.options();
        this.random = world.random();
        for (Fault kind : KINDS) if (options.has(kind)) kinds.add(kind);
        if (!kinds.isEmpty()) next();
    }

    private void next() {
        world.after(1 + random.nextLong(2 * options.nemesisEveryNs), this::strike);
    }

    private void strike() {
        if (!world.isFaulty()) return;
        Fault kind = kinds.get(random.nextInt(kinds.size()));
        switch (kind) {
            case MEMORY_SHORT -> world.context(random.nextInt(options.contexts)).hogMemory(random.nextLong(20 * SimOptions.MS));
            case KILL -> kill();
            case PARTITION -> partition();
            default -> strikeWire(kind);
        }
        next();
    }

    private void strikeWire(Fault kind) {
        SimWire wire = world.someLiveWire();
        if (wire == null) return;
        world.strike(kind);
        switch (kind) {
            case CUT -> wire.cut();
            case SILENT_CUT -> wire.silence();
            case HALF_OPEN -> wire.silenceAndTellOne();
            default -> wire.stall(random.nextLong(30 * SimOptions.MS));
        }
    }

    private void kill() {
        kinds.remove(Fault.KILL);
        if (kinds.isEmpty()) kinds.add(Fault.STALL);
        world.strike(Fault.KILL);
        world.kill(random.nextInt(options.contexts));
    }

    private void partition() {
        kinds.remove(Fault.PARTITION);
        world.strike(Fault.PARTITION);
        int one = random.nextInt(options.contexts);
        world.partition(one, (one + 1) % options.contexts);
        if (kinds.isEmpty()) kinds.add(Fault.STALL);
    }
}
