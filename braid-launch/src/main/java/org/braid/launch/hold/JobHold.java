package org.braid.launch.hold;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.braid.launch.hosts.RemoteRanks;
import org.braid.launch.signal.Suspension;
import org.braid.launch.supervise.Supervision;

/** Holds a job over several hosts, at its server: has joins stop their ranks, and this process or a join stop behind them. Main thread only, but for {@link #awake}. */
public final class JobHold {
    private final RemoteRanks ranks;
    private final Supervision supervision;
    private final Consumer<String> console;
    private final Hold hold = new Hold();
    private final Suspension suspension = new Suspension();
    private long askedNs; // of this process
    private long sinceNs;

    /**
     * Of a job that runs.
     *
     * @param supervision for which the time does not count in which it is held
     * @param console gets a line for people
     */
    public JobHold(RemoteRanks ranks, Supervision supervision, Consumer<String> console) {
        this.ranks = ranks;
        this.supervision = supervision;
        this.console = console;
    }

    /** Whether the job is held, or about to be. */
    public boolean isHeld() {
        return !hold.isRunning();
    }

    /**
     * This process got the signal of a Ctrl-Z.
     *
     * @param nowNs when, monotonic nanoseconds
     */
    public void asked(long nowNs) {
        askedNs = nowNs;
        ask(Hold.SERVER);
    }

    /** This process got the signal by which stopped ones are resumed. Any thread. */
    public void awake(long nowNs) {
        suspension.resumed(nowNs);
    }

    /**
     * A join got one of these signals, or is gone.
     *
     * @param isAsked whether it is to stop
     */
    public void asked(int join, boolean isAsked) {
        if (isAsked) {
            ask(join);
        } else {
            act(hold.resumed(join));
        }
    }

    private void ask(int who) {
        sinceNs = isHeld() ? sinceNs : System.nanoTime();
        act(hold.asked(who, joins()));
    }

    /** None of a join's ranks runs. */
    public void paused(int join) {
        act(hold.paused(join));
    }

    /** The job ends, whoever is held. */
    public void end() {
        act(hold.ended());
    }

    private List<Integer> joins() {
        return IntStream.range(0, ranks.joins()).filter(ranks::isThere).boxed().toList();
    }

    private void act(Hold.Action action) {
        switch (action) {
            case PAUSE -> ranks.pause();
            case STOP -> stop();
            case GO_ON -> {
                ranks.goOn();
                supervision.held(System.nanoTime() - sinceNs);
            }
            case NOTHING -> {}
        }
    }

    private void stop() {
        int holder = hold.holder();
        if (holder == Hold.SERVER) {
            long ignored = suspension.hold(List.of(), askedNs);
            act(hold.resumed(Hold.SERVER));
        } else {
            console.accept(ranks.joinName(holder) + " was stopped, and holds the job until it is resumed there");
            ranks.stop(holder);
        }
    }
}
