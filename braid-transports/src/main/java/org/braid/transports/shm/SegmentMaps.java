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

    /** A descriptor alone would not do: a process that closes one arena and opens another gets the same number again. */
    private record Key(long pid, long arena, int fd) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && pid == key.pid && arena == key.arena && fd == key.fd;
        }

        @Override
        public int hashCode() {
            return Long.hashCode((pid * 31 + fd) * 31 + arena);
        }
    }

    private final ConcurrentHashMap<Key, SharedSegment> mapped = new ConcurrentHashMap<>();

    @Nullable MemorySegment find(ShmAddress owner, ShmAddress.Place place) {
        return find(owner.pid(), owner.arena(), place.fd(), place.segmentBytes());
    }

    /** The segment, or null when it cannot be mapped. */
    @Nullable MemorySegment find(long pid, long arena, int fd, long bytes) {
        Key key = new Key(pid, arena, fd);
        SharedSegment known = mapped.get(key);
        if (known == null) {
            try {
                known = SharedMemory.attach(pid, fd, bytes, arena);
            } catch (BraidException gone) {
                return null;
            }
            mapped.put(key, known);
        }
        return known.bytes() >= bytes ? known.segment() : null;
    }
}
