package org.braid.transports.socket;

import org.braid.link.spi.TransportHost;
import org.braid.pipe.PipePort;
import org.braid.pipe.driver.PipeRoute;
import org.braid.pipe.state.PipeTimes;

/** The port of a transport over sockets: its context sleeps in one place, whatever transports of this kind it has. */
public abstract class SocketPort extends PipePort {
    private final TransportHost host;
    private final Sleeper sleeper;
    private int sleepsSeen;

    /**
     * A port without lanes.
     *
     * @param method the transport's name
     * @param ofCallers how lanes go on that others have begun
     * @param sleeper where the context of this host sleeps
     */
    protected SocketPort(String method, TransportHost host, PipeTimes times, PipeRoute ofCallers, Sleeper sleeper) {
        super(method, host, times, MachineTime.INSTANCE, ofCallers);
        this.host = host;
        this.sleeper = sleeper;
    }

    @Override
    public final void blockUntilReady(long timeoutNs) {
        sleeper.sleep(timeoutNs);
    }

    @Override
    public final void wakeUp() {
        sleeper.wakeUp();
    }

    @Override
    protected final boolean hasSlept() {
        int sleeps = sleeper.sleeps();
        boolean hasSlept = sleeps != sleepsSeen;
        sleepsSeen = sleeps;
        return hasSlept;
    }

    @Override
    protected void closeDriver() {
        Sleepers.leave(host, sleeper);
    }
}
