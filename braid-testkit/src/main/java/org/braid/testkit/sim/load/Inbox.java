package org.braid.testkit.sim.load;

import java.lang.foreign.MemorySegment;
import org.braid.link.bulk.Slab;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Payload;
import org.braid.testkit.sim.machine.Pattern;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.jspecify.annotations.Nullable;

/** The handlers of one context: they check what has come, and then do to it whatever handlers may do. */
final class Inbox {
    private static final int SELDOM = 12;
    private static final long KEPT_NS = 200_000;

    private final Script script;
    private final Ledger ledger;
    private final Endpoints endpoints;
    private final Node at;
    private final Answers answers;
    private final Fetches fetches;

    Inbox(Script script, Ledger ledger, Endpoints endpoints, Node at) {
        this.script = script;
        this.ledger = ledger;
        this.endpoints = endpoints;
        this.at = at;
        this.answers = new Answers(script, ledger, endpoints, at);
        this.fetches = new Fetches(script, ledger, at);
        endpoints.registered(Mailbox.PLAIN, at.context().register("plain", this::plain));
        endpoints.registered(Mailbox.OFFERS, at.context().registerForOffers("offers", this::offer));
        endpoints.registered(Mailbox.RUNS, at.context().register("runs", new Runs(this)));
    }

    private void plain(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
        handle(Mailbox.PLAIN, to, a0, a1, a2, a3, payload);
    }

    private void offer(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
        if (!payload.isOffer()) {
            handle(Mailbox.OFFERS, to, a0, a1, a2, a3, payload);
            return;
        }
        Message message = arrived(Mailbox.OFFERS, to, a0, a1, a2, a3, payload);
        if (message != null) {
            fetches.choose(message, payload);
            afterwards(message);
        }
    }

    /** A message is here with all its bytes. */
    void handle(Mailbox mailbox, Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
        Message message = arrived(mailbox, to, a0, a1, a2, a3, payload);
        if (message != null) {
            check(message, payload.segment());
            script.tally().count(message.bytes > script.options().eagerBytes() ? Sight.HANDLED_FETCHED : Sight.HANDLED_SHORT);
            if (script.percent(script.options().grabPercent())) {
                keep(message, payload.grab());
            }
            afterwards(message);
        }
    }

    /** Whether a handler looks for the next request of a run. */
    boolean goesOn() {
        return !script.chance(SELDOM);
    }

    /** It has found one. */
    void inRun() {
        script.tally().count(Sight.HANDLED_IN_RUN);
    }

    private @Nullable Message arrived(Mailbox mailbox, Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
        int endpoint = to.userData() instanceof Integer number ? number : -1;
        return ledger.arrived(endpoints.node(payload.source().id()), at, mailbox, endpoint, a0, a1, a2, a3, payload.length());
    }

    private void check(Message message, MemorySegment found) {
        if (found.byteSize() == message.bytes) {
            ledger.contents(message, message.bytes, Pattern.mismatch(found, 0, message.salt, message.bytes));
        }
    }

    /** Until it is released it stays as it is. */
    private void keep(Message message, Slab slab) {
        script.tally().count(Sight.GRABBED);
        at.owes();
        script.within(KEPT_NS, () -> {
            at.owesNoMore();
            if (!at.isDead()) {
                long wrong = Pattern.mismatch(slab.segment(), 0, message.salt, message.bytes);
                ledger.demand(wrong < 0 || message.isUndefined(), () -> message + " changed at " + wrong + " while it was kept");
            }
            slab.release();
        });
    }

    private void afterwards(Message message) {
        answers.to(message);
        if (script.strikes(Fault.HANDLER_THROWS, SELDOM)) {
            throw new IllegalStateException("a handler of " + at + " throws");
        }
    }
}
