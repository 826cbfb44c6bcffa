package org.braid.testkit.sim.load;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;
import org.braid.testkit.sim.machine.Host;
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
    private static final int CHANNELS = 16;
    private static final int TOO_SHORT_BYTES = 40;

    private final Script script;
    private final Ledger ledger;
    private final Endpoints endpoints;
    private final Node from;
    private final Node to;
    private final int channel;
    private final int number;
    private final List<Startpoint> startpoints;
    private int left;
    private int tag;
    private @Nullable Message message;
    private @Nullable UserMemory memory;
    private MemoryKind firstKind = MemoryKind.BYTES;

    Talker(Script script, Ledger ledger, Endpoints endpoints, Node from, Node to, int channel, int number) {
        this.script = script;
        this.ledger = ledger;
        this.endpoints = endpoints;
        this.from = from;
        this.to = to;
        this.number = number;
        this.channel = channel;
        this.startpoints = Endpoints.startpoints(from, to, channel);
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
            turnToTheDead();
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

    /** Whoever turns to somebody who is known to have ended is told so. */
    private void turnToTheDead() {
        if (left > 0 && !from.isGone() && !from.isInCall()) {
            int answer = startpoints.getFirst().trySend(endpoints.handler(Mailbox.PLAIN), 0, 0, 0, 0, null, 0, 0);
            ledger.demand(answer == Lane.CLOSED || answer == Lane.FULL, () -> to + " has ended, and " + from + " was told " + answer);
            if (answer == Lane.CLOSED) {
                script.tally().count(Sight.CLOSED);
                left = 0;
            } else {
                start(); // what waited is dropped on the next turn
            }
        }
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
        int bytes = isLong ? script.below(script.options().longestBytes() + 1) : script.below(isAlike ? Math.clamp(script.options().leastEagerBytes(), 1, 64) : script.options().eagerBytes() + 1);
        Mailbox mailbox = isAlike ? Mailbox.RUNS : script.chance(2) ? Mailbox.OFFERS : Mailbox.PLAIN;
        firstKind = kind(bytes);
        int salt = firstKind == MemoryKind.FOREIGN ? 0 : script.below(Pattern.SALTS);
        if (isAlike) {
            tag += script.below(2);
            return new Message(from, to, order(0), mailbox, 0, Ledger.UNNAMED_ON + order(0), tag, 8, Message.UNNAMED, bytes, salt);
        }
        int endpoint = script.below(Endpoints.COUNT);
        return new Message(from, to, order(endpoint), mailbox, endpoint, script.below(9), script.below(9), script.below(9), ledger.nextNumber(), bytes, salt);
    }

    /** All that goes by one channel keeps its order, unless startpoints are moved; then what goes by one of them. */
    private int order(int endpoint) {
        return script.options().faults().contains(Fault.MOVED_BY_HAND) ? CHANNELS + number * Endpoints.COUNT + endpoint : channel;
    }

    private UserMemory store(Message saying) {
        boolean isShort = firstKind != MemoryKind.FOREIGN && saying.bytes > TOO_SHORT_BYTES && script.strikes(Fault.SHORT_MEMORY_SENT, SELDOM);
        UserMemory made = from.process().allocate(firstKind, isShort ? saying.bytes - TOO_SHORT_BYTES : saying.bytes);
        made.fill(saying.salt);
        firstKind = soundKind();
        return made;
    }

    private MemoryKind kind(int bytes) {
        if (bytes > 0 && script.strikes(Fault.CLOSED_MEMORY_SENT, SELDOM)) {
            return MemoryKind.CLOSED;
        }
        return bytes > 0 && bytes <= Host.FOREIGN_BYTES && script.strikes(Fault.FOREIGN_MEMORY_SENT, SELDOM) ? MemoryKind.FOREIGN : soundKind();
    }

    private MemoryKind soundKind() {
        return MemoryKind.sound(script.below(9));
    }

    private static boolean isRefusing(Message saying, UserMemory holding) {
        return holding.kind().refusesToBeRead() || holding.bytes() < saying.bytes;
    }

    // ---- how

    private void send(Message saying, UserMemory holding) {
        try {
            if (saying.isNamed() && script.chance(saying.bytes > script.options().eagerBytes() ? 2 : SELDOM)) {
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
                if (saying.isNamed()) {
                    from.call(() -> begin(saying, holding));
                }
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
        if (isRefusing(saying, holding)) {
            saying.excuse("sent from memory that is " + holding.kind() + " with " + holding.bytes() + " B");
            if (holding.bytes() < saying.bytes) {
                saying.undefine(); // a receiver that pulls a part may find something else there
            }
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
            closeSoon(sending);
        }
        said();
    }

    private void closeSoon(Sending sending) {
        if (sending.memory.mayClose() && script.strikes(Fault.SENT_MEMORY_CLOSED, SELDOM)) {
            script.within(script.options().pollNs(), () -> {
                if (!sending.done.isDone()) {
                    sending.message.undefine();
                    sending.memory.close();
                }
            });
        }
    }

    private Startpoint startpoint(Message saying) {
        return startpoints.get(saying.endpoint);
    }

    /** Memory that refuses costs the call and nothing else: the same message is sent again, from sound memory. */
    private void refused(Message saying, UserMemory holding, BraidException why) {
        boolean isGone = from.knowsGone(to) || to.isGone();
        ledger.demand(isGone || isRefusing(saying, holding) || ledger.isForWantOfMemory(why), () -> saying + " could not be sent: " + why);
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
                boolean isExcused = message.isExcused() || ledger.isForWantOfMemory(failure);
                message.undefine(); // a receiver that copies directly may do so still
                script.tally().count(Sight.SEND_FAILED);
                ledger.demand(isExcused, () -> message + " was not sent: " + failure);
            }
        }
    }
}
