package org.braid.testkit.sim.script;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Everything about a world that isn't an event, drawn from its seed and printed when it fails. Small on purpose: limits are where bugs live.
 *
 * @param contexts processes with a context each
 * @param talkers threads of each context that send to each other one
 * @param channels by which a context sends to another one
 * @param methods of memory that lead from each to each
 * @param piped whether pipes do, too
 * @param chained whether streams are moved to lanes with devices above them
 * @param socketBytes that a pipe holds in each direction
 * @param messages of each talker
 * @param ringBytes capacity of a ring, a power of two
 * @param eagerBytes longest message that a ring takes in one piece
 * @param longestBytes of a message
 * @param longPercent of messages, that are longer than a frame may be
 * @param answerPercent of messages, that their handler answers
 * @param grabPercent of messages, that their handler keeps for a while, with the credit that they took
 * @param mpiMessages that each rank sends by MPI; 0 in worlds without
 * @param mpiLongestBytes of those
 * @param pollNs longest time between two polls of a context
 * @param thinkNs longest time between two messages of a talker
 * @param latencyNs longest time until something reaches a peer that travels outside of rings
 * @param patient whether everybody closes when all is done; else each at some moment, with little time
 * @param faultNs when the world is healed: no more faults
 * @param faults those that may strike
 * @param collectives that each rank starts; 0 in most worlds
 * @param served whether nobody but the background thread of each process polls, and calls that wait
 * @param delayed whether what talkers send begins on lanes that delay, and the clock turns meanwhile
 * @param parting whether those who close one by one have time for it, and say something at last by lanes of which their peers may not have heard
 * @param accesses of each context to memory of each other one; 0 in most worlds
 * @param pipelined whether collectives go in segments of an element each, by schedules with rounds
 */
