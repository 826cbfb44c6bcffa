package org.braid.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.BulkSend;
import org.braid.link.bulk.state.BulkTable;
import org.braid.pipe.log.LogBudget;
import org.braid.pipe.log.ReplayLog;

/** One simulated process: its memory budget, its live transfers, and a lane to each peer. */
final class SimContext {
    private final SimWorld world;
    private final int id;
    private final LogBudget budget;
    private final BulkTable<BulkSend> sends;
    private final BulkTable<BulkReceive> receives;
    private final List<SimLane> lanes = new ArrayList<>();
    private final List<ReplayLog> hogs = new ArrayList<>();
    private boolean dead;

    SimContext(SimWorld world, int id) {
        SimOptions options = world.options();
        this.world = world;
        this.id = id;
        this.budget = new LogBudget(options.budgetBytes);
        this.sends = new BulkTable<>(options.bulkSlots, BulkSend::new);
        this.receives = new BulkTable<>(options.bulkSlots, BulkReceive::new);
    }

    void open() {
        for (int peer = 0; peer < world.options().contexts; peer++) if (peer != id) lanes.add(new SimLane(this, peer));
    }

    void wakeSenders() {
        for (SimLane lane : lanes) lane.wakeSenders();
    }

    void kickInboxes() {
        for (SimLane lane : lanes) lane.inbox().kick();
    }

    /** Logs of other contexts in this process take three quarters of the memory, for a while. */
    void hogMemory(long forNs) {
        if (!hogs.isEmpty() || dead) return;
        world.strike(Fault.MEMORY_SHORT);
        int bytes = world.options().logMostBytes;
        for (int i = 0; i < 3; i++) {
            ReplayLog hog = new ReplayLog(budget, bytes, bytes);
            hog.claim(1);
            hogs.add(hog);
        }
        world.after(forNs, this::freeMemory);
    }

    void freeMemory() {
        for (ReplayLog hog : hogs) hog.close();
        hogs.clear();
        wakeSenders();
    }

    /** The process ends without a word; its peers' connections break or go silent. */
    void kill() {
        dead = true;
        for (SimLane lane : lanes) lane.drop();
    }

    boolean isDead() {
        return dead;
    }

    int id() {
        return id;
    }

    SimWorld world() {
        return world;
    }

    LogBudget budget() {
        return budget;
    }

    BulkTable<BulkSend> sends() {
        return sends;
    }

    BulkTable<BulkReceive> receives() {
        return receives;
    }

    List<SimLane> lanes() {
        return lanes;
    }
}
