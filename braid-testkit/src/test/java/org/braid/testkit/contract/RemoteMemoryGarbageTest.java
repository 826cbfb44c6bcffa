package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Set;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;
import org.junit.jupiter.api.Test;

/** Memory that this process touches itself is accessed without garbage. */
class RemoteMemoryGarbageTest {
    private static final int CALLS = 100_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void directAccessesAllocateNothing() throws InterruptedException {
        try (World world = World.apart(2, "*=shm", false)) {
            ByteBuffer memory = world.at(1).space().arena().newByteBuffer(1024);
            Region region = world.at(1).publish(memory, 0, 1024, Set.of(Right.values()), Long.MAX_VALUE, world.at(1).newEndpoint(1));
            PutBuffer message = new PutBuffer();
            region.put(message);
            RemoteRegion remote = world.at(0).regionFrom(new GetBuffer(message.toBytes()));
            assertTrue(remote.isDirect());
            byte[] data = new byte[64];
            long sum = calls(remote, data);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            sum += calls(remote, data);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertEquals(2L * CALLS * (2L * CALLS - 1) / 2, sum);
            assertTrue(allocated < CALLS, allocated + " bytes in " + 4 * CALLS + " calls");
        }
    }

    private static long calls(RemoteRegion remote, byte[] data) {
        long sum = 0;
        for (int i = 0; i < CALLS; i++) {
            remote.put(64, data, 0, i & 63);
            remote.get(64, data, 0, i & 63);
            sum += remote.fetchAndAdd(0, 1);
            sum += remote.compareAndSwap(8, 1, 2);
        }
        return sum;
    }
}
