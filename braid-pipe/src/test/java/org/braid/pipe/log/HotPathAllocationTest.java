package org.braid.pipe.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import org.braid.link.flow.CreditAccount;
import org.braid.link.flow.CreditWindow;
import org.junit.jupiter.api.Test;

class HotPathAllocationTest {
    private static final int MESSAGES = 20_000;
    private static final int FRAME_BYTES = 64;

    private final ReplayLog log = new ReplayLog(new LogBudget(1 << 20));
    private final ReceiveCount count = ReceiveCount.withDefaults();
    private final CreditWindow window = new CreditWindow(1 << 16);
    private final CreditAccount account = new CreditAccount(1 << 16);
    private final Run[] runs = {new Run(), new Run()};
    private final byte[] user = new byte[FRAME_BYTES];

    @Test
    void aMessageThroughLogCountAndCreditAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assertTrue(threads.isThreadAllocatedMemorySupported());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment frame = arena.allocate(FRAME_BYTES);
            send(frame);
            long before = threads.getCurrentThreadAllocatedBytes();
            long nothing = threads.getCurrentThreadAllocatedBytes() - before;
            before = threads.getCurrentThreadAllocatedBytes();
            send(frame);
            assertEquals(nothing, threads.getCurrentThreadAllocatedBytes() - before);
        }
    }

    private void send(MemorySegment frame) {
        for (int n = 0; n < MESSAGES; n++) {
            if ((n & 7) == 0) appendByReference();
            else log.append(frame, 0, FRAME_BYTES);
            window.tryTake(FRAME_BYTES);
            for (int filled = log.gather(runs, 4096); filled > 0; filled = log.gather(runs, 4096)) write(filled);
            receive(n);
        }
    }

    private void appendByReference() {
        log.claim(36);
        log.commit(36, user, 0, FRAME_BYTES - 36);
    }

    private void write(int filled) {
        for (int i = 0; i < filled; i++) log.written(runs[i].bytes());
    }

    private void receive(long nowNs) {
        if (count.admits()) count.came(FRAME_BYTES);
        count.accept(Long.MAX_VALUE, nowNs);
        account.consumed(FRAME_BYTES);
        if (count.ackDue(nowNs)) log.accepted(count.takeAck());
        if (account.grantDue()) window.limit(account.takeGrant());
    }
}
