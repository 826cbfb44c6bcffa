package org.braid.launch.hold;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.braid.launch.hosts.ServerLink;
import org.braid.launch.signal.HeldGroups;
import org.braid.launch.signal.Suspension;

/** Holds what a join has started, as its server says, and the join itself if it was asked to stop. Main thread only, but for {@link #awake}. */
public final class JoinHold {
    private final ServerLink server;
    private final Consumer<String> console;
    private final Suspension suspension = new Suspension();
    private final List<Runnable> waiting = new ArrayList<>(); // what was asked for meanwhile, each by a rank that runs again
    private HeldGroups held = HeldGroups.NONE;
    private boolean isHeld;
    private long askedNs;

    /**
     * Of a join that has this server.
     *
     * @param console gets a line for people
     */
    public JoinHold(ServerLink server, Consumer<String> console) {
        this.server = server;
        this.console = console;
    }

    /**
     * This process got the signal of a Ctrl-Z: the whole job is to be held, as one program would.
     *
     * @param nowNs when, monotonic nanoseconds
     */
    public void asked(long nowNs) {
        if (isHeld) {
            console.accept("the job is held already, and goes on where it was stopped");
            return;
        }
        askedNs = nowNs;
        server.hold(true);
    }

    /** This process got the signal by which stopped ones are resumed. Any thread. */
    public void awake(long nowNs) {
        suspension.resumed(nowNs);
    }

    /** Whether the server is silent for a good reason, and ranks are stopped. */
    public boolean isHeld() {
        return isHeld;
    }

    /**
     * The server has all ranks stopped.
     *
     * @param groups process groups of those that this join has started
     */
    public void pause(List<String> groups) {
        if (!isHeld) {
            isHeld = true;
            held = HeldGroups.stop(groups);
        }
        server.paused();
    }

    /** All ranks are: this process stops, and tells the server when it has been resumed. */
    public void stop() {
        long ignored = suspension.hold(List.of(), askedNs);
        server.hold(false);
    }

    /** They run again. */
    public void goOn() {
        if (isHeld) {
            isHeld = false;
            server.resumed();
            held.release();
            held = HeldGroups.NONE;
            List<Runnable> asked = List.copyOf(waiting);
            waiting.clear();
            asked.forEach(Runnable::run);
        }
    }

    /** Does what starts processes once the job runs. */
    public void whenRunning(Runnable what) {
        if (isHeld) {
            waiting.add(what);
        } else {
            what.run();
        }
    }

    /** They run again, to end: what was asked for meanwhile is not done. */
    public void end() {
        waiting.clear();
        goOn();
    }
}
