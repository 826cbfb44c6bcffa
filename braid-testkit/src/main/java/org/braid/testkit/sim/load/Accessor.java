package org.braid.testkit.sim.load;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Completion;
import org.braid.link.region.FetchedLong;
import org.braid.link.region.Notice;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;
import org.braid.testkit.sim.machine.DirectLimit;
import org.braid.testkit.sim.machine.MemoryKind;
import org.braid.testkit.sim.machine.UserMemory;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.jspecify.annotations.Nullable;

/** A thread of a context that accesses a region of another one, which nobody else writes: what it reads, what its owner is notified of, and what stands there at the end must be what it has written. Its dice are its own. */
final class Accessor {
    private static final int SELDOM = 5;
    private static final int MOST_BYTES = 20_000;
    private static final long LONG_NS = 1_000_000;
    private static final MemoryKind[] KINDS = {MemoryKind.SHARED, MemoryKind.DIRECT, MemoryKind.BYTES};

    private final Script script;
    private final Ledger ledger;
    private final Node from;
    private final Node to;
    private final SplittableRandom dice;
    private final UserMemory memory;
    private final Account account;
    private final Region region;
    private final RemoteRegion remote;
    private final boolean hasWords;
    private final int notify;
    private int left;
    private boolean begins; // an access, in a call that may wait
    private int underWay;
    private int notices; // that were asked for,
    private int noted; // and that have come
    private boolean withdrawn;
    private boolean broken; // an access has failed, and what it has written is not known

    Accessor(Script script, Ledger ledger, Node from, Node to, int number) {
        this.script = script;
        this.ledger = ledger;
        this.from = from;
        this.to = to;
        this.dice = new SplittableRandom(script.seed() * 31 + number);
        this.left = script.options().accesses();
        MemoryKind kind = KINDS[dice.nextInt(KINDS.length)];
        int bytes = Long.BYTES * (1 + dice.nextInt(MOST_BYTES / Long.BYTES));
        this.hasWords = kind != MemoryKind.BYTES;
        this.memory = to.process().allocate(kind, bytes);
        this.account = new Account(bytes);
        this.notify = registered(number);
        Set<Right> rights = hasWords ? EnumSet.allOf(Right.class) : EnumSet.of(Right.GET, Right.PUT);
        Memory.copy(account.all(), 0, memory.base(), memory.offset(), bytes);
        this.region = DirectLimit.lifted(() -> to.context().publish(memory.base(), memory.offset(), bytes, rights, Long.MAX_VALUE, to.context().newEndpoint(this)));
        PutBuffer message = new PutBuffer();
        region.put(message);
        this.remote = from.context().regionFrom(new GetBuffer(message.toBytes()));
    }

    private int registered(int number) {
        String name = "noted." + number;
        int there = to.context().register(name, Accessor::noted);
        int here = from.context().register(name, Accessor::noted);
        ledger.demand(here == there, () -> name + " has two numbers");
        return there;
    }

    void start() {
        script.time().after(1 + dice.nextLong(script.options().thinkNs()), this::turn);
        if (dice.nextInt(SELDOM) == 0) {
            script.time().after(1 + dice.nextLong(LONG_NS), this::withdraw);
        }
    }

    /** It has begun everything, and all has come to its end; or there is nobody left. */
    boolean isDone() {
        return isOver() || left == 0 && !begins && underWay == 0 && (broken || withdrawn || noted == notices);
    }

    private boolean isOver() {
        return from.isGone() || to.isGone() || from.knowsGone(to);
    }

    private void turn() {
        if (left > 0 && !isOver()) {
            if (!from.isInCall() && !from.isWindingUp()) {
                left--;
                begins = true;
                from.call(this::access);
                begins = false;
            }
            script.time().after(1 + dice.nextLong(script.options().thinkNs()), this::turn);
        }
        if (left == 0) {
            settle();
        }
    }

    // ---- accesses

    private void access() {
        try {
            switch (dice.nextInt(hasWords ? 8 : 6)) {
                case 0, 1, 2 -> put();
                case 3, 4 -> get();
                case 5 -> outside();
                case 6 -> add();
                default -> swap();
            }
            if (left == 0) {
                if (underWay > 0) {
                    script.tally().count(Sight.ACCESSED_BEFORE_CLOSE);
                }
                remote.close();
            }
        } catch (BraidException refused) {
            failed("an access", refused);
        }
    }

    private int place(int bytes) {
        return dice.nextInt(account.all().length - bytes + 1);
    }

    private int length() {
        int most = account.all().length;
        return dice.nextInt(3) == 0 ? dice.nextInt(most + 1) : dice.nextInt(Math.min(most, 64) + 1);
    }

    private void put() {
        byte[] data = new byte[length()];
        dice.nextBytes(data);
        int at = place(data.length);
        int number = account.begin();
        account.writes(number, at, data);
        boolean notifies = dice.nextInt(3) == 0;
        Notice notice = notifies ? new Notice(notify, at, data.length, number, ++notices) : Notice.NONE;
        Under put = new Under("a put of " + data.length + " bytes at " + at, new Completion()) {
            @Override
            void checked() {
                isThere(what, number, at, data);
            }
        };
        put.begun(remote.put(at, data.clone(), 0, data.length, notice, put.done));
    }

    private void get() {
        byte[] found = new byte[length()];
        int at = place(found.length);
        int number = account.begin();
        byte[] then = account.at(at, found.length);
        Under get = new Under("a get of " + found.length + " bytes at " + at, new Completion()) {
            @Override
            void checked() {
                int wrong = account.mismatch(number, at, then, found);
                ledger.demand(wrong < 0, () -> this + " has found a wrong byte at " + wrong);
            }
        };
        get.begun(remote.get(at, found, 0, found.length, get.done));
    }

