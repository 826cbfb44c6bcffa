package org.braid.testkit.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Policy;
import org.braid.boot.authority.OwnCredentials;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.link.select.ConnectionReport;
import org.braid.link.select.Directory;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Transport;
import org.jspecify.annotations.Nullable;

/** Some contexts of one job, all in this process, that know each other and have one method. Context {@code i} has {@code i} as user data of its {@link #MAILBOX}. */
public final class World implements AutoCloseable {
    /** The well-known endpoint of every context. */
    static final int MAILBOX = 5;

    private static final long PATIENCE_NS = 90_000_000_000L;
    private static final long CLOSE_NS = 500_000_000L;
    private static final int LAST_TURNS = 8;
    private static final long SHARED_CAP_BYTES = 512L << 20;

    private final List<AddressSpace> spaces = new ArrayList<>();
    private final List<Context> contexts = new ArrayList<>();

    private @Nullable List<Transport> transports;
    private @Nullable Consumer<ConnectionReport> observer;

    private World() {}

    /** Contexts of one process. */
    public static World together(int count, String policy, boolean serves) {
        return new World().open(count, 1, policy, serves);
    }

    /** Contexts with an address space each, as if each were a process. */
    public static World apart(int count, String policy, boolean serves) {
        return new World().open(count, count, policy, serves);
    }

    /** The same, with these transports alone. */
    public static World apart(int count, String policy, boolean serves, List<Transport> transports) {
        return apart(count, policy, serves, transports, null);
    }

    /** The same; whoever observes is told each connection, by whichever thread polls. */
    static World apart(int count, String policy, boolean serves, List<Transport> transports, @Nullable Consumer<ConnectionReport> observer) {
        World world = new World();
        world.transports = transports;
        world.observer = observer;
        return world.open(count, count, policy, serves);
    }

    private World open(int count, int processes, String policy, boolean serves) {
        byte[] secret = new byte[32];
        Arrays.fill(secret, (byte) 7);
        Directory directory = id -> contexts.get((int) id.number()).table();
        ContextConfig config =
                ContextConfig.alone().withServes(serves).withDirectory(directory).withPolicy(Policy.parse(policy)).withSecret(secret).withCoresForAll(false);
        if (transports != null) {
            config = config.withTransports(transports);
        }
        if (observer != null) {
            config = config.withConnections(observer);
        }
        for (int i = 0; i < processes; i++) {
            spaces.add(new AddressSpace(SHARED_CAP_BYTES));
        }
        for (int i = 0; i < count; i++) {
            ContextId id = new ContextId(1, 2, i);
            contexts.add(Context.open(config.withId(id).withSpace(spaces.get(i % processes)).withCredentials(new OwnCredentials(secret, id))));
            contexts.get(i).newEndpoint(MAILBOX, i);
        }
        return this;
    }

    Context at(int i) {
        return contexts.get(i);
    }

    int size() {
        return contexts.size();
    }

    Startpoint link(int from, int to) {
        return at(from).startpointTo(at(to).id(), MAILBOX);
    }

    /** Registers one handler per context under one name. */
    int register(String name, IntFunction<Handler> handlerOf) {
        int id = 0;
        for (int i = 0; i < size(); i++) {
            id = at(i).register(name, handlerOf.apply(i));
        }
        return id;
    }

    int registerForOffers(String name, Handler handler) {
        int id = 0;
        for (Context context : contexts) {
            id = context.registerForOffers(name, handler);
        }
        return id;
    }

    /** One turn of every context. */
    void turn() {
        contexts.forEach(World::turn);
    }

    /** One turn of one context. */
    static void turn(Context context) {
        context.progress().enter();
        try {
            context.progress().poll();
        } finally {
            context.progress().exit();
        }
    }

    /** Steps everybody until a condition holds; turns without end are a failure. */
    void until(String what, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs >= 0) {
                throw new AssertionError("Not within " + PATIENCE_NS / 1_000_000_000L + " s: " + what + notices());
            }
            turn();
        }
    }

    /** Waits while others step; only what stands still is a failure, however slow the machine is. */
    void await(Supplier<String> what, CountDownLatch left) throws InterruptedException {
        long before = left.getCount();
        while (!left.await(PATIENCE_NS, TimeUnit.NANOSECONDS)) {
            long now = left.getCount();
            if (now == before) {
                throw new AssertionError(now + " of " + what.get() + " never arrived" + notices() + stacks());
            }
            before = now;
        }
    }

    /** Offers a short message until it is taken, stepping everybody while there is no room. */
    void send(Startpoint to, int handler, int a0, int a1, @Nullable Object base, int length) {
        until("message " + a0 + " is taken", () -> to.trySend(handler, a0, a1, 0, 0, base, 0, length) == Lane.TAKEN);
    }

    /** Starts to send a message of any length; done once its buffer is free. */
    Completion start(Startpoint to, int handler, int a0, @Nullable Object base, long offset, int length) {
        Completion free = new Completion();
        int[] answer = {Lane.FULL};
        until("message " + a0 + " finds room", () -> (answer[0] = to.trySend(handler, a0, 0, 0, 0, base, offset, length)) != Lane.FULL);
        if (answer[0] == Lane.TAKEN) {
            free.complete();
        } else {
            turn(); // room for the envelope, since nobody steps the receiver while start waits for it
            to.start(handler, a0, 0, 0, 0, base, offset, length, free);
        }
        return free;
    }

    /** Starts to send a message for a caller that goes on while nobody else makes a turn; done once its buffer is free. */
    Completion startAndGoOn(Startpoint to, int handler, int a0, byte[] base, int length) {
        Completion free = new Completion();
        at(0).progress().enter();
        try {
            if (to.startAndGoOn(handler, a0, 0, 0, 0, base, 0, length, free)) {
                free.complete();
            }
        } finally {
            at(0).progress().exit();
        }
        return free;
    }

    /** Closes one context while the others go on to poll; true if everything was flushed within the time. */
    boolean closes(int i, long withinNs) {
        AtomicBoolean flushed = new AtomicBoolean();
        Thread closer = Thread.ofPlatform().start(() -> flushed.set(at(i).close(withinNs)));
        while (closer.isAlive()) {
            for (int other = 0; other < size(); other++) {
                if (other != i) {
                    turn(at(other));
                }
            }
        }
        return flushed.get();
    }

    /** What the contexts have noticed, but for the faults that a device was asked to make. */
    String notices() {
        StringBuilder all = new StringBuilder();
        for (Context context : contexts) {
            for (String line : context.notices()) {
                if (!line.startsWith("chaos(")) {
                    all.append("\n  ").append(context.id().number()).append(": ").append(line);
                }
            }
        }
        return all.toString();
    }

    /** Where each thread is that has to do with Braid. */
    private static String stacks() {
        StringBuilder all = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (Arrays.stream(stack).anyMatch(frame -> frame.getClassName().startsWith("org.braid."))) {
                all.append("\n  ").append(thread.getName()).append(' ').append(thread.getState());
                Arrays.stream(stack).forEach(frame -> all.append("\n    ").append(frame));
            }
        });
        return all.toString();
    }

    /** Closes all at once, since each waits until the others have read what it sent. */
    @Override
    public void close() throws InterruptedException {
        for (int i = 0; i < LAST_TURNS; i++) {
            turn();
        }
        List<Thread> closers = new ArrayList<>();
        for (Context context : contexts) {
            closers.add(Thread.ofPlatform().start(() -> context.close(CLOSE_NS)));
        }
        for (Thread closer : closers) {
            closer.join();
        }
        spaces.forEach(AddressSpace::close);
    }
}
