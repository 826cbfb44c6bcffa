package org.braid.link;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.StartpointImage;
import org.braid.link.spi.Transport;
import org.jspecify.annotations.Nullable;

/**
 * An address space, or a rank's share of one: endpoints, handlers and the lanes to other contexts (nexus-multimethod, section 3). A process may have many; they share its
 * {@link AddressSpace} and nothing else.
 */
public final class Context implements AutoCloseable {
    private final ContextConfig config;
    private final AddressSpace space;
    private final boolean ownsSpace;
    private final EndpointTable endpoints = new EndpointTable();
    private final HandlerTable handlers = new HandlerTable();
    private final PeerTable peers = new PeerTable(this);
    private final Bulk bulk;
    private final LongMessages longMessages;
    private final Progress progress;
    private final KnownTables tables;
    private final Ports ports = new Ports();
    private final Chains chains = new Chains(this);
    private final Selection selection;
    private final Ways ways;
    private final Notices notices = new Notices();
    private final Complaints complaints = new Complaints(notices, handlers);
    private final List<FailureListener> failureListeners = new ArrayList<>();
    private boolean closed;
    private long seenTurns; // background thread only

    /** Told once per peer that has failed, while the token is held. What a listener throws becomes a notice. */
    @FunctionalInterface
    public interface FailureListener {
        void peerFailed(Peer peer, BraidException cause);
    }

    private Context(ContextConfig config) {
        this.config = config;
        this.ownsSpace = config.space() == null;
        this.space = config.space() == null ? new AddressSpace(AddressSpace.SHARED_CAP_BYTES) : config.space();
        this.bulk = new Bulk(this);
        this.longMessages = new LongMessages(bulk, peers);
        this.progress = new Progress(space, new IdleStrategy(config.coresForAll(), space.clock()), bulk, peers, notices);
        this.tables = new KnownTables(this, config.directory());
        this.selection = new Selection(this, config.policy(), ports);
        this.ways = new Ways(this, tables, selection, config.directory());
    }

    /** Opens a context with every transport that works on this host and that its policy names. */
    public static Context open(ContextConfig config) {
        Context context = new Context(config);
        List<Transport> transports = config.transports();
        ContextHost host =
                new ContextHost(config, context.space, context.peers, context.progress, context.notices, (peer, method) -> new Arrival(context.peers.of(peer), context, method), "");
        context.ports.open(transports == null ? Transports.find() : transports, host, context.selection.policy(), context.progress);
        context.space.background().add(context);
        return context;
    }

    /** This context's name. */
    public ContextId id() {
        return config.id();
    }

    /** Polling and waiting. */
    public Progress progress() {
        return progress;
    }

    /** What the contexts of this process share. */
    public AddressSpace space() {
        return space;
    }

    /** How others reach this context: one descriptor for each method, in order of preference. */
    public DescriptorTable table() {
        return ports.table();
    }

    /** As {@link #table}, for peers on this host, who will hardly need all of it: {@link Directory#wholeTableOf} must then lead to {@link #table}. */
    public DescriptorTable tableOnHost() {
        return ports.tableOnHost();
    }

    /** Opens an endpoint with what its handlers will find as its user data. */
    public Endpoint newEndpoint(@Nullable Object userData) {
        return endpoints.open(userData);
    }

    /** Opens the endpoint with a well-known index, which peers of the job name without having met it; see {@link #startpointTo(ContextId, int)}. */
    public Endpoint newEndpoint(int wellKnownIndex, @Nullable Object userData) {
        return endpoints.openWellKnown(wellKnownIndex, userData);
    }

    /** A startpoint to a well-known endpoint of a context that the directory knows. The lane is opened on first use. */
    public Startpoint startpointTo(ContextId context, int wellKnownIndex) {
        return startpoint(context, wellKnownIndex, 0, true);
    }

    /**
     * As {@link #startpointTo}, for messages that may wait in the lane until the receiver's next call: an MPI envelope wakes nobody who computes.
     */
    public Startpoint quietStartpointTo(ContextId context, int endpoint, int generation) {
        return startpoint(context, endpoint, generation, false);
    }

