package org.braid.launch.names;

import org.braid.boot.names.NameOwner;
import org.braid.launch.hosts.RemoteRanks;
import org.braid.launch.process.Recipients;

/**
 * What the ranks of a job over several hosts ask about names of ports, of its own server. Main thread only.
 *
 * @param ranks of the job, where the register is
 * @param high upper half of the job's number
 * @param low lower half
 */
public record ServedNames(RemoteRanks ranks, long high, long low) implements NameKeeper {
    @Override
    public void named(Recipients asking, int rank, byte[] request) {
        ranks.name(asking, new NameOwner(high, low, rank), request);
    }

    @Override
    public void gone(Recipients of, int rank) {
        ranks.nameOwnerGone(new NameOwner(high, low, rank));
    }
}
