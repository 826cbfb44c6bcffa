package org.braid.testkit.sim;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.pipe.state.LaneFailure;

/**
 * What was to be sent, and what must never happen: a gap, a duplicate, a wrong order, a wrong byte, a lie about what was accepted, a
 * failure without a cause.
 */
final class Ledger {
    private static final int SALTS = 1 << 12;
    private static final byte[] PATTERN = pattern();

    /** All messages of one stream: source context, destination context. */
    private static final class Plan {
        final int[] bytes;
        final int[] salt;
        final boolean[] isBulk;
        int handedOver;
        int bulkArrived;

        Plan(SimOptions options, SplittableRandom random) {
            int count = options.messages;
            bytes = new int[count];
            salt = new int[count];
            isBulk = new boolean[count];
            for (int n = 0; n < count; n++) {
                isBulk[n] = random.nextInt(100) < options.bulkPercent;
                bytes[n] = random.nextInt((isBulk[n] ? bulkMost(options, random) : options.eagerMostBytes) + 1);
                salt[n] = random.nextInt(SALTS);
            }
        }

        private static int bulkMost(SimOptions options, SplittableRandom random) {
            return random.nextInt(4) == 0 ? options.bulkMostBytes : Math.min(6_000, options.bulkMostBytes);
        }
    }

    private final SimWorld world;
    private final Plan[][] plans; // [source][destination]

    Ledger(SimWorld world) {
        this.world = world;
        int contexts = world.options().contexts;
        plans = new Plan[contexts][contexts];
        for (Plan[] row : plans) for (int to = 0; to < contexts; to++) row[to] = new Plan(world.options(), world.random());
    }

    int bytes(SimLane lane, int message) {
        return plan(lane).bytes[message];
    }

    boolean isBulk(SimLane lane, int message) {
        return plan(lane).isBulk[message];
    }

    /** Writes the payload of a message into a frame. */
    void fill(SimLane lane, int message, byte[] frame, int at) {
        System.arraycopy(PATTERN, plan(lane).salt[message], frame, at, bytes(lane, message));
    }

    /** The sender's own buffer with the data of a message. */
    byte[] userBuffer(SimLane lane, int message) {
        int from = plan(lane).salt[message];
        return Arrays.copyOfRange(PATTERN, from, from + plan(lane).bytes[message]);
    }

    /** The receiver's application takes a message out of its inbox. */
    void handedOver(SimLane receiver, byte[] frame) {
        Plan plan = planTowards(receiver);
        int message = SimFrame.endpoint(frame);
        check(message == plan.handedOver, receiver, "message " + message + " was handed over where " + plan.handedOver + " is next");
        plan.handedOver++;
        world.progressed();
        world.tally().messages++;
        if (SimFrame.kind(frame) != FrameKind.RSR) return;
        int bytes = SimFrame.payloadBytes(frame);
        check(!plan.isBulk[message] && bytes == plan.bytes[message], receiver, "message " + message + " has " + bytes + " bytes");
        checkBytes(receiver, message, plan, frame, FrameHeader.BYTES, bytes);
    }

    /** An announcement has come. */
    void offered(SimLane receiver, int message, long bytes) {
        int sent = planTowards(receiver).bytes[message];
        check(bytes == sent, receiver, "bulk message " + message + " was announced with " + bytes + " bytes instead of " + sent);
    }

    /** All the bytes that the receiver wanted of a bulk message, as many as its buffer holds, are in it. */
    void bulkArrived(SimLane receiver, int message, byte[] buffer, long bytes) {
        Plan plan = planTowards(receiver);
        check(bytes == buffer.length, receiver, bytes + " bytes of bulk message " + message + " arrived, and " + buffer.length + " were asked for");
        checkBytes(receiver, message, plan, buffer, 0, (int) bytes);
        plan.bulkArrived++;
        world.progressed();
        world.tally().bulkBytes += bytes;
    }

    /** An acknowledgement came in: the sender may forget these frames, so the receiver must have them safe. */
    void acknowledged(SimLane sender, long frames) {
        long safe = world.lane(sender.peer(), sender.context().id()).input().safeFrames();
        check(frames <= safe, sender, "frames up to " + frames + " are acknowledged, but only " + safe + " are safe");
    }

    /** A lane ended for good: there must be a cause, and what the sender says about delivery must be true. */
    void laneFailed(SimLane lane, LaneFailure cause) {
        SimLane other = world.lane(lane.peer(), lane.context().id());
        boolean justified =
                switch (cause) {
                    case PEER_DIED -> other.context().isDead();
                    case UNREACHABLE -> world.isPartitioned(lane) || other.context().isDead();
                    case REFUSED -> other.hasFailed() || world.options().closesImpatiently;
                    case CLOSE_DEADLINE -> world.options().closesImpatiently || world.isPartitioned(lane);
                    case PROTOCOL, LEFT -> false;
                };
        check(justified, lane, "failed with " + cause + " without a reason");
        long acknowledged = lane.output().log().ackedFrames();
        long safe = other.input().safeFrames();
        check(acknowledged <= safe && safe <= lane.output().log().appendedFrames(), lane,
                "the truth is not between " + acknowledged + " accepted and " + lane.output().log().appendedFrames() + " sent: " + safe);
    }

    /** At the end of a stream that nothing ended early. */
    void complete(SimLane receiver) {
        Plan plan = planTowards(receiver);
        check(plan.handedOver == plan.bytes.length, receiver, "only " + plan.handedOver + " of " + plan.bytes.length + " messages arrived");
    }

    private Plan plan(SimLane sender) {
        return plans[sender.context().id()][sender.peer()];
    }

    private Plan planTowards(SimLane receiver) {
        return plans[receiver.peer()][receiver.context().id()];
    }

    private static void checkBytes(SimLane receiver, int message, Plan plan, byte[] got, int at, int bytes) {
        int from = plan.salt[message];
        int wrong = Arrays.mismatch(got, at, at + bytes, PATTERN, from, from + bytes);
        check(wrong < 0, receiver, "message " + message + " has a wrong byte at " + wrong + " of " + bytes);
    }

    private static void check(boolean truth, SimLane lane, String otherwise) {
        if (!truth) throw new SimFailure(lane + ": " + otherwise);
    }

    private static byte[] pattern() {
        byte[] bytes = new byte[SALTS + 1_300_000];
        SplittableRandom random = new SplittableRandom(42);
        random.nextBytes(bytes);
        return bytes;
    }
}
