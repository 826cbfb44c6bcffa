package org.braid.testkit.sim.load;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;
import org.braid.testkit.sim.machine.MemoryKind;
import org.braid.testkit.sim.machine.Pattern;
import org.braid.testkit.sim.machine.UserMemory;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.jspecify.annotations.Nullable;

/** A thread of a context that sends to another one: messages as drawn, each until the runtime has taken it, or has refused its memory. */
final class Talker {
    private static final int SELDOM = 16;
    private static final int ALIKE = 3;

    private final Script script;
    private final Ledger ledger;
    private final Endpoints endpoints;
    private final Node from;
    private final Node to;
    private final List<Startpoint> startpoints;
    private int left;
    private int tag;
    private @Nullable Message message;
    private @Nullable UserMemory memory;

    Talker(Script script, Ledger ledger, Endpoints endpoints, Node from, Node to) {
        this.script = script;
        this.ledger = ledger;
        this.endpoints = endpoints;
        this.from = from;
        this.to = to;
        this.startpoints = Endpoints.startpoints(from, to);
        this.left = script.options().messages();
    }

    void start() {
        script.within(script.options().thinkNs(), this::turn);
    }

    /** It has sent everything, or there is nobody to send it, or to. */
    boolean isDone() {
        return left == 0 || from.isGone() || from.knowsGone(to);
    }

    private void turn() {
        if (isDone()) {
            return;
        }
        if (!from.isInCall()) {
            speak();
        }
        start();
    }

    private void speak() {
        Message saying = message;
        UserMemory holding = memory;
        if (saying == null) {
            saying = draw();
            ledger.planned(saying);
            message = saying;
        }
        if (holding == null) {
            holding = store(saying);
            memory = holding;
        }
        send(saying, holding);
    }

    private void said() {
        message = null;
        memory = null;
        left--;
    }

    @Override
    public String toString() {
        return from + " has " + left + " messages left for " + to + ", first " + message;
    }

    // ---- what

    private Message draw() {
        boolean isLong = script.percent(script.options().longPercent());
        boolean isAlike = !isLong && !script.chance(ALIKE);
        int bytes = isLong ? script.below(script.options().longestBytes() + 1) : script.below(isAlike ? Math.min(script.options().eagerBytes(), 64) : script.options().eagerBytes() + 1);
        Mailbox mailbox = isAlike ? Mailbox.RUNS : script.chance(2) ? Mailbox.OFFERS : Mailbox.PLAIN;
        int salt = script.below(Pattern.SALTS);
        if (isAlike) {
            tag += script.below(2);
            return new Message(from, to, mailbox, 0, 7, tag, 8, Message.UNNAMED, bytes, salt);
        }
        return new Message(from, to, mailbox, script.below(Endpoints.COUNT), script.below(9), script.below(9), script.below(9), ledger.nextNumber(), bytes, salt);
    }

    private UserMemory store(Message saying) {
        MemoryKind kind = kind(saying);
        UserMemory made = from.process().allocate(kind, saying.bytes);
        made.fill(saying.salt);
        return made;
    }

    /** Of an unnamed message nobody could say whether it has been refused. */
    private MemoryKind kind(Message saying) {
        if (saying.bytes > 0 && script.strikes(Fault.CLOSED_MEMORY_SENT, SELDOM)) {
            return MemoryKind.CLOSED;
        }
        return MemoryKind.sound(script.below(9));
    }

    // ---- how

    private void send(Message saying, UserMemory holding) {
        try {
            if (saying.bytes > script.options().eagerBytes() || script.chance(SELDOM)) {
                from.call(() -> begin(saying, holding));
            } else {
                tryToSend(saying, holding);
            }
        } catch (BraidException refused) {
            refused(saying, holding, refused);
        }
    }

    private void tryToSend(Message saying, UserMemory holding) {
        int answer = startpoint(saying).trySend(
                endpoints.handler(saying.mailbox), saying.a0, saying.a1, saying.a2, saying.a3, holding.base(), holding.offset(), saying.bytes);
        switch (answer) {
            case Lane.TAKEN -> {
                script.tally().count(Sight.TAKEN);
                ledger.taken(saying, false);
                holding.scribble();
                said();
            }
            case Lane.FULL -> script.tally().count(Sight.FULL);
            case Lane.NO_CREDIT -> {
                script.tally().count(Sight.NO_CREDIT);
                from.call(() -> begin(saying, holding));
            }
            case Lane.TOO_LONG -> {
                script.tally().count(Sight.TOO_LONG);
                from.call(() -> begin(saying, holding));
            }
            case Lane.CLOSED -> {
                script.tally().count(Sight.CLOSED);
                ledger.demand(from.knowsGone(to), () -> saying + " was refused, as if " + to + " had ended");
                left = 0;
            }
            default -> ledger.demand(false, () -> "trySend answered " + answer);
        }
    }

    private void begin(Message saying, UserMemory holding) {
        if (holding.kind() == MemoryKind.CLOSED) {
            saying.excuse("sent from memory that is " + holding.kind());
        }
        Sending sending = new Sending(saying, holding);
        boolean free = startpoint(saying).start(
                endpoints.handler(saying.mailbox), saying.a0, saying.a1, saying.a2, saying.a3, holding.base(), holding.offset(), saying.bytes, sending.done);
        ledger.taken(saying, !free);
        if (free) {
            script.tally().count(Sight.STARTED_FREE);
            holding.scribble();
        } else {
            script.tally().count(Sight.STARTED_OFFERED);
            from.await(sending);
        }
        said();
    }

    private Startpoint startpoint(Message saying) {
        return startpoints.get(saying.endpoint);
    }

    /** Memory that refuses costs the call and nothing else: the same message is sent again, from sound memory. */
    private void refused(Message saying, UserMemory holding, BraidException why) {
        boolean isGone = from.knowsGone(to) || to.isGone();
        ledger.demand(isGone || holding.kind() == MemoryKind.CLOSED, () -> saying + " could not be sent: " + why);
        script.tally().count(Sight.CALL_REFUSED);
        if (isGone) {
            left = 0;
        }
        memory = null;
    }

    /** A message whose data is still here. */
    private final class Sending extends Pending {
        private final Message message;
        private final UserMemory memory;

        Sending(Message message, UserMemory memory) {
            this.message = message;
            this.memory = memory;
        }

        @Override
        void ended(@Nullable BraidException failure) {
            memory.scribble();
            if (failure != null) {
                script.tally().count(Sight.SEND_FAILED);
                ledger.demand(message.isExcused(), () -> message + " was not sent: " + failure);
            }
        }
    }
}
