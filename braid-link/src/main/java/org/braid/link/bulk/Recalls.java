package org.braid.link.bulk;

import java.lang.invoke.VarHandle;
import org.braid.link.progress.PolledPorts;

/**
 * How many long messages of one context were recalled while peers may have been reading them, of which their sender knows nothing. A message is offered with this count, and whoever has read all of it looks whether the
 * count still stands; if not, what it has read may be anything. Guarded by the context's token.
 */
public final class Recalls {
    private final PolledPorts ports;
    private long count;

    /** @param ports those by which peers reach the memory of this context */
    public Recalls(PolledPorts ports) {
        this.ports = ports;
    }

    long count() {
        return count;
    }

    /** One more. Whoever reads memory that is written after this sees it there. */
    void add() {
        count++;
        ports.recalled(count);
        VarHandle.storeStoreFence(); // what the program writes next must not be seen before it: a release store alone lets it pass
    }
}
