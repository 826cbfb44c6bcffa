package org.braid.testkit.sim.load;

import java.util.HashMap;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.Startpoint;
import org.braid.testkit.sim.machine.MemoryKind;
import org.braid.testkit.sim.machine.Pattern;
import org.braid.testkit.sim.machine.UserMemory;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;

/** What handlers of one context send back while they run: short, long, or one after the other. Nothing of it is answered in turn. */
final class Answers {
    /** In place of the first argument of what is not answered. */
    static final int IS_ANSWER = -1;

    private static final int ANSWERS = 8;

    private final Script script;
    private final Ledger ledger;
    private final Endpoints endpoints;
    private final Node at;
    private final Map<Node, Startpoint> startpoints = new HashMap<>();

    Answers(Script script, Ledger ledger, Endpoints endpoints, Node at) {
        this.script = script;
        this.ledger = ledger;
        this.endpoints = endpoints;
        this.at = at;
    }

    /** Answers a message, or not. */
    void to(Message message) {
        if (message.a0 == IS_ANSWER || !script.percent(script.options().answerPercent())) {
            return;
        }
        if (script.chance(2)) {
            answer(message.from, script.below(script.options().eagerBytes() + 1));
        }
        if (script.chance(2)) {
            answer(message.from, script.below(script.options().longestBytes() + 1));
        }
    }

    private void answer(Node to, int bytes) {
        Mailbox mailbox = script.chance(2) ? Mailbox.PLAIN : Mailbox.OFFERS;
        int salt = script.below(Pattern.SALTS);
        Message answer = new Message(at, to, script.options().faults().contains(Fault.MOVED_BY_HAND) ? ANSWERS : 0, mailbox, 0, IS_ANSWER, script.below(9), 0, ledger.nextNumber(), bytes, salt);
        ledger.planned(answer);
        if (script.options().faults().contains(Fault.DIRECT_MEMORY_ENDS)) {
            answer.excuse("its receiver may have no memory outside the heap, and nobody waits here who could be told");
        }
        UserMemory memory = at.process().allocate(MemoryKind.sound(script.below(9)), bytes);
        memory.fill(salt);
        send(answer, memory);
        memory.scribble();
    }

    private void send(Message answer, UserMemory memory) {
        boolean isLong = answer.bytes > script.options().eagerBytes();
        try {
            startpointTo(answer.to).send(endpoints.handler(answer.mailbox), answer.a0, answer.a1, answer.a2, answer.a3, memory.base(), memory.offset(), answer.bytes);
            ledger.taken(answer, true);
            script.tally().count(isLong ? Sight.ANSWERED_LONG : Sight.ANSWERED_SHORT);
        } catch (BraidException refused) {
            ledger.refused(answer);
            script.tally().count(Sight.ANSWER_REFUSED);
            ledger.demand(
                    refused.code() == ErrorCode.CREDIT_VIOLATED || refused.code() == ErrorCode.BULK_VIOLATED || ledger.isForWantOfMemory(refused) || at.isLeaving() || at.knowsGone(answer.to) || answer.to.isLeaving(), () -> answer + " could not be sent by a handler: " + refused);
        }
    }

    private Startpoint startpointTo(Node to) {
        return startpoints.computeIfAbsent(to, key -> Endpoints.startpoint(at, key, 0));
    }
}
