package org.braid.coll.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.coll.agreement.CallLog;
import org.braid.coll.agreement.Disagreement;
import org.jspecify.annotations.Nullable;

/**
 * A network in memory: messages of a pair stay in order, everything else is up to the seed, also whether a send is eager (its bytes are copied at
 * once) or waits for its receive. Driven by one thread, {@link #step} turns the crank; with threads, waiting turns it.
 */
final class InMemoryNetwork {
    private static final Object NOTHING = new byte[0];

    private final Random random;
    private final InMemoryPort[] ports;
    private final List<ArrayDeque<Message>> wires = new ArrayList<>();
    private final double eager;
    private volatile @Nullable BraidException loss;
    long delivered;
    long deliveredBytes;
    int inquiries;
    long polls;

    private static final class Message {
        int from;
        int to;
        int tag;
        long signature;
        Object base = NOTHING;
        long offset;
        long bytes;
        int sendTicket = -1;
        boolean inquiry;
    }

    private record Posted(int ticket, int slot, int tag, long signature, Object base, long offset, long bytes) {}

    /** @param eager the share of sends whose bytes are copied at once */
    InMemoryNetwork(int size, long seed, double eager) {
        random = new Random(seed);
        ports = new InMemoryPort[size];
        this.eager = eager;
        for (int rank = 0; rank < size; rank++) {
            ports[rank] = new InMemoryPort(rank);
        }
        for (int pair = 0; pair < size * size; pair++) {
            wires.add(new ArrayDeque<>());
        }
    }

    /** All are told that a member has died. */
    void lose(BraidException why) {
        loss = why;
    }

    Port port(int rank) {
        return ports[rank];
    }

    /** Delivers one message of some pair; false if none is on the way. */
    synchronized boolean step() {
        int first = random.nextInt(wires.size());
        for (int at = 0; at < wires.size(); at++) {
            Message message = wires.get((first + at) % wires.size()).poll();
            if (message != null) {
                ports[message.to].arrive(message);
                delivered++;
                deliveredBytes += message.bytes;
                notifyAll();
                return true;
            }
        }
        return false;
    }

    final class InMemoryPort implements Port {
        private final int rank;
        private int[] states = new int[0];
        private long[] signatures = new long[0];
        private final Map<Long, ArrayDeque<Message>> unexpected = new HashMap<>();
        private final Map<Long, ArrayDeque<Posted>> posted = new HashMap<>();
        private final CallLog log = new CallLog();
        private volatile @Nullable Disagreement calledOff;
        private @Nullable Disagreement disagreement;

        InMemoryPort(int rank) {
            this.rank = rank;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return ports.length;
        }

        @Override
        public void reserve(int tickets) {
            synchronized (InMemoryNetwork.this) { // whoever delivers writes into these arrays, too: a copy that races with it would lose a DONE
                states = Arrays.copyOf(states, Math.max(states.length, tickets));
                signatures = Arrays.copyOf(signatures, Math.max(signatures.length, tickets));
            }
        }

        @Override
        public int send(int ticket, int slot, int tag, long signature, Object base, long offset, long bytes) {
            synchronized (InMemoryNetwork.this) {
                Message message = message(slot, tag, signature);
                message.bytes = bytes;
                if (random.nextDouble() < eager) {
                    message.base = new byte[(int) bytes];
                    Memory.copy(base, offset, message.base, 0, bytes);
                } else {
                    message.base = base;
                    message.offset = offset;
                    message.sendTicket = ticket;
                }
                states[ticket] = message.sendTicket < 0 ? DONE : PENDING;
                return states[ticket];
            }
        }

        private Message message(int slot, int tag, long signature) {
            if (slot == rank) {
                throw new AssertionError("rank " + rank + " sends to itself");
            }
            var message = new Message();
            message.from = rank;
            message.to = slot;
            message.tag = tag;
            message.signature = signature;
            wires.get(rank * ports.length + slot).add(message);
            return message;
        }

