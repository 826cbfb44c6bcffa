package org.braid.launch.names;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.braid.boot.names.NameOwner;
import org.braid.launch.hosts.ServerLink;
import org.braid.launch.process.Recipients;

/** What the spawned ranks of a join's host ask about names of ports: the job's server has the register, and is told which of those that have asked have ended. Main thread only. */
public final class HostNames implements FamilyNames {
    private final ServerLink server;
    private final Set<NameOwner> known = new HashSet<>(); // those that may have published something

    /** @param server of the job for which these were spawned */
    public HostNames(ServerLink server) {
        this.server = server;
    }

    @Override
    public void ask(NameOwner asking, Recipients job, byte[] request) {
        known.add(asking);
        server.name(asking, request);
    }

    @Override
    public void gone(NameOwner rank) {
        tell(rank::equals);
    }

    @Override
    public void over(NameOwner any) {
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
