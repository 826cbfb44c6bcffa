package org.braid.testkit.sim.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.select.Directory;
import org.braid.link.spi.Transport;
import org.braid.testkit.sim.machine.Host;
import org.braid.testkit.sim.machine.RingTransport;
import org.braid.testkit.sim.machine.SimNet;
import org.braid.testkit.sim.machine.SimProcess;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.wire.PipeTransport;
import org.braid.testkit.sim.wire.Wires;
import org.jspecify.annotations.Nullable;

/** The contexts of one world, who talks in it, and whether all is done that must be. */
public final class Workload {
    private static final long JOB = 7;
    private static final int SECRET_BYTES = 32;
    private static final long CLOSE_NS = 20_000_000;
    private static final long IMPATIENT_NS = 500_000;
    private static final long PARTING_NS = 10_000_000;

    private final Script script;
    private final Ledger ledger;
    private final SimNet net;
    private final Wires wires;
    private final Breaker breaker;
    private final Endpoints endpoints = new Endpoints();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Talker> talkers = new ArrayList<>();
    private final List<Occupier> occupiers = new ArrayList<>();
    private final List<Mover> movers = new ArrayList<>();
    private final List<Accessor> accessors = new ArrayList<>();

    /** Opens everything; nothing moves yet. */
    public Workload(Script script, Host host) {
        this.script = script;
        this.ledger = new Ledger(script);
        this.net = new SimNet(script);
        this.wires = new Wires(script, net);
        this.breaker = new Breaker(script, wires);
        ContextConfig config = config(transports());
        for (int i = 0; i < script.options().contexts(); i++) {
            nodes.add(open(config, host, i));
        }
        for (Node node : nodes) {
            endpoints.add(node);
            Endpoints.openAt(node);
            Inbox ignored = new Inbox(script, ledger, endpoints, node);
        }
        for (Node from : nodes) {
            for (Node to : nodes) {
                if (from != to) {
                    introduce(from, to);
                }
            }
        }
    }

    private List<Transport> transports() {
        List<Transport> all = new ArrayList<>();
        for (int rank = 0; rank < script.options().methods(); rank++) {
            all.add(new RingTransport(net, rank));
        }
        if (script.options().piped()) {
            all.add(new PipeTransport(wires));
            breaker.start();
        }
        return all;
    }

    private ContextConfig config(List<Transport> transports) {
        byte[] secret = new byte[SECRET_BYTES];
        Arrays.fill(secret, (byte) JOB);
        Directory directory = this::tableOf;
        return ContextConfig.alone().withTransports(transports).withDirectory(directory).withSecret(secret);
    }

    private @Nullable DescriptorTable tableOf(ContextId id) {
        Node node = endpoints.node(id);
        return node.isGone() ? null : node.context().table();
    }

    private Node open(ContextConfig config, Host host, int index) {
        SimProcess process = new SimProcess(host, index, script);
        ContextId id = new ContextId(JOB, JOB, index);
        net.settle(id, process);
        return new Node(script, ledger, process, Context.open(config.withId(id).withSpace(process.space())), index);
    }

    private void introduce(Node from, Node to) {
        for (int i = 0; i < script.options().talkers(); i++) {
            talkers.add(new Talker(script, ledger, endpoints, from, to, script.below(script.options().channels()), i));
        }
        movers.add(new Mover(script, ledger, net, from, to));
        if (script.options().accesses() > 0) {
            accessors.add(new Accessor(script, ledger, from, to, accessors.size()));
        }
        if (script.options().faults().contains(Fault.LANE_OCCUPIED)) {
            occupiers.add(new Occupier(script, ledger, from, to));
        }
    }

    /** The contexts. */
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /** What is demanded of them. */
    public Ledger ledger() {
        return ledger;
    }

    /** Everybody begins. */
    public void start() {
        nodes.forEach(Node::start);
        talkers.forEach(Talker::start);
        occupiers.forEach(Occupier::start);
        movers.forEach(Mover::start);
        accessors.forEach(Accessor::start);
    }

    /** Nothing is under way, and nothing missing. */
    public boolean isQuiet() {
        for (Talker talker : talkers) {
            if (!talker.isDone()) {
                return false;
            }
        }
        for (Accessor accessor : accessors) {
            if (!accessor.isDone()) {
                return false;
            }
        }
        for (Node node : nodes) {
            if (!node.isGone() && node.waits() > 0) {
                return false;
            }
        }
        return ledger.missing() == null;
    }

