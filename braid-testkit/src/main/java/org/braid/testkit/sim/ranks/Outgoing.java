package org.braid.testkit.sim.ranks;

import org.braid.mpi.p2p.Request;
import org.braid.testkit.sim.machine.UserMemory;

/**
 * A send that has not ended yet.
 *
 * @param memory stays as it is until the request is done
 * @param synchronous whether it may end only after its message was met
 */
record Outgoing(Sent message, UserMemory memory, Request request, boolean synchronous) {}
