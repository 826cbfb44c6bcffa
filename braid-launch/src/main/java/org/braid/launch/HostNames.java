package org.braid.launch;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.braid.boot.names.NameOwner;
import org.braid.launch.hosts.ServerLink;

/** What the spawned ranks of a join's host ask about names of ports: the job's server has the register, and is told which of those that have asked have ended. Main thread only. */
final class HostNames implements FamilyNames {
    private final ServerLink server;
    private final Set<NameOwner> known = new HashSet<>(); // those that may have published something

    HostNames(ServerLink server) {
        this.server = server;
    }

    @Override
    public void ask(SpawnedJob job, int rank, byte[] request) {
        NameOwner asking = job.owner(rank);
        known.add(asking);
        server.name(asking, request);
    }

    @Override
    public void gone(SpawnedJob job, int rank) {
        NameOwner gone = job.owner(rank);
        tell(gone::equals);
    }

    @Override
    public void over(SpawnedJob job) {
        NameOwner any = job.owner(0);
        tell(each -> each.isOf(any.high(), any.low()));
    }

    private void tell(Predicate<NameOwner> which) {
        known.removeIf(each -> {
            if (which.test(each)) {
                server.nameOwnerGone(each);
                return true;
            }
            return false;
        });
    }
}
