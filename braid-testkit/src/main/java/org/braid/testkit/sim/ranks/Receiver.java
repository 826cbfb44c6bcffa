package org.braid.testkit.sim.ranks;

import java.util.ArrayList;
import java.util.List;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.MatchedMessage;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.braid.testkit.sim.load.Ledger;
import org.braid.testkit.sim.machine.MemoryKind;
import org.braid.testkit.sim.machine.UserMemory;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.jspecify.annotations.Nullable;

/** The receiving half of a rank: receives of all kinds, probes, matched probes and cancels, as drawn; when nobody sends any more, receives for all that is left. */
final class Receiver {
    static final String ORDER_IS_LOST = "could not be kept";
    private static final int MOST_POSTED = 8;
    private static final int SELDOM = 12;

    /** A message that a matched probe has taken out, and is received later. */
    private record Held(MatchedMessage handle, Sent message) {}

    private final Script script;
    private final Ledger ledger;
    private final Rank rank;
    private final List<Rank> all;
    private final Matching matching;
    private final List<Wanted> open = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();

    Receiver(Script script, Ledger ledger, Rank rank, List<Rank> all, int ranks) {
        this.script = script;
        this.ledger = ledger;
        this.rank = rank;
        this.all = all;
        this.matching = new Matching(ledger, rank, ranks);
    }

    Matching matching() {
        return matching;
    }

    /** Does one thing. */
    void act() {
        switch (script.below(8)) {
            case 0 -> probe(source(), rank.tag());
            case 1 -> takeOut(source(), rank.tag());
            case 2 -> cancelOne();
            case 3 -> receiveHeld();
            default -> receive();
        }
    }

    private void receive() {
        if (all.stream().allMatch(Rank::hasSent)) {
            receiveTheRest();
        } else if (matching.posted().size() < MOST_POSTED) {
            post(source(), rank.tag(), rank.type());
        }
    }

    private int source() {
        return script.chance(3) ? LcoSlots.ANY : script.below(all.size());
    }

    // ---- receives

    private void post(int source, int tag, int type) {
        Wanted receive = new Wanted(source, tag, type, script.chance(5) ? null : room(source, tag));
        matching.posted(receive);
        rank.node().call(() -> post(receive));
    }

    private void post(Wanted receive) {
        UserMemory memory = receive.memory;
        try {
            Request request = memory == null
                    ? rank.world().irecvWhole(receive.type, receive.source, receive.tag)
                    : rank.world().irecv(memory.base(), memory.offset(), memory.bytes(), receive.type, receive.source, receive.tag);
            receive.started(request);
            open.add(receive);
            script.tally().count(rank.holds(request) ? Sight.RECEIVE_WAITS : Sight.RECEIVE_MET_EARLY);
        } catch (MpiFailure refused) {
            matching.withdrawn(receive);
            mayBeInVain(receive, refused);
        }
    }

    /** Room for the messages that it may meet, as far as they are known; in some cases too little. */
    private UserMemory room(int source, int tag) {
        int most = script.chance(4) ? script.below(script.options().eagerBytes()) : 0;
        for (Rank from : all) {
            for (Sent each : matching.unmatched(from.index())) {
                most = Wanted.asks(source, tag, each) ? Math.max(most, each.bytes) : most;
            }
        }
        int bytes = script.chance(SELDOM) ? most / 2 : most;
        MemoryKind refusing = script.strikes(Fault.CLOSED_MEMORY_FILLED, SELDOM) ? MemoryKind.CLOSED : script.strikes(Fault.READ_ONLY_MEMORY_FILLED, SELDOM) ? MemoryKind.READ_ONLY : null;
        return refusing == null ? rank.allocate(bytes) : rank.node().process().allocate(refusing, bytes);
    }

    /** Whoever names somebody who has ended, or anybody, is told. */
    private void mayBeInVain(Wanted receive, MpiFailure failure) {
        if (failure.errorClass() == ErrorClass.NO_MEMORY && ledger.isForWantOfMemory(failure)) {
            rank.abort();
            return;
        }
        script.tally().count(Sight.RECEIVE_LOST_ITS_PEER);
        boolean isTrue = rank.isLeaving();
        for (Rank each : all) {
            isTrue |= (receive.source == LcoSlots.ANY || receive.source == each.index()) && rank.knowsGone(each);
        }
        boolean told = isTrue;
        ledger.demand(told && failure.errorClass() == ErrorClass.PEER_FAILED, () -> receive + " at " + rank + " has failed: " + failure);
    }

    /** Whether a receive has ended without a message, because nobody may send any more; then it is seen to. */
    boolean hasFailed(Wanted receive) {
        Request request = receive.request();
        MpiFailure failure = request == null || !request.isDone() ? null : request.error();
        if (request == null || failure == null || !endsWithoutMessage(failure)) {
            return false;
        }
        mayBeInVain(receive, failure);
        end(receive, request);
        return true;
    }

    /** Where memory was missing for the copy alone, the receive has met its message. */
    private static boolean endsWithoutMessage(MpiFailure failure) {
        return failure.errorClass() == ErrorClass.PEER_FAILED || failure.errorClass() == ErrorClass.NO_MEMORY && failure.what().contains(ORDER_IS_LOST);
    }

    private void receiveTheRest() {
        for (Wanted each : List.copyOf(matching.posted())) {
            cancel(each);
        }
        for (Rank from : all) {
            int waiting = rank.knowsGone(from) ? 0 : matching.unmatched(from.index()).size();
            for (int i = 0; i < waiting && matching.posted().size() < MOST_POSTED && !rank.node().isGone(); i++) {
                post(from.index(), rank.tag(), 0);
            }
        }
    }

