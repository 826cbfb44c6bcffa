package org.braid.link;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.braid.base.wire.ContextId;
import org.braid.link.bulk.state.BulkTable;
import org.braid.link.bulk.state.Transfer;
import org.braid.link.flow.CreditAccount;
import org.braid.link.stream.Peer;
import org.braid.link.stream.PeerTable;
import org.braid.link.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks from outside whether nothing is left between two contexts that rest: no transfer, no frame, no byte of credit. */
public final class Balance {
    private Balance() {}

    /** What one context has not settled with another one; null if nothing is left. */
    public static @Nullable String between(Context from, Context to) {
        if (from.bulk().pending()) {
            return "a long message" + transfers(from.bulk().outgoing(), "sends") + transfers(from.bulk().incoming(), "receives");
        }
        Peer there = peer(from, to.id());
        Peer here = peer(to, from.id());
        for (int i = 0; i < there.streams().count(); i++) {
            String left = of(there.streams().at(i), here);
            if (left != null) {
                return left;
            }
        }
        List<?> gatherings = (List<?>) known(here.receiving(), "gatherings");
        return gatherings.size() <= stripes(there) ? null : gatherings.size() + " striped lanes that are gathered, of " + stripes(there);
    }

    private static long stripes(Peer to) {
        return IntStream.range(0, to.streams().count()).map(i -> to.streams().at(i).stripe()).filter(each -> each != Stream.NO_STRIPE).distinct().count();
    }

    private static @Nullable String of(Stream stream, Peer receiver) {
        if (stream.waits()) {
            return "a frame of stream " + stream.number() + " by " + stream.itinerary().carrier().method() + (stream.isMoving() ? ", which moves," : "") + " closed by " + stream.lane().closedBy() + handover(stream);
        }
        long charged = (Long) known(stream, "chargedBefore") + stream.lane().chargedBytes();
        CreditAccount account = (CreditAccount) known(known(receiver.receiving().of(stream.number()), "grants"), "credit");
        return charged == account.consumedBytes() ? null : "credit: stream " + stream.number() + " has sent " + charged + " bytes, and " + account.consumedBytes() + " were given back";
    }

    private static String transfers(Object of, String name) {
        BulkTable<?> table = (BulkTable<?>) Objects.requireNonNull(field(of, name));
        StringBuilder live = new StringBuilder();
        for (int i = 0; i < table.slots(); i++) {
            Transfer each = table.at(i);
            if (each != null) {
                live.append(", ").append(each.getClass().getSimpleName()).append(" in state ").append(each.state()).append(" with peer number ").append(each.peer()).append(" of ").append(each.wantBytes()).append(" B");
                if (each instanceof org.braid.link.bulk.state.BulkSend) {
                    Stream its = (Stream) Objects.requireNonNull(field(Objects.requireNonNull(each.owner()), "stream"));
                    live.append(" on stream ").append(its.number()).append(its.isMoving() ? " which moves" : "").append(" users ").append(its.users()).append(its.peer().streams().of(its.number()) == its ? "" : " which is forgotten").append(" closed by ").append(its.lane().closedBy()).append(" outbox empty ").append(its.outboxEmpty()).append(' ').append(each);
                }
            }
        }
        return live.toString();
    }

    private static String handover(Stream stream) {
        Object over = field(stream.itinerary(), "handover");
        return over == null ? "" : " left=" + field(over, "left") + " introduced=" + field(over, "introduced") + " next=" + field(over, "next") + " incarnation=" + field(over, "incarnation");
    }

    private static Peer peer(Context context, ContextId id) {
        return ((PeerTable) known(context, "peers")).of(id);
    }

    private static Object known(Object of, String name) {
        return Objects.requireNonNull(field(of, name), name);
    }

    private static @Nullable Object field(Object of, String name) {
        try {
            Class<?> type = of instanceof Stream ? Stream.class : of.getClass(); // of a rail, too
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(of.getClass() + " has no " + name + " any more: tell the balance where it is", e);
        }
    }
}
