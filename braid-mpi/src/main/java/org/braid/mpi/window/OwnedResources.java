package org.braid.mpi.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.region.Region;
import org.braid.link.region.Right;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** What a window takes from its process, and gives back when it is freed, or could not be made. */
final class OwnedResources {
    private final Context context;
    private final List<Region> regions = new ArrayList<>();
    private @Nullable Endpoint endpoint;
    private @Nullable Lco comm;
    private Member[] members = {};

    OwnedResources(Context context) {
        this.context = context;
    }

    /** Opens the endpoint of the window's messages. */
    void open(ExposedMember exposed) {
        endpoint = context.newEndpoint(exposed);
    }

    Startpoint startpoint() {
        return context.startpointTo(Objects.requireNonNull(endpoint));
    }

    Region publish(Object base, long bytes, Set<Right> rights) {
        Region region = context.publish(base, 0, bytes, rights, Long.MAX_VALUE, Objects.requireNonNull(endpoint));
        regions.add(region);
        return region;
    }

    Lco keep(Lco own) {
        comm = own;
        return own;
    }

    void keep(Member[] all) {
        members = all;
    }

    /** Gives everything back: when it returns nobody touches the memory any more. */
    void release() {
        BraidException failure = null;
        for (Region each : regions) {
            try {
                each.close();
            } catch (BraidException busy) {
                failure = busy;
            }
        }
        for (Member each : members) {
            each.close();
        }
        if (endpoint != null) {
            endpoint.close();
        }
        if (comm != null) {
            comm.close();
        }
        if (failure != null) {
            throw failure;
        }
    }
}