    /** What is left between contexts that live and rest; null if nothing is. */
    public @Nullable String left(Settlement settlement) {
        for (Node from : nodes) {
            for (Node to : nodes) {
                String left = from == to || from.isLeaving() || to.isLeaving() ? null : settlement.between(from.context(), to.context());
                if (left != null) {
                    return "between " + from + " and " + to + ": " + left;
                }
            }
        }
        return null;
    }

    /** Everybody closes, each at some moment within this time. */
    public void close(long withinNs) {
        if (script.options().patient()) {
            nodes.forEach(Node::windUp);
        }
        for (Node node : nodes) {
            long patienceNs = script.options().patient() ? CLOSE_NS : script.options().parting() ? PARTING_NS : script.within(IMPATIENT_NS);
            script.within(withinNs, () -> close(node, patienceNs));
        }
    }

    /** Where all is to close well nobody begins while another one's call lies underneath, on the world's one stack: that one could not close before this one has, and may be what this one waits for, which has sent it something that it will never fetch. */
    private void close(Node node, long patienceNs) {
        if (script.options().patient() && nodes.stream().anyMatch(Node::isHeldUp)) {
            script.within(script.options().pollNs(), () -> close(node, patienceNs));
        } else {
            node.close(patienceNs, () -> sayLastWords(node), () -> ended(node));
        }
    }

    /** Where all is to close well that includes what is said now, by lanes that are made while both ends close. */
    private void sayLastWords(Node from) {
        LastWords words = new LastWords(script, ledger, endpoints, from);
        if (script.options().parting()) {
            script.time().after(2 * PARTING_NS, () -> endAtLast(from));
            nodes.stream().filter(to -> to != from).forEach(words::say);
        } else if (script.options().patient()) {
            nodes.stream().filter(to -> to != from && script.chance(2)).forEach(words::say);
        }
    }

    /** A close whose time is long over has come to its end, but lies underneath of calls that wait for just that, on the world's one stack. */
    private void endAtLast(Node closing) {
        if (!closing.isGone()) {
            kill(closing.index());
        }
    }

    /** Nobody is left. */
    public boolean isOver() {
        for (Node node : nodes) {
            if (!node.isGone()) {
                return false;
            }
        }
        return true;
    }

    /** A process ends without a word. */
    public void kill(int index) {
        nodes.get(index).process().kill();
        ended(nodes.get(index));
    }

    /** Others are told of a process that has ended. */
    private void ended(Node gone) {
        wires.ended(gone.process());
        BraidException cause = new BraidException(ErrorCode.PEER_LOST, gone + " has failed", "its process has ended", "See the seed");
        for (Node other : nodes) {
            if (other != gone) {
                script.within(script.options().latencyNs(), () -> tell(other, gone, cause));
            }
        }
    }

    /** As a launcher does, by a call; or as the machine does, through a port of memory. */
    private void tell(Node other, Node victim, BraidException cause) {
        if (other.isGone() || (other.isInCall() || script.chance(2)) && net.tellOfDeath(victim.context().id(), other.context().id(), cause)) {
            return;
        }
        other.tell(victim, cause);
    }

    /** Grows while something moves. */
    public long progress() {
        return ledger.progress();
    }

    /** Who waits for what. */
    public String describe(Settlement settlement) {
        StringBuilder who = new StringBuilder("; is left ").append(left(settlement));
        Message missing = ledger.missing();
        if (missing != null) {
            who.append("\n    ").append(missing).append(" has not come");
        }
        for (Node node : nodes) {
            who.append("\n    ").append(node).append(node.isDead() ? " is dead" : node.isGone() ? " is closed" : node.isInCall() ? " is in a call" : "").append(" waits for ").append(node.waits()).append(' ').append(last(node.context().notices()));
        }
        for (Talker talker : talkers) {
            if (!talker.isDone()) {
                who.append("\n    ").append(talker);
            }
        }
        for (Accessor accessor : accessors) {
            if (!accessor.isDone()) {
                who.append("\n    ").append(accessor);
            }
        }
        return who.toString();
    }

    private static List<String> last(List<String> notices) {
        return notices.subList(Math.max(0, notices.size() - 3), notices.size());
    }

    /** Gives everything back to the machine. */
    public void release() {
        for (Node node : nodes) {
            node.process().release();
        }
    }
}
