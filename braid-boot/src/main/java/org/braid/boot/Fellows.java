package org.braid.boot;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.braid.base.wire.DescriptorTable;
import org.braid.boot.server.SharedPipe;
import org.braid.boot.threads.RankClasses;
import org.braid.link.progress.AddressSpace;
import org.braid.link.select.Transports;
import org.braid.link.spi.Transport;
import org.jspecify.annotations.Nullable;

/** What the ranks have in common that are threads of this process. Any thread. */
final class Fellows {
    private final Map<Integer, DescriptorTable> tables = new ConcurrentHashMap<>();
    private final SharedPipe pipe = new SharedPipe();
    private final RankClasses classes = new RankClasses();
    private final CountDownLatch alive;
    private @Nullable AddressSpace space; // guarded by this
    private @Nullable List<Transport> transports; // likewise

    /** @param count how many there are */
    Fellows(int count) {
        this.alive = new CountDownLatch(count);
    }

    /** Tables that one of them has asked for, and their own. */
    Map<Integer, DescriptorTable> tables() {
        return tables;
    }

    SharedPipe pipe() {
        return pipe;
    }

    RankClasses classes() {
        return classes;
    }

    /** A share of this process's memory for one of them, made at the first need: a program that uses no MPI needs none. */
    synchronized AddressSpace newShare() {
        AddressSpace known = space;
        if (known == null) {
            known = new AddressSpace(AddressSpace.SHARED_CAP_BYTES);
            space = known;
        }
        return known.share();
    }

    /** Those of this process, found once: each rank would look for their constructors, a twentieth of what the start of a thousand costs. */
    synchronized List<Transport> transports() {
        List<Transport> known = transports;
        if (known == null) {
            known = Transports.find();
            transports = known;
        }
        return known;
    }

    /** One of them has ended. */
    void ended() {
        alive.countDown();
    }

    void awaitAll() throws InterruptedException {
        alive.await();
    }
}
