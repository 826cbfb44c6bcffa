package org.braid.testkit.sim.script;

import java.util.SplittableRandom;

/** One world's dice, its options, its time, and what is counted of it. The same seed throws the same dice. */
public final class Script {
    private static final int TURNING_CLOCK = 4;
    private static final long SOON_NS = 2_000_000;
    private static final long AMID_NS = 500_000;

    private final long seed;
    private final SplittableRandom random;
    private final SimOptions options;
    private final VirtualTime time;
    private final Tally tally = new Tally();

    /** @param seed one seed, one world */
    public Script(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.options = SimOptions.of(random, new SplittableRandom(~seed));
        // Some worlds begin shortly before the clock's sign changes: times may only be compared by their difference.
        long originNs = random.nextInt(TURNING_CLOCK) == 0 ? Long.MAX_VALUE - random.nextLong(SOON_NS) : random.nextLong();
        this.time = new VirtualTime(options.delayed() ? Long.MAX_VALUE - Long.remainderUnsigned(originNs, AMID_NS) : originNs); // while frames wait to be due
    }

    /** What this world was made from. */
    public long seed() {
        return seed;
    }

    /** What was drawn before it began. */
    public SimOptions options() {
        return options;
    }

    /** Its time. */
    public VirtualTime time() {
        return time;
    }

    /** What has happened in it. */
    public Tally tally() {
        return tally;
    }

    /** The world has come to its end. */
    public Tally end() {
        tally.ended(time);
        return tally;
    }

    /** A number from 0 to {@code n} - 1. */
    public int below(int n) {
        return random.nextInt(n);
    }

    /** True once in {@code oneIn} throws. */
    public boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    /** True in so many of a hundred throws. */
    public boolean percent(int of100) {
        return random.nextInt(100) < of100;
    }

    /** So many bytes. */
    public byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Some time from 1 to {@code mostNs}. */
    public long within(long mostNs) {
        return 1 + random.nextLong(mostNs);
    }

    /** Runs {@code action} after a while of at most {@code mostNs}. */
    public void within(long mostNs, Runnable action) {
        time.after(within(mostNs), action);
    }

    /** Before the world heals. Safety is demanded always, progress afterwards. */
    public boolean isFaulty() {
        return time.elapsedNs() < options.faultNs();
    }

    /** Whether a fault strikes now, in one of {@code oneIn} cases where it may; counted if it does. */
    public boolean strikes(Fault fault, int oneIn) {
        boolean strikes = options.faults().contains(fault) && isFaulty() && chance(oneIn);
        if (strikes) {
            tally.count(fault);
        }
        return strikes;
    }
}