    /**
     * The first startpoint to a context that this process has just opened, without which nothing could reach it yet (nexus-multimethod, section 3.1: creating a context gives a
     * startpoint to an endpoint of it). It carries the new context's table, so neither needs a directory.
     */
    public Startpoint startpointTo(Context opened, Endpoint there) {
        return new Startpoint(this, linkTo(new StartpointImage.Target(opened.id(), there.index(), there.generation(), 0, opened.table(), List.of())));
    }

    /** A startpoint to one of this context's own endpoints. */
    public Startpoint startpointTo(Endpoint local) {
        return startpoint(id(), local.index(), local.generation(), true);
    }

    /**
     * Takes a startpoint out of a message. The method is selected anew, here, when it is first used.
     *
     * @throws BraidException if the bytes are no startpoint
     */
    public Startpoint startpointFrom(GetBuffer from) {
        List<StartpointImage.Target> targets = StartpointImage.get(from).targets();
        Link[] links = new Link[targets.size()];
        for (int i = 0; i < links.length; i++) {
            links[i] = linkTo(targets.get(i));
        }
        return new Startpoint(this, links);
    }

    private Link linkTo(StartpointImage.Target target) {
        Peer peer = peers.of(target.context());
        DescriptorTable own = tables.beyondDefault(peer, target.table());
        return new Link(this, peer, target.endpoint(), target.generation(), true, Wish.DEFAULT.with(own).by(target.order()));
    }

    /** Told of every lane that is opened: which method, why, and what was rejected. */
    public void onLane(Consumer<LinkReport> observer) {
        selection.observe(observer);
    }

    /**
     * Registers a handler by name, for the whole job: every context that registers the same name gets the same id.
     *
     * @return the id that {@link Startpoint#trySend} takes
     */
    public int register(String name, Handler handler) {
        return handlers.register(name, handler, false);
    }

    /** As {@link #register}, for a handler that takes {@linkplain Payload#isOffer() offers}: long data is announced to it instead of being fetched first. */
    public int registerForOffers(String name, Handler handler) {
        return handlers.register(name, handler, true);
    }

    /** Registers a handler that may wait; it runs in virtual threads, at most {@code maxConcurrent} at once, later ones queue in the order of arrival. */
    public int registerBlocking(String name, BlockingHandler handler, int maxConcurrent) {
        return handlers.register(name, new BlockingRun(name, handler, maxConcurrent, this), true);
    }

    /** Tells when a peer has failed. */
    public void onFailure(FailureListener listener) {
        failureListeners.add(listener);
    }

    /** A verdict from outside, such as a launcher that saw the process die: lanes to this peer end, and whoever waits for it is told. */
    public void peerFailed(ContextId peer, BraidException cause) {
        progress.enter();
        try {
            endInside(peers.of(peer), cause); // also if we never met it: whoever turns to it later must be told
        } finally {
            progress.exit();
        }
    }

    /** Caller holds the token. */
    void endInside(Peer peer, BraidException cause) {
        ports.peerFailed(peer.id(), cause);
        peer.ended(cause);
    }

    /** Whether some lane has led from here to another context, or from another one to here as far as polling has seen. */
    public boolean hasMet() {
        progress.enter();
        try {
            return progress.rings().any() || progress.ports().anyOpen() || peers.anyLane();
        } finally {
            progress.exit();
        }
    }

    /**
     * Whether some lane leads from here to that context, or from it to here as far as polling has seen. Caller holds the token.
     */
    public boolean hasMet(ContextId peer) {
        Peer known = peers.of(peer);
        return known.hasLane() || progress.rings().anyOf(known);
    }

    /** Whether a message could go to that context now: a first one may have to wait until the context has come into being. Caller holds the token. */
    public boolean mayReach(ContextId peer) {
        return hasMet(peer) || config.directory().knows(peer);
    }

    /** What can be asked and done about messages that are too long for one piece. */
    public LongMessages longMessages() {
        return longMessages;
    }

    /** Whether a thread is a background thread that may run handlers of other contexts of this process than this one. */
    public boolean isPollerOfOthers(Thread thread) {
        return Background.isOne(thread) && !space.background().servesOnly(this, thread);
    }

    /** Completes what a thread waits for in this context, because of news that come by another way, such as from a launcher. Any thread. */
    public void completeFromOutside(Completion awaited) {
        progress.enter();
        try {
            awaited.complete();
        } finally {
            progress.exit();
        }
        if (space.doorbell().mustRing(true)) {
            space.doorbell().ring();
        }
    }

