package org.braid.testkit.sim.load;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.wire.MethodExpression;
import org.braid.link.spi.Lane;
import org.braid.testkit.sim.machine.MemoryKind;
import org.braid.testkit.sim.machine.Pattern;
import org.braid.testkit.sim.machine.RingTransport;
import org.braid.testkit.sim.machine.UserMemory;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.braid.testkit.sim.wire.PipeTransport;

/** What a context says in the moment before it closes, each word by a lane of its own, of which its peer may not have heard, and which nobody answers: all of them come before the peer is told that it has left. */
final class LastWords {
    private static final int BYTES = 4;

    /** A stream of its own. */
    private static final int ORDER = 1 << 10;

    private final Script script;
    private final Ledger ledger;
    private final Endpoints endpoints;
    private final Node from;

    LastWords(Script script, Ledger ledger, Endpoints endpoints, Node from) {
        this.script = script;
        this.ledger = ledger;
        this.endpoints = endpoints;
        this.from = from;
    }

    /** Says one, unless it cannot be said. */
    void say(Node to) {
        if (from.knowsGone(to)) {
            return;
        }
        Message word = new Message(from, to, ORDER, Mailbox.PLAIN, 0, Answers.IS_ANSWER, 0, 0, ledger.nextNumber(), BYTES, script.below(Pattern.SALTS));
        UserMemory memory = from.process().allocate(MemoryKind.BYTES, BYTES);
        memory.fill(word.salt);
        ledger.planned(word);
        if (isTaken(word, memory)) {
            ledger.taken(word, false);
            script.tally().count(Sight.SAID_AT_LAST);
        } else {
            ledger.refused(word);
        }
    }

    private boolean isTaken(Message word, UserMemory memory) {
        try {
            return Endpoints.startpoint(from, word.to, 0).by(MethodExpression.parse(method()))
                    .trySend(endpoints.handler(word.mailbox), word.a0, word.a1, word.a2, word.a3, memory.base(), memory.offset(), BYTES) == Lane.TAKEN;
        } catch (BraidException refused) {
            ledger.demand(from.knowsGone(word.to) || word.to.isGone() || ledger.isForWantOfMemory(refused), () -> word + " could not be said: " + refused);
            return false;
        }
    }

    private String method() {
        List<String> lanes = new ArrayList<>(script.options().piped() ? List.of(PipeTransport.NAME) : List.of());
        for (int rank = 0; rank < script.options().methods(); rank++) {
            lanes.add(RingTransport.name(rank));
        }
        return (script.chance(2) ? "checksum+" : "") + lanes.get(script.below(lanes.size()));
    }
}