public record SimOptions(
        int contexts,
        int talkers,
        int channels,
        int methods,
        boolean piped,
        boolean chained,
        int socketBytes,
        int messages,
        int ringBytes,
        int eagerBytes,
        int longestBytes,
        int longPercent,
        int answerPercent,
        int grabPercent,
        int mpiMessages,
        int mpiLongestBytes,
        long pollNs,
        long thinkNs,
        long latencyNs,
        boolean patient,
        long faultNs,
        Set<Fault> faults,
        int collectives,
        boolean served,
        boolean delayed,
        boolean parting,
        int accesses,
        boolean pipelined) {
    /** What the engine of these worlds puts into one frame of a pipe. */
    private static final int PIPE_FRAME_BYTES = 3 << 10;

    /** What devices and a stripe add to a frame, at most. */
    private static final int MOST_ADDED_BYTES = 64;

    /** The longest message of any world, which takes its time where a pipe holds little. */
    private static final int HUGE_BYTES = 300 << 10;

    private static final int HUGE_SOCKET_BYTES = 8 << 10;

    /** Faults that came to the worlds when there were others already. */
    private static final Set<Fault> LATER = EnumSet.of(Fault.DIRECT_MEMORY_ENDS, Fault.OPERATOR_THROWS);

    private static final int MOST_COLLECTIVES = 8;

    /** One in so many of the worlds with lanes of several methods. */
    private static final int PARTING = 4;

    /** One in so many worlds. */
    private static final int ACCESSING = 5;

    private static final int MOST_ACCESSES = 40;

    /** One in so many of the worlds with collectives. */
    private static final int PIPELINED = 3;

    static final long US = 1_000;
    private static final int LEAST_RING_LOG = 12;
    private static final int FRAME_HEADER_BYTES = 36;

    /** @param more what came to the worlds later is drawn from dice of its own, so that those without it stay as they are */
    static SimOptions of(SplittableRandom random, SplittableRandom more) {
        boolean hasMpi = more.nextInt(5) == 0;
        boolean hasHuge = hasMpi && more.nextInt(6) == 0;
        int mpiMessages = hasMpi ? 2 + more.nextInt(20) : 0;
        int ringBytes = 1 << LEAST_RING_LOG + random.nextInt(4);
        int methods = random.nextInt(3);
        int channels = 1 + random.nextInt(2);
        int mostInFrame = ringBytes / 4 - FRAME_HEADER_BYTES;
        int contexts = 2 + random.nextInt(2);
        int talkers = 1 + random.nextInt(2);
        boolean piped = methods == 0 || random.nextInt(3) == 0;
        boolean chained = random.nextInt(4) == 0;
        int socketBytes = 256 << random.nextInt(8);
        int messages = 2 + random.nextInt(20);
        int eagerBytes = 64 + random.nextInt(mostInFrame - 63);
        int longestBytes = 1_000 + random.nextInt(40_000);
        SimOptions drawn = new SimOptions(
                contexts, talkers, channels, methods, piped, chained, socketBytes, hasMpi ? Math.min(messages, 5) : messages, ringBytes, eagerBytes, longestBytes, random.nextInt(60), random.nextInt(60),
                random.nextInt(3) == 0 ? random.nextInt(100) : random.nextInt(10), mpiMessages, hasHuge && (!piped || socketBytes >= HUGE_SOCKET_BYTES) ? HUGE_BYTES : longestBytes, (1 + random.nextInt(50)) * US,
                (1 + random.nextInt(50)) * US, (1 + random.nextInt(20)) * US, random.nextInt(10) > 0, (50 + random.nextInt(2_000)) * US, someFaults(random, more),
                hasMpi && more.nextInt(2) == 0 ? 1 + more.nextInt(MOST_COLLECTIVES) : 0, !piped && more.nextInt(4) == 0, chained && more.nextInt(3) == 0, false, 0, false);
        SimOptions parting = piped && methods > 0 && more.nextInt(PARTING) == 0 ? drawn.asParting() : drawn;
        SimOptions accessing = more.nextInt(ACCESSING) == 0 ? parting.withAccesses(1 + more.nextInt(MOST_ACCESSES)) : parting;
        return accessing.collectives > 0 && more.nextInt(PIPELINED) == 0 ? accessing.asPipelined() : accessing;
    }

    private SimOptions asParting() {
        return new SimOptions(
                contexts, talkers, channels, methods, piped, chained, socketBytes, messages, ringBytes, eagerBytes, longestBytes, longPercent, answerPercent, grabPercent, mpiMessages, mpiLongestBytes, pollNs, thinkNs, latencyNs,
                false, faultNs, faults, collectives, served, delayed, true, accesses, pipelined);
    }

    private SimOptions withAccesses(int some) {
        return new SimOptions(
                contexts, talkers, channels, methods, piped, chained, socketBytes, messages, ringBytes, eagerBytes, longestBytes, longPercent, answerPercent, grabPercent, mpiMessages, mpiLongestBytes, pollNs, thinkNs, latencyNs,
                patient, faultNs, faults, collectives, served, delayed, parting, some, pipelined);
    }

    private SimOptions asPipelined() {
        return new SimOptions(
                contexts, talkers, channels, methods, piped, chained, socketBytes, messages, ringBytes, eagerBytes, longestBytes, longPercent, answerPercent, grabPercent, mpiMessages, mpiLongestBytes, pollNs, thinkNs, latencyNs,
                patient, faultNs, faults, collectives, served, delayed, parting, accesses, true);
    }

    /** What every lane of the world takes in one frame. */
    public int leastFrameBytes() {
        int ring = methods > 0 ? ringBytes / 4 - FRAME_HEADER_BYTES : Integer.MAX_VALUE;
        int lane = piped ? Math.min(ring, PIPE_FRAME_BYTES) : ring;
        return chained ? lane - MOST_ADDED_BYTES : lane;
    }

    /** What every ring of the world takes in one piece: what is offered instead has no place among those that are known by their place alone. */
    public int leastEagerBytes() {
        return chained ? eagerBytes - MOST_ADDED_BYTES : eagerBytes;
    }

    private static Set<Fault> someFaults(SplittableRandom random, SplittableRandom more) {
        Set<Fault> some = EnumSet.noneOf(Fault.class);
        for (Fault fault : Fault.values()) {
            SplittableRandom dice = LATER.contains(fault) ? more : random;
            if (dice.nextInt(fault == Fault.KILL ? 8 : 3) == 0 && !System.getProperty("sim.without", "").contains(fault.name())) {
                some.add(fault);
            }
        }
        return some;
    }
}
