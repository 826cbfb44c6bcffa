package org.braid.testkit.sim.load;

import org.braid.base.BraidException;
import org.braid.link.bulk.Offer;
import org.braid.link.dispatch.Payload;
import org.braid.testkit.sim.machine.Host;
import org.braid.testkit.sim.machine.MemoryKind;
import org.braid.testkit.sim.machine.UserMemory;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.jspecify.annotations.Nullable;

/** What a receiver makes of offers: it refuses, forgets, or pulls all, a part or nothing, now or later, into memory of any kind. */
final class Fetches {
    private static final int SELDOM = 10;
    private static final long LATER_NS = 200_000;

    private final Script script;
    private final Ledger ledger;
    private final Node at;

    Fetches(Script script, Ledger ledger, Node at) {
        this.script = script;
        this.ledger = ledger;
        this.at = at;
    }

    void choose(Message message, Payload payload) {
        if (script.chance(SELDOM)) {
            script.tally().count(Sight.REFUSED); // what nobody takes is refused
        } else if (script.chance(SELDOM)) {
            script.tally().count(Sight.REFUSED);
            payload.takeOffer().refuse();
        } else if (script.chance(4)) {
            later(message, payload.takeOffer());
        } else {
            pull(message, payload.takeOffer());
        }
    }

    private void later(Message message, Offer offer) {
        script.tally().count(Sight.PULLED_LATER);
        at.owes();
        script.within(LATER_NS, () -> pullNow(message, offer));
    }

    private void pullNow(Message message, Offer offer) {
        at.owesNoMore();
        if (!at.isGone()) {
            at.inside(() -> pull(message, offer));
        }
    }

    /** Holds the token. */
    private void pull(Message message, Offer offer) {
        int bytes = wanted(message);
        UserMemory memory = at.process().allocate(kind(message), bytes);
        Pulling pulling = new Pulling(message, memory, bytes);
        try {
            offer.pull(memory.base(), memory.offset(), bytes, pulling.done);
        } catch (BraidException refused) {
            excuse(message, refused);
            ledger.demand(message.isExcused(), () -> message + " could not be pulled: " + refused);
            script.tally().count(Sight.CALL_REFUSED);
            return;
        }
        at.await(pulling);
        if (memory.mayClose() && script.strikes(Fault.FILLED_MEMORY_CLOSED, SELDOM)) {
            message.excuse("its receiver's memory was closed");
            script.within(script.options().pollNs(), memory::close);
        }
    }

    private void excuse(Message message, BraidException failure) {
        if (ledger.isForWantOfMemory(failure)) {
            message.excuse("its receiver had no memory outside the heap");
        }
    }

    private int wanted(Message message) {
        if (message.bytes > 0 && script.chance(SELDOM)) {
            script.tally().count(Sight.PULLED_PART);
            return script.below(message.bytes);
        }
        if (script.chance(SELDOM)) {
            script.tally().count(Sight.PULLED_NOTHING);
            return 0;
        }
        script.tally().count(Sight.PULLED_WHOLE);
        return message.bytes;
    }

    private MemoryKind kind(Message message) {
        if (script.strikes(Fault.CLOSED_MEMORY_FILLED, SELDOM)) {
            return refusing(message, MemoryKind.CLOSED);
        }
        if (message.bytes <= Host.FOREIGN_BYTES && script.strikes(Fault.FOREIGN_MEMORY_FILLED, SELDOM)) {
            return refusing(message, MemoryKind.FOREIGN);
        }
        return script.strikes(Fault.READ_ONLY_MEMORY_FILLED, SELDOM) ? refusing(message, MemoryKind.READ_ONLY) : MemoryKind.sound(script.below(9));
    }

    private static MemoryKind refusing(Message message, MemoryKind kind) {
        message.excuse("received into memory that is " + kind);
        return kind;
    }

    /** An offer that is being pulled. */
    private final class Pulling extends Pending {
        private final Message message;
        private final UserMemory memory;
        private final int bytes;

        Pulling(Message message, UserMemory memory, int bytes) {
            this.message = message;
            this.memory = memory;
            this.bytes = bytes;
        }

        @Override
        void ended(@Nullable BraidException failure) {
            if (failure == null) {
                ledger.contents(message, bytes, memory.mismatch(message.salt, bytes));
            } else {
                script.tally().count(Sight.RECEIVE_FAILED);
                excuse(message, failure);
                ledger.demand(message.isExcused(), () -> message + " was not received: " + failure);
            }
            ledger.demand(memory.isWholeBehind(bytes), () -> "somebody wrote beside the buffer of " + message);
        }
    }
}
