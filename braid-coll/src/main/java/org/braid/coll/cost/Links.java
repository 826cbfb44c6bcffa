package org.braid.coll.cost;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.ByteSize;
import org.braid.base.text.DataRate;
import org.braid.base.text.Spelling;
import org.braid.base.text.TimeSpan;
import org.braid.coll.sim.BoardCost;
import org.braid.coll.sim.ChannelCost;
import org.braid.coll.sim.Network;
import org.braid.coll.sim.Sharing;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Topology;

/**
 * What messages cost, as a text: a line for each place, as in a policy of methods the nearest that both ends are in.
 *
 * <pre>
 *   cache   …                                                    within ranks of one last-level cache, where that parts ranks of a host
 *   package …                                                    between caches of a package, and within it if nothing is said of caches
 *   host    latency=30us overhead=10us bandwidth=80MB/s          between packages of a host, and within it if nothing is said of these
 *   cluster …                                                    between hosts of a cluster
 *   site    latency=1ms overhead=100us bandwidth=8MB/s           between clusters of a site, and between its hosts if nothing is said of clusters
 *   *       latency=35ms overhead=100us bandwidth=1MB/s shared   everything else
 *   compute combine=4GB/s copy=8GB/s                             what a rank does to its own bytes
 *           cores=2 turn=10us together                           what ranks of a host share, and how long it takes until a waiting one has a core; together: so do all; as many as ranks: each has one, which copies its bytes
 *   board   latency=200ns show=100ns look=20ns                   memory in which ranks of a host show each other something: how long until it is seen, and what showing and looking at one rank take
 * </pre>
 */
public final class Links {
    private static final double PS_PER_S = 1e12;
    private static final long PS_PER_NS = 1000;
    private static final String COMPUTE = "compute";
    private static final String BOARD = "board";

    /** The places that a channel joins, the nearest first, and what holds where nothing is said. */
    private enum Where {
        PROCESS(Level.PROCESS, 500, 200, 8e9),
        CACHE(Level.CACHE, 500, 200, 8e9),
        PACKAGE(Level.PACKAGE, 500, 200, 8e9),
        HOST(Level.HOST, 500, 200, 8e9),
        CLUSTER("cluster", 10_000, 2_000, 1.2e9),
        SITE("site", 50_000, 3_000, 1.2e9),
        ANYWHERE("*", 10_000_000, 5_000, 1e8);

        final String word;
        final ChannelCost usual;

        Where(String word, long latencyNs, long overheadNs, double bytesPerSecond) {
            this.word = word;
            this.usual = ChannelCost.ofNs(latencyNs, overheadNs, 1e9 / bytesPerSecond);
        }
    }

    /** Nothing is said yet. */
    public Links() {}

    private final Map<Where, ChannelCost> said = new EnumMap<>(Where.class);
    private double combinePsPerByte = PS_PER_S / 4e9;
    private double copyPsPerByte = PS_PER_S / 8e9;
    private Sharing sharing = new Sharing(Sharing.EACH_ITS_OWN, false, 0);
    private BoardCost board = BoardCost.USUAL;
    private boolean isBoardSaid;
    private final Set<String> saidHere = new HashSet<>(); // places, and what of them, in the text that is read

