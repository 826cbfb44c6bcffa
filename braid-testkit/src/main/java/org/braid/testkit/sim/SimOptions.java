package org.braid.testkit.sim;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Everything about a run that isn't an event, drawn from its seed and printed when it fails. Small windows and logs on purpose: limits
 * are where bugs live.
 */
final class SimOptions {
    static final long US = 1_000;
    static final long MS = 1_000_000;

    final long seed;
    final int contexts;
    final int messages;
    /** Frames carry explicit numbers and travel as packets, instead of a byte stream. */
    final boolean numbered;
    /** Replay starts before the peer has said what it expects. */
    final boolean replaysEagerly;

    final int eagerWindowBytes;
    final int eagerMostBytes;
    final int controlWindow;
    final int inboxMost;
    final int logFirstBytes;
    final int logMostBytes;
    final long budgetBytes;

    final int bulkPercent;
    final int bulkMostBytes;
    final int bulkSlots;
    final int fragmentMostBytes;
    final int pipeWindowBytes;
    final boolean sharedMemory;

    final long latencyNs;
    final long thinkNs;
    final long consumeNs;
    final int socketBytes;
    final boolean closesImpatiently;
    /** A DONE counts as an acknowledgement of the fragments that it answers. */
    final boolean provesByDone;

    final EnumSet<Fault> faults = EnumSet.noneOf(Fault.class);
    final double packetFaultRate;
    final long nemesisEveryNs;
    final long faultPhaseNs;

    SimOptions(long seed, SplittableRandom random) {
        this.seed = seed;
        int dice = random.nextInt(100);
        contexts = dice < 80 ? 2 : dice < 95 ? 3 : 4;
        messages = random.nextInt(4) == 0 ? 1 + random.nextInt(60) : 1 + random.nextInt(20);
        numbered = random.nextInt(3) == 0;
        replaysEagerly = random.nextInt(3) == 0;
        eagerWindowBytes = 64 << random.nextInt(7);
        socketBytes = 128 << random.nextInt(9);
        eagerMostBytes = Math.min(8 * socketBytes, eagerWindowBytes / (1 + random.nextInt(4)));
        controlWindow = 1 + random.nextInt(8);
        inboxMost = 1 + random.nextInt(12);
        logFirstBytes = 256 << random.nextInt(3);
        logMostBytes = Math.max(logFirstBytes, 8192) << random.nextInt(2);
        budgetBytes = 4L * logMostBytes; // a quarter, which growth leaves alone, holds the largest first block
        bulkPercent = random.nextInt(3) == 0 ? 0 : random.nextInt(60);
        int size = random.nextInt(100);
        bulkMostBytes = size < 70 ? 6_000 : size < 97 ? 60_000 : 1_200_000;
        bulkSlots = 1 + random.nextInt(6);
        fragmentMostBytes = Math.min(8 * socketBytes, 512 << random.nextInt(6)); // a frame is through well before a path counts as dead
        pipeWindowBytes = 1024 << random.nextInt(7);
        sharedMemory = random.nextBoolean();
        latencyNs = (10 + random.nextInt(1000)) * US;
        thinkNs = random.nextInt(2000) * US;
        consumeNs = random.nextInt(3) == 0 ? random.nextInt(4000) * US : random.nextInt(500) * US;
        closesImpatiently = random.nextInt(12) == 0;
        provesByDone = random.nextBoolean();
        packetFaultRate = random.nextDouble() * random.nextDouble() * 0.3;
        nemesisEveryNs = (1 + random.nextInt(30)) * MS;
        faultPhaseNs = (5 + random.nextInt(100)) * MS;
        for (Fault fault : Fault.values()) if (random.nextInt(rare(fault) ? 8 : 3) == 0) faults.add(fault);
        if (numbered) faults.remove(Fault.HALF_OPEN);
    }

    boolean has(Fault fault) {
        return faults.contains(fault);
    }

    Set<Fault> faults() {
        return faults;
    }

    private static boolean rare(Fault fault) {
        return fault == Fault.KILL || fault == Fault.PARTITION;
    }

    @Override
    public String toString() {
        return "seed=" + seed + " contexts=" + contexts + " messages=" + messages + " numbered=" + numbered + " replaysEagerly="
                + replaysEagerly + "\n  eagerWindowBytes=" + eagerWindowBytes + " eagerMostBytes=" + eagerMostBytes + " controlWindow="
                + controlWindow + " inboxMost=" + inboxMost + " logBytes=" + logFirstBytes + ".." + logMostBytes + " budgetBytes="
                + budgetBytes + "\n  bulkPercent=" + bulkPercent + " bulkMostBytes=" + bulkMostBytes + " bulkSlots=" + bulkSlots
                + " fragmentMostBytes=" + fragmentMostBytes + " pipeWindowBytes=" + pipeWindowBytes + " sharedMemory=" + sharedMemory
                + "\n  latencyNs=" + latencyNs + " thinkNs=" + thinkNs + " consumeNs=" + consumeNs + " socketBytes=" + socketBytes
                + " closesImpatiently=" + closesImpatiently + " provesByDone=" + provesByDone + "\n  packetFaultRate=" + packetFaultRate + " nemesisEveryNs="
                + nemesisEveryNs + " faultPhaseNs=" + faultPhaseNs + "\n  faults=" + faults;
    }
}
