package org.braid.testkit.sim.world;

import org.braid.testkit.sim.machine.Host;
import org.braid.testkit.sim.ranks.Callers;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.SimFailure;
import org.braid.testkit.sim.script.Tally;

/**
 * Some ranks that run the real engine and make blocking collective calls, made from one seed: over memory that those of a host share, from the fourth short call on. Each has a stack of its own, and any of them may go on between two looks at that memory. Their operators throw, they die, and every
 * call must end, with the right result or for a reason. The same seed gives the same run, event by event.
 */
public final class BoardWorld {
    private static final long TICK_NS = 100_000;
    private static final long STUCK_NS = 100_000_000;
    private static final long LONGEST_NS = 4_000_000_000L;

    private final Script script;
    private final Callers ranks;
    private long progress;
    private long progressAtNs;

    /** Makes it; nothing moves yet. */
    public BoardWorld(long seed, Host host) {
        script = new Script(seed);
        ranks = new Callers(script, host);
    }

    /**
     * Runs to the end.
     *
     * @return what happened, counted
     * @throws SimFailure if a promise was broken; the message has everything that is needed to see it again
     */
    public Tally run() {
        try {
            ranks.start();
            tick();
            while (!ranks.areOver()) {
                script.time().step();
            }
        } catch (RuntimeException | Error e) {
            String when = "\n  at " + script.time().elapsedNs() / 1000 + " us of virtual time, seed=" + script.seed() + " " + ranks.describe();
            throw new SimFailure(e.getMessage() + when + "\n  replay: mvn -q -B -pl braid-testkit -am test -Dtest=BoardWorldTest -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seed=" + script.seed(), e);
        } finally {
            ranks.release();
        }
        return script.end();
    }

    private void tick() {
        if (ranks.progress() != progress) {
            progress = ranks.progress();
            progressAtNs = script.time().elapsedNs();
        }
        if (script.time().elapsedNs() - progressAtNs > STUCK_NS) {
            script.time().broken("nothing moves");
        }
        if (script.time().elapsedNs() > LONGEST_NS) {
            script.time().broken("no end");
        }
        script.time().after(TICK_NS, this::tick);
    }
}
