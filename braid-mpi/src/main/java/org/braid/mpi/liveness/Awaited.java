package org.braid.mpi.liveness;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.braid.base.wire.ContextId;
import org.braid.link.bulk.LongMessages;
import org.braid.link.progress.Completion;
import org.braid.link.stream.Peer;
import org.braid.mpi.completion.Outstanding;
import org.braid.mpi.completion.UnderWay;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.RequestPool;
import org.jspecify.annotations.Nullable;

/**
 * What a process waits for whose only thread waits: a lock, or one request, or several of which the first to be done ends the wait or lets a call go on that was started. Equal ones are one wait, though it may be made of several calls below. Guarded by the
 * context's token.
 *
 * <pre>
 *   requests   | what the thread waits for | what calls wait for that were started |     none where anything else may end the wait, such as a disk
 *                <──────── own ─────────>
 * </pre>
 *
 * @param requests pending ones
 * @param generations of the requests, which are pooled
 * @param own so many of them
 * @param lock what is awaited in place of requests; null if these are
 */
record Awaited(List<Request> requests, List<Integer> generations, int own, @Nullable AwaitedLock lock) {
    /** What a thread waits for that sleeps until {@code asleep} is done, and what {@code underWay} is. */
    static Awaited by(Completion asleep, RequestPool pool, UnderWay underWay) {
        Completion c = UnderWay.behind(asleep);
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < pool.size(); i++) {
            Request r = pool.at(i);
            if (r != null && r.isPending() && (r == c || r.isWatchedBy(c))) {
                requests.add(r);
            }
        }
        return underWay.none() ? of(requests, requests.size()) : among(underWay.outstanding(), requests);
    }

    /** Requests that stand for calls under way are replaced by what these wait for. */
    private static Awaited among(Outstanding calls, List<Request> awaited) {
        Set<Request> requests = new LinkedHashSet<>(awaited);
        requests.removeIf(calls::standsForACall);
        int own = requests.size();
        requests.addAll(calls.transfers());
        return calls.isAll() ? of(List.copyOf(requests), own) : nothing();
    }

    private static Awaited of(List<Request> requests, int own) {
        return new Awaited(requests, requests.stream().map(Request::generation).toList(), own, null);
    }

    static Awaited of(AwaitedLock lock) {
        return new Awaited(List.of(), List.of(), 0, lock);
    }

    static Awaited nothing() {
        return new Awaited(List.of(), List.of(), 0, null);
    }

    /** Whether a thread waits for a lock still. */
    boolean isForALock() {
        return lock != null && !lock.isOver();
    }

    /** Whether none of them is done, or will be by what the link layers of both sides do: each needs a call that somebody's program has to make. */
    boolean isUnmet(LongMessages sent) {
        boolean unmet = !requests.isEmpty() || isForALock();
        for (int i = 0; i < requests.size() && unmet; i++) {
            Request r = requests.get(i);
            unmet = r.isPending() && !r.isDetached() && r.generation() == generations.get(i) && isUnmet(r, sent);
        }
        return unmet;
    }

    private static boolean isUnmet(Request r, LongMessages sent) {
        return switch (r.kind()) {
            case RECEIVE, COLLECTIVE_RECEIVE, PROBE -> r.inbox() != null && r.inbox().holds(r);
            case SYNCHRONOUS_SEND -> true;
            case SEND -> r.waitsHere() || sent.isOnlyOffered(r);
            case COLLECTIVE -> false; // what stands for something that is not known here
        };
    }

    /** The processes that could end the wait, without those that are known to have left MPI; none if that cannot be said. */
    Set<ContextId> peers(Departed departed) {
        Set<ContextId> all = new LinkedHashSet<>(lock == null ? Set.of() : lock.holders());
        for (Request r : requests) {
            if (r.waitsHere()) {
                all.add(departed.self()); // whose thread could post the receive, if it did not wait
            } else if (departed.knowsPeersOf(r)) {
                addPeers(r, all);
            } else {
                return Set.of();
            }
        }
        all.removeIf(departed::has);
        return all;
    }

    private static void addPeers(Request r, Set<ContextId> to) {
        Peer peer = r.peer();
        Inbox inbox = r.inbox();
        if (peer != null && (r.kind() == Request.Kind.SEND || r.kind() == Request.Kind.SYNCHRONOUS_SEND)) {
            to.add(peer.id());
        } else if (inbox != null) {
            LcoSlots slots = inbox.slots();
            for (int slot = 0; slot < slots.size(); slot++) {
                ContextId member = slots.contextOf(slot);
                if (member != null && (slot == r.wantedSource() || (r.wantedSource() == LcoSlots.ANY && slot != slots.ownSlot()))) {
                    to.add(member);
                }
            }
        }
    }

    /** They would wait for ever. What the thread waits for ends, if that is communications; else all that its calls wait for. */
    void fail(MpiFailure failure, LongMessages sent) {
        if (lock != null) {
            lock.fail(failure);
        }
        for (Request r : own == 0 ? requests : requests.subList(0, own)) {
            switch (r.kind()) {
                case RECEIVE, COLLECTIVE_RECEIVE, PROBE -> {
                    if (r.inbox() != null && r.inbox().takeBack(r)) {
                        r.fail(failure);
                    }
                }
                case SYNCHRONOUS_SEND -> r.fail(failure);
                case SEND -> {
                    if (r.waitsHere()) {
                        r.takeBackHere(failure);
                    } else {
                        sent.takeBack(r, failure);
                    }
                }
                case COLLECTIVE -> { } // ends with its transfers
            }
        }
    }
}
