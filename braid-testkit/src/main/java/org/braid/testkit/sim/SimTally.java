package org.braid.testkit.sim;

import java.util.ArrayList;
import java.util.List;

/** Counts what happened: every fault kind, every transition, and some sums that show the size of the evidence. */
public final class SimTally {
    private final long[] faults = new long[Fault.count()];
    private final long[] transitions = new long[Transition.count()];
    long runs;
    /** Runs in which connections broke or packets suffered, in which somebody had no credit, and in which data was fetched. */
    long withFaults;
    long withoutCredit;
    long withRendezvous;
    long events;
    long messages;
    long bulkBytes;
    long connections;
    long virtualNs;

    void count(Fault fault) {
        faults[fault.ordinal()]++;
    }

    void count(Transition transition) {
        transitions[transition.ordinal()]++;
    }

    public long of(Fault fault) {
        return faults[fault.ordinal()];
    }

    public long of(Transition transition) {
        return transitions[transition.ordinal()];
    }

    /** Counts this run among those that its events make it one of. */
    void end(long elapsedNs) {
        runs = 1;
        virtualNs = elapsedNs;
        withFaults = of(Transition.LOG_RESUMED) + of(Transition.PACKETS_SENT_AGAIN) + of(Transition.DUPLICATE_DROPPED) + of(Transition.HOLD_DUPLICATE) > 0 ? 1 : 0;
        withoutCredit = of(Transition.CREDIT_REFUSED) + of(Transition.CONTROL_CREDIT_REFUSED) > 0 ? 1 : 0;
        withRendezvous = of(Transition.SEND_PULLED_TO_DONE) + of(Transition.SEND_OFFERED_TO_DONE) + of(Transition.SEND_PUTTING_TO_DONE) + of(Transition.SEND_PUSHING_TO_PUSHED) > 0 ? 1 : 0;
    }

    /** Runs that say something about stream reliability, about credit, and about rendezvous: the fewest of the three. */
    public long leastTested() {
        return Math.min(withFaults, Math.min(withoutCredit, withRendezvous));
    }

    /** Adds another run's counts. */
    public void add(SimTally other) {
        for (int i = 0; i < faults.length; i++) faults[i] += other.faults[i];
        for (int i = 0; i < transitions.length; i++) transitions[i] += other.transitions[i];
        runs += other.runs;
        withFaults += other.withFaults;
        withoutCredit += other.withoutCredit;
        withRendezvous += other.withRendezvous;
        events += other.events;
        messages += other.messages;
        bulkBytes += other.bulkBytes;
        connections += other.connections;
        virtualNs += other.virtualNs;
    }

    /** Names of what never happened; a build that never saw a transition has no evidence about it. */
    public List<String> neverSeen() {
        List<String> never = new ArrayList<>();
        for (int i = 0; i < faults.length; i++) if (faults[i] == 0) never.add("fault " + Fault.of(i));
        for (int i = 0; i < transitions.length; i++) if (transitions[i] == 0) never.add("transition " + Transition.of(i));
        return never;
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(4096);
        out.append("simulated ").append(runs).append(" seeds, ").append(virtualNs / 1_000_000_000).append(" s of virtual time, ");
        out.append(events).append(" events, ").append(messages).append(" messages, ").append(bulkBytes >> 20).append(" MiB bulk, ");
        out.append(connections).append(" connections\n  seeds with replay ").append(withFaults).append(", without credit ").append(withoutCredit);
        out.append(", with rendezvous ").append(withRendezvous).append('\n');
        for (int i = 0; i < faults.length; i++) line(out, "fault", Fault.of(i), faults[i]);
        for (int i = 0; i < transitions.length; i++) line(out, "transition", Transition.of(i), transitions[i]);
        return out.toString();
    }

    private static void line(StringBuilder out, String what, Enum<?> name, long count) {
        out.append("  ").append(what).append(' ').append(name).append(' ').append(count).append('\n');
    }
}