    private void outside() {
        try {
            boolean ignored = remote.put(account.all().length - 3, new byte[8], 0, 8, new Completion());
            ledger.demand(false, () -> "a put outside of " + this + " was not refused");
        } catch (BraidException refused) {
            ErrorCode code = refused.code();
            if (code != ErrorCode.REGION_RANGE) {
                failed("a put outside", refused);
            }
        }
    }

    private void add() {
        int at = word();
        long addend = dice.nextLong();
        word("an addition at " + at, at, addend, true);
    }

    private void swap() {
        int at = word();
        word("a swap at " + at, at, dice.nextLong(), false);
    }

    private int word() {
        return Long.BYTES * dice.nextInt(account.all().length / Long.BYTES);
    }

    private void word(String name, int at, long operand, boolean adds) {
        int number = account.begin();
        long then = longOf(account.at(at, Long.BYTES));
        long expected = adds || dice.nextInt(3) > 0 ? then : then + 1;
        if (expected == then) {
            account.writes(number, at, bytesOf(adds ? then + operand : operand));
        }
        FetchedLong before = new FetchedLong();
        Under word = new Under(name, before) {
            @Override
            void checked() {
                ledger.demand(before.value() == then, () -> this + " has found " + before.value() + ", and " + then + " was there");
            }
        };
        word.begun(adds ? remote.fetchAndAdd(at, operand, before) : remote.compareAndSwap(at, expected, operand, before));
    }

    private static long longOf(byte[] bytes) {
        return MemorySegment.ofArray(bytes).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }

    private static byte[] bytesOf(long value) {
        byte[] bytes = new byte[Long.BYTES];
        MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
        return bytes;
    }

    /** An access that may be under way when its call has returned. */
    private abstract class Under extends Pending {
        final String what;

        Under(String what, Completion done) {
            super(done);
            this.what = what;
        }

        void begun(boolean isOver) {
            if (isOver) {
                script.tally().count(Sight.ACCESSED_DIRECTLY);
                checked();
                ledger.progressed();
            } else {
                script.tally().count(Sight.ACCESSED_BY_FRAMES);
                underWay++;
                from.await(this);
            }
        }

        @Override
        void ended(@Nullable BraidException failure) {
            underWay--;
            if (failure == null) {
                checked();
            } else {
                failed(what, failure);
            }
        }

        /** It is done, and well. */
        abstract void checked();

        @Override
        public String toString() {
            return what + " of " + Accessor.this;
        }
    }

    private void failed(String what, BraidException failure) {
        boolean isRefused = failure.code() == ErrorCode.REGION_WITHDRAWN;
        if (isRefused) {
            script.tally().count(Sight.ACCESS_REFUSED);
        }
        boolean isOwnDoing = broken && failure.code() == ErrorCode.STARTPOINT_CLOSED; // an earlier one has failed while this one waited
        boolean isExcused = isOwnDoing || isRefused && withdrawn || from.knowsGone(to) || to.isLeaving() || from.isLeaving() || ledger.isForWantOfMemory(failure);
        ledger.demand(isExcused, () -> what + " of " + this + " has failed: " + failure);
        broken = true;
        left = 0;
        remote.close();
    }

    // ---- the owner

    private static void noted(Endpoint to, int at, int bytes, int number, int notice, Payload payload) {
        if (to.userData() instanceof Accessor accessor) {
            accessor.noted(at, bytes, number, notice);
        }
    }

    private void noted(int at, int bytes, int number, int notice) {
        ledger.demand(notice == ++noted || broken, () -> "notice " + notice + " of " + this + " has come as the " + noted + "th");
        byte[] data = Objects.requireNonNull(account.written(number), "a put");
        ledger.demand(data.length == bytes, () -> "notice " + notice + " of " + this + " has " + bytes + " bytes");
        isThere("the put of notice " + notice, number, at, data);
        script.tally().count(Sight.PUT_NOTIFIED);
        ledger.progressed();
    }

    private byte[] found(int at, int bytes) {
        byte[] found = new byte[bytes];
        Memory.copy(memory.base(), memory.offset() + at, found, 0, bytes);
        return found;
    }

    private void isThere(String what, int number, int at, byte[] data) {
        if (withdrawn || to.isGone() || broken) {
            return;
        }
        int wrong = account.mismatch(number, at, data, found(at, data.length));
        ledger.demand(wrong < 0, () -> what + " of " + this + " is over, and another byte is at " + wrong);
    }

    private void withdraw() {
        if (to.isGone() || to.isLeaving() || to.isInCall()) {
            return;
        }
        if (underWay > 0) {
            script.tally().count(Sight.WITHDRAWN_UNDER_ACCESSES);
        }
        to.inside(() -> withdrawn = region.withdraw(0));
        ledger.demand(withdrawn, () -> this + " cannot be withdrawn");
        memory.scribble();
    }

    /** Everything was begun. */
    private void settle() {
        if (isOver()) {
            return;
        }
        if (!isDone()) {
            script.time().after(LONG_NS / 10, this::settle);
            return;
        }
        byte[] found = found(0, account.all().length);
        if (withdrawn) {
            ledger.demand(allAlike(found), () -> this + " was written after it was withdrawn");
        } else if (!broken) {
            int wrong = Arrays.mismatch(account.all(), found);
            ledger.demand(wrong < 0, () -> this + " ends with a wrong byte at " + wrong);
        }
        ledger.demand(memory.isWholeBehind(account.all().length), () -> "somebody wrote beside " + this);
    }

    private static boolean allAlike(byte[] found) {
        for (byte each : found) {
            if (each != found[0]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return "the region of " + to + " that " + from + " accesses (" + left + " to begin, " + underWay + " under way, " + noted + " of " + notices + " notices)";
    }
}
