package org.braid.testkit.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The networks of some hosts for tests, for threads of this process. A thread that is on one sees its interfaces, and what it opens there, sockets above all, belongs to that host for ever, whichever thread uses it later:
 * so contexts that one test steps can be as far from each other as those of two machines.
 *
 * <p>A thread comes back to where it was when its task is over, since it is not ours: JUnit's threads run other tests next, and what they start begins life where they are. A thread that was started on a host's network by accident
 * stays there until its own first task, which leaves it on this process's.
 */
public final class HostNetworks implements AutoCloseable {
    private final NetworkNamespace own;
    private final List<NetworkNamespace> ofHosts = new ArrayList<>();
    private final ThreadLocal<NetworkNamespace> here;

    HostNetworks(List<TestHosts.Host> hosts) {
        own = NetworkNamespace.of(ProcessHandle.current().pid());
        here = ThreadLocal.withInitial(() -> own);
        for (TestHosts.Host host : hosts) {
            ofHosts.add(NetworkNamespace.of(host.pid()));
        }
    }

    /** What this task gives when the calling thread runs it on the network of a host, by its index from 1. Tasks may be nested. */
    public <T> T on(int host, Supplier<T> task) {
        NetworkNamespace before = here.get();
        enter(ofHosts.get(host - 1));
        try {
            return task.get();
        } finally {
            enter(before);
        }
    }

    private void enter(NetworkNamespace there) {
        there.enter();
        here.set(there);
    }

    /** Nobody is on them any more. What was opened there lives on, and with it the network. */
    @Override
    public void close() {
        own.close();
        ofHosts.forEach(NetworkNamespace::close);
    }
}
