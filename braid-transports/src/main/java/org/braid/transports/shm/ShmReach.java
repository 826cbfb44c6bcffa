package org.braid.transports.shm;

import java.lang.foreign.MemorySegment;
import org.braid.base.os.CrossMemory;
import org.braid.link.spi.Reach;
import org.jspecify.annotations.Nullable;

/** What of a process on this host can be touched directly: its shared segments, and its whole memory where the kernel lets us read it. Decided by trying. */
final class ShmReach implements Reach {
    private final SegmentMaps maps;
    private final ShmAddress there;
    private int readable = -1; // not tried yet
    private @Nullable Home home; // of the context whose memory it is, once it was looked at

    ShmReach(SegmentMaps maps, ShmAddress there) {
        this.maps = maps;
        this.there = there;
    }

    @Override
    public @Nullable MemorySegment segment(int id, int fd, long bytes) {
        return maps.find(there.pid(), there.arena(), fd, bytes);
    }

    @Override
    public boolean mapsSegments() {
        return true;
    }

    @Override
    public boolean canRead() {
        if (readable < 0) {
            readable = CrossMemory.probe(there.pid(), there.tokenAddress(), there.tokenHigh()) == 0 ? 1 : 0;
        }
        return readable == 1;
    }

    @Override
    public int read(long remoteAddress, MemorySegment to, long at, int bytes) {
        return CrossMemory.read(there.pid(), remoteAddress, to, at, bytes);
    }

    @Override
    public boolean hasRecalledSince(long count) {
        Home theirs = theirHome();
        return theirs != null && theirs.recalls() != count;
    }

    /** Null if it cannot be mapped any more: its process has ended, and changes nothing. */
    private @Nullable Home theirHome() {
        Home known = home;
        if (known == null) {
            MemorySegment mapped = maps.find(there, there.home());
            known = mapped == null ? null : new Home(mapped, there.home().offset());
            home = known;
        }
        return known;
    }
}
