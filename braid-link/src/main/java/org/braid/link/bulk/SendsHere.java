package org.braid.link.bulk;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.link.bulk.state.BulkSend;
import org.jspecify.annotations.Nullable;

/** The long messages that contexts of this process send: a receiver in the same process copies them out of the sender's own object. Any thread. */
public final class SendsHere {
    /** Makes the one of a process. A class, since a lambda costs a millisecond at the start of every process. */
    public static final class Maker implements Supplier<SendsHere> {
        @Override
        public SendsHere get() {
            return new SendsHere();
        }
    }

    private final ConcurrentHashMap<ContextId, OutgoingBulk> senders = new ConcurrentHashMap<>();

    /** A context of this process sends from now on. */
    public void add(ContextId context, OutgoingBulk its) {
        senders.put(context, its);
    }

    /** It has closed. */
    public void remove(ContextId context, OutgoingBulk its) {
        senders.remove(context, its);
    }

    /** A send of another context of this process, or null. */
    @Nullable BulkSend of(ContextId sender, long id) {
        OutgoingBulk its = senders.get(sender);
        return its == null ? null : its.find(id);
    }
}