    /**
     * Reads lines; what they say of a place replaces what texts before this one have said of it.
     *
     * @throws BraidException {@code BRD-1617} naming the line that cannot be meant, or says once more what this text has said
     */
    public void read(String text) {
        saidHere.clear();
        for (String line : text.split("\n", -1)) {
            int comment = line.indexOf('#');
            String words = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!words.isEmpty()) {
                line(words);
            }
        }
    }

    private void line(String text) {
        String[] words = text.split("\\s+");
        throwIfSaid(text, words);
        if (words[0].equals(COMPUTE)) {
            compute(text, words);
            return;
        }
        if (words[0].equals(BOARD)) {
            board(text, words);
            return;
        }
        for (Where where : Where.values()) {
            if (where.word.equals(words[0])) {
                said.put(where, channel(text, words, where.usual));
                return;
            }
        }
        throw refused(text, "'" + words[0] + "' is no place", Spelling.didYouMean(words[0], List.of(Level.PROCESS, Level.CACHE, Level.PACKAGE, Level.HOST, "cluster", "site", COMPUTE, BOARD), "Begin it with process, cache, package, host, cluster, site, *, compute or board"));
    }

    /** Of what a text says twice nobody knows which is meant. */
    private void throwIfSaid(String text, String[] words) {
        boolean isChannel = !words[0].equals(COMPUTE) && !words[0].equals(BOARD);
        if (isChannel && !saidHere.add(words[0])) {
            throw refused(text, "a line before it says what messages cost there, too", "Leave one of them out");
        }
        for (int i = 1; i < words.length; i++) {
            String key = words[i].substring(0, words[i].contains("=") ? words[i].indexOf('=') : words[i].length());
            if (!saidHere.add(words[0] + " " + key)) {
                throw refused(text, key + " has been said before", "Say it once");
            }
        }
    }

    private static ChannelCost channel(String text, String[] words, ChannelCost usual) {
        ChannelCost cost = usual;
        for (int i = 1; i < words.length; i++) {
            cost = with(text, words[i], cost);
        }
        return cost;
    }

    private static ChannelCost with(String text, String word, ChannelCost cost) {
        if (word.equals("shared")) {
            return cost.through(ChannelCost.Pipe.OF_PAIR);
        }
        int sign = word.indexOf('=');
        String key = sign < 0 ? word : word.substring(0, sign);
        String value = sign < 0 ? "" : word.substring(sign + 1);
        return switch (key) {
            case "bandwidth" -> new ChannelCost(cost.latencyPs(), cost.sendPs(), cost.receivePs(), cost.gapPs(), psPerByte(text, value), cost.pipe(), cost.offeredBytes(), cost.trips());
            case "latency" -> new ChannelCost(ps(text, value), cost.sendPs(), cost.receivePs(), cost.gapPs(), cost.psPerByte(), cost.pipe(), cost.offeredBytes(), cost.trips());
            case "overhead" -> new ChannelCost(cost.latencyPs(), ps(text, value), ps(text, value), ps(text, value), cost.psPerByte(), cost.pipe(), cost.offeredBytes(), cost.trips());
            case "send" -> new ChannelCost(cost.latencyPs(), ps(text, value), cost.receivePs(), cost.gapPs(), cost.psPerByte(), cost.pipe(), cost.offeredBytes(), cost.trips());
            case "receive" -> new ChannelCost(cost.latencyPs(), cost.sendPs(), ps(text, value), cost.gapPs(), cost.psPerByte(), cost.pipe(), cost.offeredBytes(), cost.trips());
            case "gap" -> new ChannelCost(cost.latencyPs(), cost.sendPs(), cost.receivePs(), ps(text, value), cost.psPerByte(), cost.pipe(), cost.offeredBytes(), cost.trips());
            case "offered" -> new ChannelCost(cost.latencyPs(), cost.sendPs(), cost.receivePs(), cost.gapPs(), cost.psPerByte(), cost.pipe(), bytes(text, value), cost.trips());
            case "shared" -> cost.through(pipe(text, value));
            case "trips" -> new ChannelCost(cost.latencyPs(), cost.sendPs(), cost.receivePs(), cost.gapPs(), cost.psPerByte(), cost.pipe(), cost.offeredBytes(), trips(text, value));
            default -> throw refused(text, "'" + word + "' is no cost", Spelling.didYouMean(key, channelKeys(), "There are " + String.join(", ", channelKeys())));
        };
    }

    private void compute(String text, String[] words) {
        for (int i = 1; i < words.length; i++) {
            int sign = words[i].indexOf('=');
            String value = words[i].substring(sign + 1);
            switch (sign < 0 ? words[i] : words[i].substring(0, sign)) {
                case "combine" -> combinePsPerByte = psPerByte(text, value);
                case "copy" -> copyPsPerByte = psPerByte(text, value);
                case "cores" -> sharing = new Sharing(cores(text, value), sharing.isOneMachine(), sharing.turnPs());
                case "turn" -> sharing = new Sharing(sharing.coresOfHost(), sharing.isOneMachine(), ps(text, value));
                case "together" -> sharing = new Sharing(sharing.coresOfHost(), true, sharing.turnPs());
                default -> throw refused(text, "'" + words[i] + "' is no cost", "Write: compute combine=4GB/s copy=8GB/s cores=2 turn=10us together");
            }
        }
    }

    private void board(String text, String[] words) {
        isBoardSaid = true;
        for (int i = 1; i < words.length; i++) {
            int sign = words[i].indexOf('=');
            String value = words[i].substring(sign + 1);
            switch (sign < 0 ? words[i] : words[i].substring(0, sign)) {
                case "latency" -> board = new BoardCost(ps(text, value), board.showPs(), board.lookPs());
                case "show" -> board = new BoardCost(board.latencyPs(), ps(text, value), board.lookPs());
                case "look" -> board = new BoardCost(board.latencyPs(), board.showPs(), ps(text, value));
                default -> throw refused(text, "'" + words[i] + "' is no cost", "Write: board latency=200ns show=100ns look=20ns");
            }
        }
    }

    private static List<String> channelKeys() {
        return List.of("latency", "overhead", "send", "receive", "gap", "bandwidth", "shared", "offered", "trips");
    }

    private static ChannelCost.Pipe pipe(String text, String value) {
        return switch (value) {
            case "side" -> ChannelCost.Pipe.OF_SIDE;
            default -> throw refused(text, "nobody shares a pipe by '" + value + "'", "Write shared for one pipe from each constituent to each other one, or shared=side for one for all that leaves a constituent");
        };
    }

    private static int trips(String text, String value) {
        if (!value.matches("[3-9]|[1-9][0-9]")) {
            throw refused(text, value + " is no number of trips", "An offered message pays the latency 3 to 99 times");
        }
        return Integer.parseInt(value);
    }

    private static int cores(String text, String value) {
        if (!value.matches("[0-9]{1,6}")) {
            throw refused(text, value + " is no number of cores", "Write how many each host has, or 0 for one for each rank");
        }
        return Integer.parseInt(value);
    }

    private static long ps(String text, String value) {
        try {
            return Math.multiplyExact(TimeSpan.parse(value).ns(), PS_PER_NS);
        } catch (ArithmeticException tooLong) {
            throw refused(text, value + " is too long", "Times go up to a hundred days");
        } catch (BraidException wrong) {
            throw refused(text, wrong.what() + ": " + wrong.why(), wrong.whatToDo());
        }
    }

    private static long bytes(String text, String value) {
        try {
            return ByteSize.parse(value).bytes();
        } catch (BraidException wrong) {
            throw refused(text, wrong.what() + ": " + wrong.why(), wrong.whatToDo());
        }
    }

    private static double psPerByte(String text, String value) {
        try {
            long rate = DataRate.parse(value).bytesPerSecond();
            if (rate == 0) {
                throw refused(text, "nothing arrives at " + value, "Give at least 1B/s");
            }
            return PS_PER_S / rate;
        } catch (BraidException wrong) {
            throw wrong.code() == ErrorCode.NETWORK_INVALID ? wrong : refused(text, wrong.what() + ": " + wrong.why(), wrong.whatToDo());
        }
    }

    private static BraidException refused(String line, String why, String whatToDo) {
        return new BraidException(ErrorCode.NETWORK_INVALID, "the line '" + line + "'", why, whatToDo);
    }

    /** The network of these ranks, whose levels are sites, clusters, hosts and, if they have more, packages and caches, and processes. */
    public Network of(Topology topology) {
        List<ChannelCost> channels = new ArrayList<>();
        channels.add(first(Where.ANYWHERE));
        if (!topology.kinds().isEmpty()) {
            channels.add(first(Where.SITE, Where.ANYWHERE));
            channels.add(first(Where.CLUSTER, Where.SITE, Where.ANYWHERE));
            channels.add(first(Where.HOST));
            if (topology.kinds().contains(Level.PACKAGE)) {
                channels.add(first(Where.PACKAGE, Where.HOST));
                channels.add(first(Where.CACHE, Where.PACKAGE, Where.HOST));
            }
            if (topology.kinds().contains(Level.PROCESS)) { // ranks of one process are behind one cache, too, if there are such
                channels.add(topology.kinds().contains(Level.CACHE) ? first(Where.PROCESS, Where.CACHE, Where.PACKAGE, Where.HOST) : first(Where.PROCESS, Where.HOST));
            }
        } else {
            channels.set(0, first(Where.HOST, Where.ANYWHERE)); // the only place there is
        }
        return new Network(topology, channels, combinePsPerByte, copyPsPerByte, sharing, board);
    }

    /** Whether a line says what shared memory costs: jobs go over it under a profile that does. */
    public boolean knowsBoards() {
        return isBoardSaid;
    }

    /** The first of these of which something was said. */
    private ChannelCost first(Where... places) {
        for (Where place : places) {
            if (said.containsKey(place)) {
                return said.get(place);
            }
        }
        return places[0].usual;
    }
}
