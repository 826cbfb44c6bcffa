package org.braid.testkit.sim.ranks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.mpi.p2p.Request;
import org.braid.testkit.sim.load.Ledger;
import org.jspecify.annotations.Nullable;

/**
 * What must meet at one rank, as a list of messages and a list of receives say it (MPI 4.1, section 3.5). When messages of several sources come, and in which order, is the network's
 * business; what is demanded holds in any case:
 *
 * <pre>
 *   a receive meets the earliest message of its source that it names     (messages do not overtake each other)
 *   a message meets the earliest receive that names it                   (receives neither, unless the earlier one has met another source's)
 *   a message is met once
 * </pre>
 */
final class Matching {
    private final Ledger ledger;
    private final Rank at;
    private final List<List<Sent>> unmatched = new ArrayList<>();
    private final List<Wanted> posted = new ArrayList<>();

    Matching(Ledger ledger, Rank at, int ranks) {
        this.ledger = ledger;
        this.at = at;
        for (int i = 0; i < ranks; i++) {
            unmatched.add(new ArrayList<>());
        }
    }

    /** A message is about to be sent here: this is its place. */
    void sent(Sent message) {
        unmatched.get(message.from.index()).add(message);
    }

    /** Its send was refused. */
    void refused(Sent message) {
        unmatched.get(message.from.index()).remove(message);
    }

    /** A receive is about to be posted here: this is its place. */
    void posted(Wanted receive) {
        posted.add(receive);
    }

    /** A receive was taken back, or could not be posted. */
    void withdrawn(Wanted receive) {
        posted.remove(receive);
    }

    List<Wanted> posted() {
        return posted;
    }

    /** Messages of a source that nobody has met. */
    List<Sent> unmatched(int source) {
        return unmatched.get(source);
    }

    /** Looks at the receives: what they have met since the last look must be what they had to meet. False if a call is under way, in the middle of which nothing can be said. */
    boolean look() {
        for (Wanted each : posted) {
            if (each.request() == null) {
                return false;
            }
        }
        posted.removeIf(at::hasFailed);
        Map<Wanted, Sent> met = met();
        for (List<Sent> ofSource : unmatched) {
            List<Map.Entry<Wanted, Sent>> inOrder = new ArrayList<>(met.entrySet());
            inOrder.removeIf(each -> !ofSource.contains(each.getValue()));
            inOrder.sort(Comparator.comparingInt(each -> ofSource.indexOf(each.getValue())));
            inOrder.forEach(each -> judge(each.getKey(), each.getValue(), met));
        }
        return true;
    }

    /** Which message each receive has met: of those that look alike the earlier receive has the earlier one. */
    private Map<Wanted, Sent> met() {
        Map<Wanted, Sent> met = new HashMap<>();
        for (Wanted each : posted) {
            Request request = each.request();
            if (request != null && !at.holds(request)) {
                Sent message = first(request, met);
                ledger.demand(message != null, () -> each + " at " + at + " has met tag " + request.tag() + " of " + request.source() + ", which nobody sent, or which was received before");
                if (message != null) {
                    met.put(each, message);
                }
            }
        }
        return met;
    }

    private @Nullable Sent first(Request request, Map<Wanted, Sent> taken) {
        if (request.source() < 0 || request.source() >= unmatched.size()) {
            return null;
        }
        for (Sent each : unmatched.get(request.source())) {
            if (each.tag == request.tag() && !taken.containsValue(each)) {
                return each;
            }
        }
        return null;
    }

    private void judge(Wanted receive, Sent message, Map<Wanted, Sent> met) {
        ledger.demand(receive.wants(message), () -> receive + " at " + at + " has met " + message);
        judgeMessages(receive.source, receive.tag, message);
        for (Wanted earlier : posted) {
            if (earlier == receive) {
                break;
            }
            Sent its = met.get(earlier);
            ledger.demand(!earlier.wants(message) || its != null && its.from != message.from, () -> message + " has met " + receive + ", and " + earlier + " was posted before");
        }
        Request request = receive.request();
        ledger.demand(request != null && request.bytes() == message.bytes, () -> receive + " at " + at + " says that it has met " + (request == null ? 0 : request.bytes()) + " B of " + message);
        posted.remove(receive);
        leaves(message);
        receive.met(message);
    }

    /** This one was taken by a probe or a receive of this source and tag: those before it of the same source must be others. */
    private void judgeMessages(int source, int tag, Sent message) {
        if (at.knowsGone(message.from) || at.isLeaving()) {
            return; // receives that failed with it, or as this rank ended, may have met some
        }
        for (Sent earlier : unmatched.get(message.from.index())) {
            if (earlier == message) {
                return;
            }
            ledger.demand(!Wanted.asks(source, tag, earlier), () -> message + " was met by source=" + source + ", tag=" + tag + " at " + at + ", and " + earlier + " was sent before");
        }
    }

    /**
     * A probe of this source and tag has shown a message.
     *
     * @return what it must have been; null if nothing can have been meant, which ends the world
     */
    @Nullable Sent shown(int source, int tag, int itsSource, int itsTag, long bytes) {
        for (Sent each : unmatched.get(itsSource)) {
            if (each.tag == itsTag && Wanted.asks(source, tag, each)) {
                judgeMessages(source, tag, each);
                ledger.demand(each.bytes == bytes, () -> "a probe at " + at + " shows " + bytes + " B of " + each);
                for (Wanted receive : posted) {
                    ledger.demand(!receive.wants(each), () -> "a probe at " + at + " shows " + each + ", for which " + receive + " waits");
                }
                return each;
            }
        }
        ledger.demand(false, () -> "a probe at " + at + " of source=" + source + ", tag=" + tag + " shows tag " + itsTag + " of " + itsSource + ", which nobody sent, or which was received before");
        return null;
    }

    /** Somebody has it: nobody else may. */
    void leaves(Sent message) {
        unmatched.get(message.from.index()).remove(message);
        message.matched();
        ledger.progressed();
    }
}
