package org.braid.link;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** As if it had sockets, open ones or a listener alone; counts sleeps in them and polls. */
public final class SocketPort extends IdlePort {
    private final boolean open;
    private final CountDownLatch slept;
    private final CountDownLatch polled;

    public SocketPort(boolean open, CountDownLatch slept, CountDownLatch polled) {
        this.open = open;
        this.slept = slept;
        this.polled = polled;
    }

    @Override
    public boolean open() {
        return open;
    }

    @Override
    public boolean expectsCallers() {
        return true;
    }

    @Override
    public int poll(int limit) {
        polled.countDown();
        return 0;
    }

    @Override
    public void blockUntilReady(long timeoutNs) {
        slept.countDown();
        LockSupport.parkNanos(timeoutNs);
    }
}
