package org.braid.testkit.sim.world;

import org.braid.testkit.sim.load.Settlement;
import org.braid.testkit.sim.load.Workload;
import org.braid.testkit.sim.machine.DirectLimit;
import org.braid.testkit.sim.machine.Host;
import org.braid.testkit.sim.ranks.Ranks;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.SimFailure;
import org.braid.testkit.sim.script.Tally;

/**
 * Some processes that run the real engine, made from one seed: they talk under faults, heal, must bring everything to its end, and close, after which nothing may be left. The same seed
 * gives the same run, event by event.
 *
 * <pre>{@code
 *   Tally counts = new EngineWorld(4711, host).run();      // throws SimFailure with the options and the command that replays
 * }</pre>
 */
public final class EngineWorld {
    private static final String BRAID = "org.braid.";
    private static final String SIMULATION = "org.braid.testkit.";
    private static final long TICK_NS = 100_000;
    private static final long REST_NS = 20_000_000;
    private static final long STUCK_NS = 50_000_000;
    private static final long LONGEST_NS = 2_000_000_000;

    private final Script script;
    private final Workload load;
    private final Ranks ranks;
    private final Settlement settlement;
    private boolean closing;
    private long progress;
    private long progressAtNs;

    /** Makes it; nothing moves yet. */
    public EngineWorld(long seed, Host host, Settlement settlement) {
        this.settlement = settlement;
        script = new Script(seed);
        load = new Workload(script, host);
        ranks = new Ranks(script, load.ledger(), load.nodes(), load::kill);
    }

    /**
     * Runs to the end.
     *
     * @return what happened, counted
     * @throws SimFailure if a promise was broken; the message has everything that is needed to see it again
     */
    public Tally run() {
        try {
            DirectLimit.holdsFor(script);
            load.start();
            ranks.start();
            tick();
            if (!script.options().patient()) {
                closing = true;
                load.close(script.options().faultNs());
            }
            if (script.strikes(Fault.KILL, 1)) {
                script.within(script.options().faultNs(), () -> load.kill(script.below(script.options().contexts())));
            }
            while (!load.isOver()) {
                script.time().step();
            }
        } catch (RuntimeException | Error e) {
            String when = "\n  at " + script.time().elapsedNs() / 1000 + " us of virtual time, seed=" + script.seed() + " " + script.options();
            throw new SimFailure(e.getMessage() + when + "\n  in " + place(e.getCause() == null ? e : e.getCause()) + "\n  replay: " + replay(), e);
        } finally {
            DirectLimit.holdsFor(null);
            load.release();
        }
        return script.end();
    }

    private void tick() {
        if (load.progress() != progress) {
            progress = load.progress();
            progressAtNs = script.time().elapsedNs();
        }
        if (!closing && load.isQuiet() && ranks.areQuiet()) {
            rest();
        }
        if (script.time().elapsedNs() - progressAtNs > STUCK_NS) {
            script.time().broken("nothing moves" + describe());
        }
        if (script.time().elapsedNs() > LONGEST_NS) {
            script.time().broken("no end" + describe());
        }
        script.time().after(TICK_NS, this::tick);
    }

    /** What users do not see may go on for a while. */
    private void rest() {
        String left = ranks.haveCalledOff() ? null : load.left(settlement);
        if (left == null) {
            closing = true;
            load.close(script.options().thinkNs());
        } else if (script.time().elapsedNs() - progressAtNs > REST_NS) {
            script.time().broken("all is done, and something is left " + left);
        }
    }

    private String describe() {
        return load.describe(settlement) + ranks.describe();
    }

    /** Where in the runtime that was, and in the calls that wait around it. */
    private static String place(Throwable e) {
        StringBuilder frames = new StringBuilder(e instanceof SimFailure ? "" : e + " ");
        for (StackTraceElement each : e.getStackTrace()) {
            if (!each.getClassName().startsWith(SIMULATION) && each.getClassName().startsWith(BRAID)) {
                frames.append(each.getFileName()).append(':').append(each.getLineNumber()).append(' ');
            }
        }
        return frames.toString();
    }

    private String replay() {
        return "mvn -q -B -pl braid-testkit -am test -Dtest=EngineWorldTest -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seed=" + script.seed();
    }
}
