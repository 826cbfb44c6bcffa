package org.braid.testkit.sim;

import org.braid.link.bulk.state.Transfer;

/** One side of the rendezvous over one lane. */
abstract sealed class SimTransfers permits SimBulkSends, SimBulkReceives {
    final SimLane lane;
    final SimWorld world;
    private int live;

    SimTransfers(SimLane lane) {
        this.lane = lane;
        this.world = lane.context().world();
    }

    final int live() {
        return live;
    }

    final void opened() {
        live++;
    }

    final void closed() {
        live--;
    }

    /** A message names a transfer that has ended. */
    final void stale() {
        lane.tally(Transition.BULK_STALE_MESSAGE);
    }

    final boolean legal(int verdict) {
        lane.require(verdict != Transfer.PROTOCOL_ERROR, "a bulk message broke the protocol");
        return verdict == Transfer.OK;
    }

    /** A copy takes its time, and a process may end before it. */
    final void later(Runnable action) {
        long mostNs = world.chance(8) ? 20 * SimOptions.MS : world.options().latencyNs + 1;
        world.after(world.random().nextLong(mostNs), () -> {
            if (!lane.context().isDead()) action.run();
        });
    }

    static byte[] buffer(Transfer transfer) {
        Object base = transfer.base();
        if (base instanceof byte[] bytes) return bytes;
        throw new SimFailure("transfer " + transfer.id() + " has no buffer in state " + transfer.state());
    }
}
