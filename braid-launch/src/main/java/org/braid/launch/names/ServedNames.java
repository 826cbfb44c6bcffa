package org.braid.launch.names;

import org.braid.launch.hosts.RemoteRanks;
import org.braid.launch.process.Recipients;

/**
 * What the ranks of a job over several hosts ask about names of ports, of its own server. Main thread only.
 *
 * @param ranks of the job, where the register is
 * @param job whose ranks ask
 */
public record ServedNames(RemoteRanks ranks, JobNumber job) implements NameKeeper {
    @Override
    public void named(Recipients asking, int rank, byte[] request) {
        ranks.name(asking, job.owner(rank), request);
    }

    @Override
    public void gone(Recipients of, int rank) {
        ranks.nameOwnerGone(job.owner(rank));
    }
}
