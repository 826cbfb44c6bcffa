package org.braid.link;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.StartpointImage;
import org.braid.base.wire.region.RegionCapability;
import org.braid.link.bulk.Bulk;
import org.braid.link.bulk.IncomingBulk;
import org.braid.link.bulk.LongMessages;
import org.braid.link.bulk.OutgoingBulk;
import org.braid.link.bulk.Placing;
import org.braid.link.bulk.ReachTable;
import org.braid.link.bulk.Recalls;
import org.braid.link.bulk.SendsHere;
import org.braid.link.control.Waiting;
import org.braid.link.dispatch.Arrivals;
import org.braid.link.dispatch.BlockingHandler;
import org.braid.link.dispatch.BlockingRun;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.EndpointTable;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.HandlerTable;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Background;
import org.braid.link.progress.Completion;
import org.braid.link.progress.IdleStrategy;
import org.braid.link.progress.Notices;
import org.braid.link.progress.Onward;
import org.braid.link.progress.Progress;
import org.braid.link.progress.Served;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteMemory;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;
import org.braid.link.select.Chains;
import org.braid.link.select.KnownTables;
import org.braid.link.select.LinkReport;
import org.braid.link.select.Ports;
import org.braid.link.select.Routes;
import org.braid.link.select.Selection;
import org.braid.link.select.Transports;
import org.braid.link.spi.Transport;
import org.braid.link.spi.trust.Secrets;
import org.braid.link.stream.Complaints;
import org.braid.link.stream.LaneReport;
import org.braid.link.stream.Link;
import org.braid.link.stream.Peer;
import org.braid.link.stream.PeerTable;
import org.braid.link.stream.Wish;
import org.braid.link.stripe.Stripes;
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
    private final Notices notices = new Notices();
    private final Complaints complaints = new Complaints(notices);
    private final Ports ports = new Ports();
    private final Progress progress;
    private final KnownTables tables;
    private final Chains chains;
    private final Stripes stripes = new Stripes();
    private final Selection selection;
    private final Routes routes;
    private final SendsHere sendsHere;
    private final Bulk bulk;
    private final RemoteMemory memory;
    private final HostOfPeers host;
    private final PeerTable peers;
    private final LongMessages longMessages;
    private final Served served;
    private final Secrets secrets;
    private boolean closed;

    private Context(ContextConfig config) {
        this.config = config;
        this.ownsSpace = config.space() == null;
        this.space = config.space() == null ? new AddressSpace(AddressSpace.SHARED_CAP_BYTES) : config.space();
        this.progress = new Progress(space, new IdleStrategy(config.coresForAll(), space.clock()), notices);
        this.tables = new KnownTables(id(), ports, config.directory());
        this.chains = new Chains(id(), space, progress.chains(), notices);
        this.selection = new Selection(id(), config.policy(), config.nearness(), ports, tables, chains, stripes, notices);
        this.routes = new Routes(tables, selection, config.directory());
        this.sendsHere = space.shared(SendsHere.class, new SendsHere.Maker());
        Recalls recalls = new Recalls(progress.ports());
        OutgoingBulk outgoing = new OutgoingBulk(progress, complaints, new Placing(space, id(), config.watchesRanks(), recalls), recalls);
        this.bulk = new Bulk(outgoing, new IncomingBulk(complaints, notices, space.arena(), sendsHere, new ReachTable(routes)));
        this.memory = new RemoteMemory(id(), space, progress, complaints);
        this.host = new HostOfPeers(id(), ports, handlers, bulk, memory, notices);
        Waiting waiting = new Waiting(progress);
        this.peers = new PeerTable(host, host, routes, outgoing, progress, notices, waiting);
        this.longMessages = new LongMessages(bulk, peers);
        this.served = new Served(progress, notices, config.serves());
        this.secrets = new Secrets(new Secrets.Shared(config.secret(), config.credentials()));
        progress.goOnWith(bulk, waiting);
    }

    /** Opens a context with every transport that works on this host and that its policy names. */
    public static Context open(ContextConfig config) {
        Context context = new Context(config);
        List<Transport> transports = config.transports();
        ContextHost host = new ContextHost(config, context.space, context.peers, context.progress, context.notices, context.arrivals(), context.secrets, "");
        context.ports.open(transports == null ? Transports.find() : transports, host::of, context.selection.policy(), context.progress);
        context.sendsHere.add(context.id(), context.bulk.outgoing());
        context.space.background().add(context.served);
        return context;
    }

    /** Makes the receiving ends of lanes that lead here. */
    Arrivals arrivals() {
        return new Arrivals(endpoints, handlers, bulk, memory, complaints, chains, stripes);
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

    /** By which secrets this context and its peers believe each other. The holder of the token only. */
    public Secrets secrets() {
        return secrets;
    }

    /** How others reach this context: one descriptor for each method, in order of preference. */
    public DescriptorTable table() {
        return ports.table();
    }

    /** As {@link #table}, for peers most of whom will not need all of it: {@link org.braid.link.select.Directory#wholeTableOf} must then lead to {@link #table}. */
    public DescriptorTable promisedTable() {
        return ports.promisedTable();
    }

    /** Whether this context can talk to other processes of its user on this host with which it has no secret in common: by some method whose peers the system knows. */
    public boolean reachesStrangers() {
        return ports.reachStrangers(selection.policy());
    }

    /** Opens an endpoint with what its handlers will find as its user data. */
    public Endpoint newEndpoint(@Nullable Object userData) {
        return endpoints.open(userData);
    }

    /** Opens the endpoint with a well-known index, which peers of the job name without having met it; see {@link #startpointTo(ContextId, int)}. */
    public Endpoint newEndpoint(int wellKnownIndex, @Nullable Object userData) {
        return endpoints.openWellKnown(wellKnownIndex, userData);
    }

    /**
     * A startpoint to a well-known endpoint of a context that the directory knows. The lane is opened on first use. Nobody looks whether that context has opened the endpoint, or whether the index is a well-known one: what is sent to one that is
     * not there is lost as it is behind {@link Endpoint#close}: the receiver's context warns, and this one has a notice.
     *
     * @param wellKnownIndex 0 to 63
     */
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

    /** That peer has this context's table by another way than this context's messages, which need not tell it then. Caller holds the token. */
    public void isKnownTo(ContextId peer) {
        peers.of(peer).told().knowsUs();
    }

    private Link linkTo(StartpointImage.Target target) {
        Peer peer = peers.of(target.context());
        DescriptorTable own = tables.beyondDefault(peer, target.table());
        return new Link(progress, routes, bulk.outgoing(), peer, target.endpoint(), target.generation(), true, Wish.DEFAULT.with(own).by(target.order()));
    }

    // ---- remote memory

    /**
     * Publishes {@code bytes} bytes of user memory, from byte {@code offset} of {@code base} on: contexts that are given the region's capability may access them without a word. Only memory of the {@linkplain AddressSpace#arena arena} is accessed without this process's help by others on the
     * host.
     *
     * @param base user memory (see {@link org.braid.base.memory.Memory}), which the program keeps open until the region was withdrawn; native memory, {@code long[]} or {@code double[]} if words of it may be used atomically
     * @param lifetimeNs when it expires, from now; {@link Long#MAX_VALUE} for never
     * @param notified the endpoint whose handlers run after puts that say so
     * @throws BraidException {@code MEMORY_UNSUITABLE}, {@code MEMORY_READ_ONLY}, {@code MEMORY_RANGE} or {@code REGION_ALIGNMENT} if it is no memory for these rights; {@code REGION_LIMIT} if there are too many
     */
    public Region publish(Object base, long offset, long bytes, Set<Right> rights, long lifetimeNs, Endpoint notified) {
        return publish(base, offset, bytes, rights, lifetimeNs, notified, table());
    }

    /**
     * As {@link #publish(Object, long, long, Set, long, Endpoint)}, for contexts of the same job alone: the capability is no longer than it must be, and this process need not listen for others to make it, since whoever gets it has this context in its own directory.
     */
    public Region publishInJob(Object base, long offset, long bytes, Set<Right> rights, long lifetimeNs, Endpoint notified) {
        return publish(base, offset, bytes, rights, lifetimeNs, notified, null);
    }

    private Region publish(Object base, long offset, long bytes, Set<Right> rights, long lifetimeNs, Endpoint notified, @Nullable DescriptorTable table) {
        Object ignored = Objects.requireNonNull(notified, "The endpoint that is notified of puts is null");
        StartpointImage.Target owner = new StartpointImage.Target(id(), notified.index(), notified.generation(), 0, table, List.of());
        return memory.publish(base, offset, bytes, rights, lifetimeNs, new StartpointImage(List.of(owner)));
    }

    /**
     * Takes the capability of a region out of a message. How the region is accessed is found out when it is first used, by the method that is selected then.
     *
     * @param order methods that are tried in this order; none for those that would be chosen without one
     * @throws BraidException {@code CAPABILITY_REFUSED} or {@code STARTPOINT_REFUSED} if the bytes are none
     */
    public RemoteRegion regionFrom(GetBuffer from, MethodExpression... order) {
        RegionCapability capability = RegionCapability.get(from);
        Link link = linkTo(capability.owner().targets().getFirst());
        return memory.access(capability, order.length == 0 ? link : link.with(link.wish().by(List.of(order))));
    }

    /**
     * Looks whether all that these methods name exists in this process. Whether one of them leads to a peer shows when a lane is opened.
     *
     * @throws BraidException {@code METHOD_UNKNOWN} if a method, a device or a compound does not exist, and as the check of a device's parameters
     */
    public void requireKnown(List<MethodExpression> methods) {
        boolean entered = progress.enterUnlessMine();
        try {
            selection.requireKnown(methods);
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    /** Tells of every lane that is opened from now on, as others who asked for it are told: which method, why, and what was rejected. */
    public void onLane(Consumer<LinkReport> observer) {
        boolean entered = progress.enterUnlessMine();
        try {
            selection.observe(observer);
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    /** What each lane that leads from here has done so far, in no order. Any thread. */
    public List<LaneReport> lanes() {
        boolean entered = progress.enterUnlessMine();
        try {
            return peers.lanes();
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    /**
     * Registers a handler by name, for the whole job: every context that registers the same name gets the same id.
     *
     * @return the id that {@link Startpoint#trySend} takes
     */
    public int register(String name, Handler handler) {
        return handlers.register(name, handler, false);
    }

    /** As {@link #register}, for a handler that takes {@linkplain org.braid.link.dispatch.Payload#isOffer() offers}: long data is announced to it instead of being fetched first. */
    public int registerForOffers(String name, Handler handler) {
        return handlers.register(name, handler, true);
    }

    /** Registers a handler that may wait; it runs in virtual threads, at most {@code maxConcurrent} at once, later ones queue in the order of arrival. */
    public int registerBlocking(String name, BlockingHandler handler, int maxConcurrent) {
        return handlers.register(name, new BlockingRun(name, handler, maxConcurrent, progress, complaints), true);
    }

    /** Tells of every peer that ends from now on. What a listener throws becomes a notice. */
    public void onFailure(Peer.EndListener listener) {
        host.add(listener);
    }

    /** A verdict from outside, such as a launcher that saw the process die: lanes to this peer end, and whoever waits for it is told. */
    public void peerFailed(ContextId peer, BraidException cause) {
        progress.enter();
        try {
            peers.of(peer).condemn(cause); // also if we never met it: whoever turns to it later must be told
        } finally {
            progress.exit();
        }
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
        return known.hasLane() || progress.rings().anyOf(peer);
    }

    /** Whether a message could go to that context now: a first one may have to wait until the context has come into being. Caller holds the token. */
    public boolean mayReach(ContextId peer) {
        return hasMet(peer) || config.directory().knows(peer);
    }

    /** What can be asked and done about messages that are too long for one piece. */
    public LongMessages longMessages() {
        return longMessages;
    }

    /** From now on handlers run although no call of this context waits, by the background thread; {@code false}: only if the context was opened so. */
    public void serve(boolean from) {
        served.always(from || config.serves());
        if (from) {
            progress.leaveBehind();
        }
    }

    /** While this context {@linkplain #serve serves}, {@code above} goes on, too, although no call waits. Once, before it serves. */
    public void onward(Onward above) {
        served.onward(above);
    }

    /** Whether a thread is a background thread that may run handlers of other contexts of this process than this one. */
    public boolean isPollerOfOthers(Thread thread) {
        return Background.isOne(thread) && !space.background().servesOnly(served, thread);
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

    /** As {@link #onWarning}, for whoever tells the user of what nobody else listens to: a reader that was given before stays. */
    public void onWarningUnlessHeard(Consumer<String> reader) {
        notices.passWarningsUnlessReadTo(reader);
    }

    /**
     * Waits until peers have all that was sent so far, long messages included, and for the rest of the time until each has been seen to look for it: what nobody has mapped yet ends with this process. Nothing is closed. Any thread that is no handler.
     *
     * @return true if the first came true within the time
     */
    public boolean drain(long timeoutNs) {
        return new Drain(progress, peers, bulk, ports).within(timeoutNs);
    }

    /**
     * Waits until the runtimes of these peers hold all short messages that were sent to them so far (completion level ACCEPTED), and have been told that what came from them has come. Where each of several contexts calls this behind the last thing
     * that it expects of the others, all return, and none of them needs to poll for the others' sake any more. Peers that have ended count as if they had all. Any thread that is no handler.
     *
     * @return true if that came true within the time
     */
    public boolean flush(Collection<ContextId> to, long timeoutNs) {
        return new Drain(progress, peers, bulk, ports).between(to, timeoutNs);
    }

    @Override
    public void close() {
        close(5_000_000_000L);
    }

    /**
     * Flushes every lane, waits until peers have all that was sent, and closes.
     *
     * @return true if everything was flushed within the time
     * @throws BraidException {@code HANDLER_MUST_NOT_WAIT} if the caller is a handler: nothing has changed then
     */
    public boolean close(long timeoutNs) {
        if (closed) {
            return true;
        }
        progress.refuseToWaitInside();
        closed = true;
        progress.startClose();
        try {
            memory.withdrawAll();
            return new OrderlyClose(id(), progress, bulk, memory, ports, peers, notices).within(timeoutNs);
        } finally {
            memory.close();
            space.background().remove(served);
            sendsHere.remove(id(), bulk.outgoing());
            if (ownsSpace) {
                space.close();
            }
        }
    }

    private Startpoint startpoint(ContextId context, int endpoint, int generation, boolean needsYou) {
        return new Startpoint(this, new Link(progress, routes, bulk.outgoing(), peers.of(context), endpoint, generation, needsYou, Wish.DEFAULT));
    }

    /** The peer of this name, whether it was met before or not. */
    Peer peer(ContextId id) {
        return peers.of(id);
    }

    /** How lanes to peers are found. */
    Routes routes() {
        return routes;
    }

    /** How other contexts are reached, as far as anybody has told. */
    KnownTables tables() {
        return tables;
    }

    /** Messages that are too long for one piece. */
    Bulk bulk() {
        return bulk;
    }
}
