package org.braid.testkit.sim.script;

import java.util.ArrayList;
import java.util.List;

/** Counts what happened in a world, or in many: every fault, every sight, and some sums that show the size of the evidence. */
public final class Tally {
    private static final Fault[] FAULTS = Fault.values();
    private static final Sight[] SIGHTS = Sight.values();

    private final long[] faults = new long[FAULTS.length];
    private final long[] sights = new long[SIGHTS.length];
    private long worlds;
    private long events;
    private long messages;
    private long bytes;
    private long virtualNs;

    /** A fault strikes. */
    public void count(Fault fault) {
        faults[fault.ordinal()]++;
    }

    /** A user sees this. */
    public void count(Sight sight) {
        sights[sight.ordinal()]++;
    }

    /** So many bytes of one message have arrived. */
    public void arrived(long payloadBytes) {
        messages++;
        bytes += payloadBytes;
    }

    /** A world has ended well. */
    void ended(VirtualTime time) {
        worlds = 1;
        events = time.steps();
        virtualNs = time.elapsedNs();
    }

    /** How often this fault has struck. */
    public long of(Fault fault) {
        return faults[fault.ordinal()];
    }

    /** How often this was seen. */
    public long of(Sight sight) {
        return sights[sight.ordinal()];
    }

    /** Adds another world's counts, or those of many. */
    public void add(Tally other) {
        for (int i = 0; i < faults.length; i++) {
            faults[i] += other.faults[i];
        }
        for (int i = 0; i < sights.length; i++) {
            sights[i] += other.sights[i];
        }
        worlds += other.worlds;
        events += other.events;
        messages += other.messages;
        bytes += other.bytes;
        virtualNs += other.virtualNs;
    }

    /** Names of what never happened. */
    public List<String> neverSeen() {
        List<String> never = new ArrayList<>();
        for (Fault fault : FAULTS) {
            if (of(fault) == 0) {
                never.add("fault " + fault);
            }
        }
        for (Sight sight : SIGHTS) {
            if (of(sight) == 0) {
                never.add("sight " + sight);
            }
        }
        return never;
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(2048);
        out.append(worlds).append(" worlds, ").append(virtualNs / 1_000_000).append(" ms of virtual time, ").append(events).append(" events, ");
        out.append(messages).append(" messages, ").append(bytes >> 10).append(" KiB\n");
        for (Fault fault : FAULTS) {
            out.append("  fault ").append(fault).append(' ').append(of(fault)).append('\n');
        }
        for (Sight sight : SIGHTS) {
            out.append("  sight ").append(sight).append(' ').append(of(sight)).append('\n');
        }
        return out.toString();
    }
}