        @Override
        public int receive(int ticket, int slot, int tag, long signature, Object base, long offset, long bytes) {
            synchronized (InMemoryNetwork.this) {
                var receive = new Posted(ticket, slot, tag, signature, base, offset, bytes);
                states[ticket] = PENDING;
                ArrayDeque<Message> early = unexpected.get(key(slot, tag));
                if (early != null && !early.isEmpty()) {
                    meet(receive, early.remove());
                } else {
                    posted.computeIfAbsent(key(slot, tag), key -> new ArrayDeque<>()).add(receive);
                }
                return states[ticket];
            }
        }

        private static long key(int slot, int tag) {
            return (long) slot << 32 | tag;
        }

        private void arrive(Message message) {
            if (message.inquiry) {
                inquired(message.from, message.tag, message.signature);
                return;
            }
            ArrayDeque<Posted> waiting = posted.get(key(message.from, message.tag));
            if (waiting != null && !waiting.isEmpty()) {
                meet(waiting.remove(), message);
            } else {
                unexpected.computeIfAbsent(key(message.from, message.tag), key -> new ArrayDeque<>()).add(message);
            }
        }

        private void meet(Posted receive, Message message) {
            signatures[receive.ticket] = message.signature;
            states[receive.ticket] = message.signature == receive.signature ? DONE : DIFFERS;
            if (message.signature == receive.signature) {
                if (message.bytes != receive.bytes) {
                    throw new AssertionError("sent " + message.bytes + " bytes, expected " + receive.bytes);
                }
                Memory.copy(message.base, message.offset, receive.base, receive.offset, message.bytes);
            }
            if (message.sendTicket >= 0) {
                ports[message.from].states[message.sendTicket] = DONE;
            }
        }

        @Override
        public int poll(int ticket) {
            synchronized (InMemoryNetwork.this) {
                polls++;
                return states[ticket];
            }
        }

        @Override
        public int await(int ticket, long timeoutNs) {
            awaitAny(new int[] {ticket}, 1, timeoutNs);
            return poll(ticket);
        }

        @Override
        public boolean awaitAny(int[] tickets, int count, long timeoutNs) {
            long deadlineNs = System.nanoTime() + timeoutNs;
            synchronized (InMemoryNetwork.this) {
                while (System.nanoTime() < deadlineNs) {
                    for (int at = 0; at < count; at++) {
                        if (states[tickets[at]] != PENDING) {
                            return true;
                        }
                    }
                    if (!step()) {
                        pause();
                    }
                }
            }
            return false;
        }

        private void pause() {
            try {
                InMemoryNetwork.this.wait(1);
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        }

        @Override
        public void progress() {}

        @Override
        public long signature(int ticket) {
            return signatures[ticket];
        }

        @Override
        public void cancel(int ticket) {
            synchronized (InMemoryNetwork.this) {
                posted.values().forEach(queue -> queue.removeIf(receive -> receive.ticket == ticket));
            }
        }

        @Override
        public CallLog log() {
            return log;
        }

        @Override
        public void inquire(int slot, int tag, long signature) {
            synchronized (InMemoryNetwork.this) {
                message(slot, tag, signature).inquiry = true;
                inquiries++;
            }
        }

        private void inquired(int from, int tag, long signature) {
            Disagreement calledOff = log.compareCalledOff(rank, from, tag, signature);
            Disagreement found = calledOff != null ? calledOff : log.compare(rank, from, tag, signature);
            if (found != null) {
                disagree(found);
            }
        }

        @Override
        public void callOff(int slot, int tag) {
            ports[slot].calledOff = Disagreement.calledOff(tag, rank);
        }

        @Override
        public @Nullable Disagreement calledOff(int tag) {
            Disagreement last = calledOff;
            return last != null && last.call() == tag ? last : null;
        }

        @Override
        public Disagreement disagree(Disagreement found) {
            synchronized (InMemoryNetwork.this) {
                for (InMemoryPort port : ports) {
                    port.disagreement = port.disagreement == null ? found : port.disagreement;
                }
            }
            return found;
        }

        @Override
        public @Nullable BraidException loss() {
            return loss;
        }

        @Override
        public @Nullable Disagreement disagreement() {
            synchronized (InMemoryNetwork.this) {
                return disagreement;
            }
        }
    }
}
