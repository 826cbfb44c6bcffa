package org.braid.link;

import java.lang.reflect.Field;
import org.braid.base.wire.ContextId;
import org.braid.link.flow.CreditAccount;
import org.jspecify.annotations.Nullable;

/** Looks from outside whether nothing is left between two contexts that rest: no transfer, no frame, no byte of credit. */
public final class Balance {
    private Balance() {}

    /** What one context has not settled with another one; null if nothing is left. */
    public static @Nullable String between(Context from, Context to) {
        if (from.bulk().pending()) {
            return "a long message";
        }
        Peer there = peer(from, to.id());
        Peer here = peer(to, from.id());
        for (int i = 0; i < there.streams().count(); i++) {
            String left = of(there.streams().at(i), here);
            if (left != null) {
                return left;
            }
        }
        return null;
    }

    private static @Nullable String of(Stream stream, Peer receiver) {
        if (stream.waits()) {
            return "a frame of " + stream.number();
        }
        long charged = (long) field(stream, "chargedBefore") + stream.lane().chargedBytes();
        CreditAccount account = (CreditAccount) field(field(receiver.receiving().of(stream.number()), "grants"), "credit");
        return charged == account.consumedBytes() ? null : "credit: stream " + stream.number() + " has sent " + charged + " bytes, and " + account.consumedBytes() + " were given back";
    }

    private static Peer peer(Context context, ContextId id) {
        return ((PeerTable) field(context, "peers")).of(id);
    }

    private static Object field(Object of, String name) {
        try {
            Field field = of.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(of.getClass() + " has no " + name + " any more: tell the balance where it is", e);
        }
    }
}
