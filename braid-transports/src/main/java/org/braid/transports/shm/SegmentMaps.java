package org.braid.transports.shm;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.os.SharedMemory;
import org.braid.base.os.SharedSegment;
import org.jspecify.annotations.Nullable;

/** Segments of other processes, mapped here once for all contexts of this process. They stay mapped: rings and buffers in them outlive any one message. */
final class SegmentMaps {
    /** A class of its own because linking a lambda costs milliseconds at the start of every job. */
    static final class Maker implements Supplier<SegmentMaps> {
        @Override
        public SegmentMaps get() {
            return new SegmentMaps();
        }
    }

    private record Key(long pid, int fd) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && pid == key.pid && fd == key.fd;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(pid * 31 + fd);
        }
    }

    private final ConcurrentHashMap<Key, SharedSegment> mapped = new ConcurrentHashMap<>();

    @Nullable MemorySegment find(long pid, ShmAddress.Place place) {
        return find(pid, place.fd(), place.segmentBytes());
    }

    /** The segment, or null when it cannot be mapped. */
    @Nullable MemorySegment find(long pid, int fd, long bytes) {
        Key key = new Key(pid, fd);
        SharedSegment known = mapped.get(key);
        if (known == null) {
            try {
                known = SharedMemory.attach(pid, fd, bytes);
            } catch (BraidException gone) {
                return null;
            }
            mapped.put(key, known);
        }
        return known.bytes() >= bytes ? known.segment() : null;
    }
}