    // ---- looking for messages

    private void probe(int source, int tag) {
        try {
            Request shown = rank.world().iprobe(source, tag);
            if (shown == null) {
                script.tally().count(Sight.PROBED_IN_VAIN);
            } else if (matching.look()) {
                script.tally().count(Sight.PROBED);
                Object ignored = matching.shown(source, tag, shown.source(), shown.tag(), shown.bytes());
            }
            if (shown != null) {
                rank.world().completions().release(shown);
            }
        } catch (MpiFailure refused) {
            mayBeInVain(new Wanted(source, tag, 0, null), refused);
        }
    }

    private void takeOut(int source, int tag) {
        try {
            MatchedMessage taken = rank.world().improbe(source, tag);
            if (taken != null && matching.look()) {
                script.tally().count(Sight.PROBE_TOOK);
                Sent message = matching.shown(source, tag, taken.source(), taken.tag(), taken.bytes());
                if (message != null) {
                    matching.leaves(message);
                    held.add(new Held(taken, message));
                }
            }
        } catch (MpiFailure refused) {
            mayBeInVain(new Wanted(source, tag, 0, null), refused);
        }
    }

    private void receiveHeld() {
        if (!held.isEmpty()) {
            Held each = held.removeFirst();
            Sent message = each.message;
            UserMemory memory = script.chance(5) ? null : rank.allocate(script.chance(SELDOM) ? message.bytes / 2 : message.bytes);
            Wanted receive = new Wanted(message.from.index(), message.tag, 0, memory);
            receive.met(message);
            rank.node().call(() -> {
                receive.started(memory == null ? each.handle.receiveWhole(0) : each.handle.receive(memory.base(), memory.offset(), memory.bytes(), 0));
                open.add(receive);
            });
        }
    }

    // ---- the end of receives

    private void cancelOne() {
        List<Wanted> posted = matching.posted();
        if (!posted.isEmpty()) {
            cancel(posted.get(script.below(posted.size())));
        }
    }

    /** It is taken back, unless it has met a message. */
    private void cancel(Wanted receive) {
        Request request = receive.request();
        if (request == null) {
            return;
        }
        rank.world().completions().cancel(request);
        if (request.isCancelled()) {
            script.tally().count(Sight.CANCELLED);
            ledger.demand(request.isDone() && request.error() == null, () -> receive + " at " + rank + " was cancelled, and is not done");
            matching.withdrawn(receive);
            end(receive, request);
        } else {
            script.tally().count(Sight.CANCELLED_TOO_LATE);
        }
    }

    /** Looks at the receives. */
    void settle() {
        boolean ignored = matching.look();
        for (Wanted each : List.copyOf(open)) {
            Request request = each.request();
            Sent message = each.met();
            if (request != null && message != null && rank.world().completions().test(request)) {
                judge(each, request, message);
                end(each, request);
            }
        }
    }

    private void end(Wanted receive, Request request) {
        open.remove(receive);
        rank.world().completions().release(request);
        ledger.progressed();
    }

    private void judge(Wanted receive, Request request, Sent message) {
        MpiFailure failure = request.error();
        ErrorClass expected = receive.expected(message);
        boolean isExpected = failure == null ? expected == null : failure.errorClass() == expected || receive.mayRefuse(failure) || ledger.isForWantOfMemory(failure);
        ledger.demand(isExpected || message.isExcused(), () -> receive + " at " + rank + " of " + message + " has ended with " + failure);
        boolean isWhole = failure == null || failure.errorClass() == ErrorClass.TRUNCATE;
        script.tally().count(sight(receive, failure));
        ledger.demand(request.source() == message.from.index() && request.tag() == message.tag && request.bytes() == message.bytes, () -> receive + " of " + message + " says source=" + request.source() + ", tag=" + request.tag() + " and " + request.bytes() + " B");
        if (isWhole) {
            long wrong = receive.mismatch(message, request.base());
            ledger.demand(wrong < 0, () -> message + " has a wrong byte at " + wrong + " in " + receive);
            script.tally().arrived(receive.moved(message));
        }
        UserMemory memory = receive.memory;
        ledger.demand(memory == null || memory.isWholeBehind(isWhole ? receive.moved(message) : memory.bytes()), () -> "somebody wrote beside the buffer of " + receive);
    }

    private static Sight sight(Wanted receive, @Nullable MpiFailure failure) {
        if (failure == null) {
            return receive.memory == null ? Sight.RECEIVED_WHOLE : receive.source == LcoSlots.ANY ? Sight.RECEIVED_FROM_ANY : receive.tag == LcoSlots.ANY ? Sight.RECEIVED_ANY_TAG : Sight.RECEIVED;
        }
        return switch (failure.errorClass()) {
            case TRUNCATE -> Sight.RECEIVE_TRUNCATED;
            case TYPE -> Sight.TYPES_DIFFERED;
            default -> Sight.RECEIVE_FAILED;
        };
    }

    /** Nothing is posted, under way or left, but what those have sent that have ended. */
    boolean isDone() {
        if (!open.isEmpty() || !held.isEmpty()) {
            return false;
        }
        for (Rank from : all) {
            if (!from.isLeaving() && !matching.unmatched(from.index()).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    String describe() {
        StringBuilder all = new StringBuilder("receives ").append(open).append(", holds ").append(held.size());
        for (Rank from : this.all) {
            all.append(", of ").append(from).append(' ').append(matching.unmatched(from.index()));
        }
        return all.toString();
    }
}