    /** One-line notices of this context, oldest first: fallbacks taken, messages refused. */
    public List<String> notices() {
        return notices.lines();
    }

    /**
     * Who is told at once of those {@linkplain #notices notices} that nobody should have to ask for: a handler that threw, a message or a connection that was refused, a method that had to be left.
     * Equal ones are told once, and a bounded number in all. It is called by whoever polls, and must not wait.
     */
    public void onWarning(Consumer<String> reader) {
        notices.passWarningsTo(reader);
    }

    @Override
    public void close() {
        close(5_000_000_000L);
    }

    /**
     * Flushes every lane, waits until peers have all that was sent, and closes.
     *
     * @return true if everything was flushed within the time
     */
    public boolean close(long timeoutNs) {
        if (closed) {
            return true;
        }
        closed = true;
        try {
            return new OrderlyClose(id(), progress, bulk, ports).within(timeoutNs);
        } finally {
            space.background().remove(this);
            if (ownsSpace) {
                space.close();
            }
        }
    }

    EndpointTable endpoints() {
        return endpoints;
    }

    HandlerTable handlers() {
        return handlers;
    }

    Bulk bulk() {
        return bulk;
    }

    private Startpoint startpoint(ContextId context, int endpoint, int generation, boolean needsYou) {
        return new Startpoint(this, new Link(this, peers.of(context), endpoint, generation, needsYou, Wish.DEFAULT));
    }

    /** How lanes to peers are found. */
    Ways ways() {
        return ways;
    }

    /** How other contexts are reached, as far as anybody has told. */
    KnownTables tables() {
        return tables;
    }

    /** The chains of devices of its lanes. */
    Chains chains() {
        return chains;
    }

    /** The time of this context, in nanoseconds from some start; it only grows. */
    long nowNs() {
        return space.clock().nanoTime();
    }

    /** This peer is told where in our memory something lies. */
    void letRead(Peer peer) {
        if (config.watches(peer.id())) {
            space.letSiblingsRead();
        }
    }

    /** True while something may come from this peer by another way than its rings. */
    boolean hears(Peer peer) {
        return ports.hears(peer.id());
    }

    void peerEnded(Peer peer, BraidException cause) {
        try {
            bulk.peerEnded(peer, cause);
        } finally {
            failureListeners.forEach(listener -> tell(listener, peer, cause));
        }
    }

    /** A listener that throws keeps the news neither from the others nor from whoever waits for that peer. */
    private void tell(FailureListener listener, Peer peer, BraidException cause) {
        try {
            listener.peerFailed(peer, cause);
        } catch (Throwable thrown) {
            notices.warnOnce("A failure listener threw " + thrown);
        }
    }

    /** The background thread polled, and this was thrown at it. */
    void pollFailed(Throwable thrown) {
        notices.warnOnce("What came while nobody waited was handled only in part: " + thrown);
    }

    void handlerFailed(String name, Throwable broken) {
        complaints.handlerFailed(name, broken);
    }

    /** For what goes wrong with a single message. */
    Complaints complaints() {
        return complaints;
    }

    void notice(String text) {
        notices.add(text);
    }

    void warn(String text) {
        notices.warn(text);
    }

    /** Something of this peer's waits to go out. Any thread. */
    void wantPoll(Peer peer) {
        boolean entered = progress.enterUnlessMine();
        try {
            peers.addWaiting(peer);
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    /** True once this context has begun to close. Caller holds the token. */
    boolean isClosing() {
        return closed;
    }

    /** True if handlers of this context run although no call of it waits. */
    boolean serves() {
        return config.serves();
    }

    /** One look on behalf of nobody, if nobody has polled since the last one; true while there is something to come back for soon. */
    boolean pollInBackground() {
        long now = progress.turns();
        boolean polledByOthers = now != seenTurns;
        seenTurns = now;
        if (polledByOthers || !progress.tryEnter()) {
            return serves() || progress.pending();
        }
        try {
            boolean found = false;
            while (progress.poll() > 0) {
                found = true;
            }
            return found || progress.pending();
        } finally {
            seenTurns = progress.turns();
            progress.exit();
        }
    }
}
