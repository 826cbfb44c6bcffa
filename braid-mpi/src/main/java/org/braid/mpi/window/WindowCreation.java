package org.braid.mpi.window;

import java.util.EnumSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.link.Startpoint;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.comm.Intracommunicators;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.window.state.ControlWords;
import org.jspecify.annotations.Nullable;

/**
 * How a window is made: three exchanges, of what all bring, of how that is reached, and of whether all can touch it; and a communicator of its own.
 *
 * <pre>
 *   flavor, bytes, unit, apart | capability of the control words, capability of the memory if there is one, startpoint | direct or not
 * </pre>
 *
 * Before the last one everybody knows everybody, so that a message of whoever is first finds whoever is last prepared.
 */
final class WindowCreation {
    private final Windows windows;
    private final CollectiveRuns comm;
    private final int self;
    private final int ranks;
    private final OwnedResources owned;

    WindowCreation(Windows windows, CollectiveRuns comm) {
        this.windows = windows;
        this.comm = comm;
        this.self = comm.lco().rank();
        this.ranks = comm.lco().size();
        this.owned = new OwnedResources(windows.context);
    }

    /** What a rank has said it brings. */
    private record Brought(int flavor, long sizeBytes, long unit, boolean apart) {
        static Brought get(GetBuffer from) {
            return new Brought(from.getInt(), from.getLong(), from.getLong(), from.getBoolean());
        }
    }

    Window create(Supplier<WindowOffer> given, Function<Lco, CollectiveRuns> collectives) {
        boolean made = false;
        try {
            Window window = make(given, collectives);
            made = true;
            return window;
        } finally {
            if (!made) {
                owned.release();
            }
        }
    }

    private Window make(Supplier<WindowOffer> given, Function<Lco, CollectiveRuns> collectives) {
        WindowOffer[] mine = new WindowOffer[1];
        Brought[] all = brought(Exchange.of(comm, to -> {
            WindowOffer offer = given.get();
            mine[0] = offer;
            to.putInt(offer.flavor().ordinal()).putLong(offer.sizeBytes()).putLong(offer.displacementUnit()).putBoolean(offer.apart() || offer.base() != null);
        }));
        WindowOffer offer = mine[0];
        boolean together = offer.flavor() == Flavor.SHARED && nobodyApart(all);
        long bytes = together ? total(all) : offer.sizeBytes();
        ExposedMember[] exposed = new ExposedMember[1];
        GetBuffer[] reached = Exchange.of(comm, to -> exposed[0] = publish(offer, together, bytes, to));
        Lco lco = owned.keep(Intracommunicators.dup(comm));
        lco.entitle("of window #" + lco.nameOf(0).endpoint());
        Member[] members = members(all, reached, together);
        owned.keep(members);
        meet(exposed[0], members);
        boolean direct = agreeThatAllAreDirect(members, offer);
        requireShared(offer, direct);
        return new Window(windows, owned, offer.flavor(), members, exposed[0].exposure(), collectives.apply(lco), direct);
    }

    private Brought[] brought(GetBuffer[] said) {
        Brought[] all = new Brought[said.length];
        for (int rank = 0; rank < said.length; rank++) {
            all[rank] = Brought.get(said[rank]);
            if (all[rank].flavor != all[0].flavor) {
                throw new MpiFailure(
                        ErrorClass.ARG,
                        "the ranks make windows of different kinds",
                        "rank 0 makes one of flavor " + Flavor.values()[all[0].flavor] + ", rank " + rank + " one of flavor " + Flavor.values()[all[rank].flavor],
                        "Call the same constructor with the same flavor at every rank");
            }
        }
        return all;
    }

    private static boolean nobodyApart(Brought[] all) {
        boolean none = true;
        for (Brought each : all) {
            none &= !each.apart;
        }
        return none;
    }

    /** Makes this rank's part accessible, and says how it is reached. */
    private ExposedMember publish(WindowOffer offer, boolean together, long bytes, PutBuffer to) {
        Object base = memory(offer, together, bytes);
        ExposedMember exposed = new ExposedMember(new Exposure(base, offer.sizeBytes()), self);
        owned.open(exposed);
        owned.publish(windows.buffer(ControlWords.bytes(ranks)), ControlWords.bytes(ranks), EnumSet.of(Right.ATOMIC)).put(to);
        to.putBoolean(base != null);
        if (base != null) {
            owned.publish(base, bytes, EnumSet.of(Right.PUT, Right.GET)).put(to);
        }
        owned.startpoint().put(to);
        return exposed;
    }

    /** Of shared memory that lies together the first rank has all. */
    private @Nullable Object memory(WindowOffer offer, boolean together, long bytes) {
        if (offer.flavor() == Flavor.DYNAMIC || together && self > 0) {
            return null;
        }
        Object given = offer.base();
        return given != null ? given : windows.allocate(bytes);
    }

    /** All ranks come to the same result. */
    private static long total(Brought[] all) {
        long sum = 0;
        for (Brought each : all) {
            sum += each.sizeBytes;
            if (sum > SharedArena.MOST_BUFFER_BYTES) { // before a sum of many could be more than a long holds
                throw new MpiFailure(
                        ErrorClass.SIZE, "the shared memory cannot lie together", "the ranks want more than " + SharedArena.MOST_BUFFER_BYTES + " bytes in all, which is the longest buffer", "Give the hint alloc_shared_noncontig=true");
            }
        }
        return sum;
    }

    private Member[] members(Brought[] all, GetBuffer[] reached, boolean together) {
        Member[] members = new Member[ranks];
        RemoteRegion first = null;
        long at = 0;
        for (int rank = 0; rank < ranks; rank++) {
            RemoteRegion control = windows.context.regionFrom(reached[rank]);
            RemoteRegion data = reached[rank].getBoolean() ? windows.context.regionFrom(reached[rank]) : together ? first : null;
            Startpoint requests = windows.context.startpointFrom(reached[rank]);
            first = rank == 0 ? data : first;
            boolean dynamic = all[rank].flavor == Flavor.DYNAMIC.ordinal();
            members[rank] = new Member(rank, all[rank].sizeBytes, all[rank].unit, dynamic, requests, control, data, together ? at : 0);
            at += all[rank].sizeBytes;
        }
        return members;
    }

    private void meet(ExposedMember exposed, Member[] members) {
        windows.context.progress().enter();
        try {
            exposed.meet(members);
        } finally {
            windows.context.progress().exit();
        }
    }

    private boolean agreeThatAllAreDirect(Member[] members, WindowOffer offer) {
        GetBuffer[] said = Exchange.of(comm, to -> to.putBoolean(!offer.byMessages() && reachesAll(members)));
        boolean all = true;
        for (GetBuffer each : said) {
            all &= each.getBoolean();
        }
        return all;
    }

    private static boolean reachesAll(Member[] members) {
        boolean all = true;
        for (int rank = 0; rank < members.length && all; rank++) {
            all = members[rank].isDirect();
        }
        return all;
    }

    private static void requireShared(WindowOffer offer, boolean direct) {
        if (offer.flavor() == Flavor.SHARED && !direct) {
            throw new MpiFailure(
                    ErrorClass.RMA_SHARED,
                    "the memory cannot be shared",
                    "not every rank of the communicator can touch that of every other one",
                    "Split the communicator by Comm.TYPE_SHARED, give no buffer of your own or one of MPI.newByteBuffer, let the ranks of a host reach each other by shm, and give no rank the hint braid_by_messages=true");
        }
    }
}
