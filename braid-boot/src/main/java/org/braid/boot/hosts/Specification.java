package org.braid.boot.hosts;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Text;
import org.braid.boot.ticket.Ticket;

/**
 * Where ranks are to be for an experiment, as a text: one host a line.
 *
 * <pre>
 *   # the machines of a paper
 *   placement cyclic              blocks (the default): the first host is filled before the next; cyclic: a rank on each host in turn
 *   sdsc/sp 16                    SITE/HOST and how many ranks
 *   anl/lan/o2k ranks 32-47,3     SITE/CLUSTER/HOST and which ranks
 *   here                          HOST alone; hosts without a number share what the others leave
 *   here 8 packages=2 caches=2    behind any of these: its ranks, lowest first, are bound to so many packages of so many last-level caches each
 *   here 8 processes=2            likewise: they are threads of so many processes
 * </pre>
 */
public final class Specification {
    private static final int UNSAID = -1;
    private static final int MOST_PARTS = 64;
    private static final String PACKAGES = "packages=";
    private static final String CACHES = "caches=";
    private static final String PROCESSES = "processes=";

    /** One line: a host, and how many ranks or which. */
    private static final class Host {
        final int line;
        final String[] path;
        final List<Integer> named = new ArrayList<>();
        int ranks = UNSAID;
        int packages = 1;
        int caches = 1; // of each package
        int processes = UNSAID;

        /** Of the i-th of its ranks: shares of cores, all of which are alike, and of processes likewise. */
        Part part(int place) {
            int cache = (int) ((long) place * packages * caches / ranks);
            return new Part(cache / caches, cache % caches).in(processes == UNSAID ? UNSAID : (int) ((long) place * processes / ranks));
        }

        Host(int line, String[] path) {
            this.line = line;
            this.path = path;
        }

        JobHost at(int number, int cores) {
            String cluster = path.length == 3 ? path[1] : "";
            return new JobHost(number, cores, ranks, path[path.length - 1], "", path.length > 1 ? path[0] : "", cluster);
        }
    }

    private final List<Host> hosts = new ArrayList<>();
    private boolean isCyclic;
    private int placementLine = UNSAID;
    private long asked; // ranks, by all lines so far

    private Specification() {}

    /**
     * Reads the text.
     *
     * @throws BraidException {@code BRD-1422} naming the first line that cannot be meant
     */
    static Specification parse(String text) {
        Specification read = new Specification();
        Map<String, Integer> seen = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            int comment = line.indexOf('#');
            String said = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!said.isEmpty()) {
                read.line(number, said, seen);
            }
        }
        if (read.hosts.isEmpty()) {
            throw refused("the topology", "it names no host", "Write a line for each host, such as: here/sp 4");
        }
        return read;
    }

    private void line(int number, String said, Map<String, Integer> seen) {
        List<String> rest = new ArrayList<>(List.of(said.split("\\s+")));
        List<String> parts = new ArrayList<>();
        while (rest.size() > 1 && rest.getLast().contains("=")) {
            parts.addFirst(rest.removeLast());
        }
        line(number, String.join(" ", rest).split(" ", 3), parts, seen);
    }

    private void line(int number, String[] words, List<String> parts, Map<String, Integer> seen) {
        if (words[0].equals("placement")) {
            parts.forEach(part -> wrongPart(number, part));
            placement(number, words);
            return;
        }
        Host host = new Host(number, path(number, words[0]));
        Set<String> keys = new HashSet<>();
        for (String part : parts) {
            part(host, part);
            if (!keys.add(part.substring(0, part.indexOf('=')))) {
                throw refused(number, part, "the line has said that before", "Write each of packages=, caches= and processes= once");
            }
        }
        Integer before = seen.putIfAbsent(words[0], number);
        if (before != null) {
            throw refused(number, words[0], "line " + before + " names the same host", "Write each host once");
        }
        if (words.length > 1 && words[1].equals("ranks")) {
            named(host, words);
        } else if (words.length > 1) {
            host.ranks = words.length == 2 ? number(number, words[1]) : wrong(number, words[2]);
            if (host.ranks == 0) {
                throw refused(number, words[0], "a host without ranks takes part in nothing", "Leave the line out, or give it a rank");
            }
        }
        if (words.length == 2) {
            ask(number, words[1], host.ranks);
        }
        hosts.add(host);
    }

    private static void part(Host host, String said) {
        int equals = said.indexOf('=');
        String text = said.substring(equals + 1);
        int count = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
        if (count < 1 || count > MOST_PARTS) {
            wrongPart(host.line, said);
        }
        switch (said.substring(0, equals + 1)) {
            case PACKAGES -> host.packages = count;
            case CACHES -> host.caches = count;
            case PROCESSES -> host.processes = count;
            default -> wrongPart(host.line, said);
        }
    }

    private static void wrongPart(int line, String said) {
        throw refused(line, said, "packages=, caches= and processes= of a host were expected, with a number from 1 to " + MOST_PARTS, "Write: here 8 packages=2 caches=2, or here 8 processes=2");
    }

    /** Before they are written down one by one. */
    private void ask(int line, String text, int ranks) {
        asked += Math.max(1, ranks);
        if (asked > Ticket.MAX_RANKS) {
            throw refused(line, text, "the lines down to this one ask for " + asked + " ranks, and a job has at most " + Ticket.MAX_RANKS, "Write fewer");
        }
    }

    private void placement(int number, String[] words) {
        if (words.length != 2 || !words[1].equals("blocks") && !words[1].equals("cyclic")) {
            throw refused(number, String.join(" ", words), "placement is blocks or cyclic", "Write: placement cyclic");
        }
        if (placementLine != UNSAID) {
            throw refused(number, String.join(" ", words), "line " + placementLine + " has said the placement before", "Say it once");
        }
        placementLine = number;
        isCyclic = words[1].equals("cyclic");
    }

    private static String[] path(int line, String text) {
        String[] path = text.split("/", -1);
        for (String name : path) {
            String why = whyNot(name);
            if (!why.isEmpty()) {
                throw refused(line, text, why, "Write HOST, SITE/HOST or SITE/CLUSTER/HOST, each of 1 to " + JobHost.MOST_BYTES + " bytes");
            }
        }
        if (path.length > 3) {
            throw refused(line, text, "it has " + path.length + " levels", "Write HOST, SITE/HOST or SITE/CLUSTER/HOST");
        }
        return path;
    }

    /** "" of what may be a name. */
    private static String whyNot(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        OptionalInt none = name.codePoints().filter(Specification::isNoCharacter).findFirst();
        return name.isEmpty() ? "a level of it names nobody" : bytes > JobHost.MOST_BYTES ? "a level of it has " + bytes + " bytes" : none.isPresent() ? String.format(Locale.ROOT, "a level of it has U+%04X, which no name may have", none.getAsInt()) : "";
    }

    /** Controls, and what Unicode will never make a character: no picture may have it (XML 1.0, section 2.2). */
    private static boolean isNoCharacter(int codePoint) {
        return Character.isISOControl(codePoint) || (codePoint & 0xfffe) == 0xfffe || codePoint >= 0xfdd0 && codePoint <= 0xfdef;
    }

    private void named(Host host, String[] words) {
        if (words.length < 3) {
            throw refused(host.line, words[0], "no ranks follow", "Write: " + words[0] + " ranks 0-3,8");
        }
        for (String piece : words[2].split("[\\s,]+")) {
            int dash = piece.indexOf('-');
            int first = number(host.line, dash < 0 ? piece : piece.substring(0, dash));
            int last = dash < 0 ? first : number(host.line, piece.substring(dash + 1));
            if (last < first) {
                throw refused(host.line, piece, "its end is below its beginning", "Write the lower rank first, as in 0-3");
            }
            ask(host.line, piece, last - first + 1);
            for (int rank = first; rank <= last; rank++) {
                host.named.add(rank);
            }
        }
        host.ranks = host.named.size();
    }

    private static int number(int line, String text) {
        if (text.matches("[0-9]{8,}")) {
            throw refused(line, text, "a job has at most " + Ticket.MAX_RANKS + " ranks", "Write fewer");
        }
        return text.matches("[0-9]{1,7}") ? Integer.parseInt(text) : wrong(line, text);
    }

    private static int wrong(int line, String text) {
        throw refused(line, text, "a number of ranks, or the word ranks and which, was expected", "Write: anl/sp 16, or: anl/sp ranks 0-15");
    }

    /** How many ranks it places, and as many again as it has hosts that do not say how many. */
    public int ranks() {
        int sum = 0;
        for (Host host : hosts) {
            sum += host.ranks == UNSAID ? 1 : host.ranks;
        }
        return sum;
    }

    /**
     * The map of a job; to be asked once.
     *
     * @param ranks how many it has
     * @param cores of each host
     * @throws BraidException {@code BRD-1422} if the text does not place each rank once
     */
    public HostMap map(int ranks, int cores) {
        share(ranks);
        int[] hostOf = new int[ranks];
        Arrays.fill(hostOf, UNSAID);
        for (int number = 0; number < hosts.size(); number++) {
            for (int rank : hosts.get(number).named) {
                claim(hostOf, rank, number);
            }
        }
        place(hostOf);
        List<JobHost> all = new ArrayList<>();
        for (int number = 0; number < hosts.size(); number++) {
            all.add(hosts.get(number).at(number, cores));
        }
        return new HostMap(hostOf, all, Measured.NONE, parts(hostOf));
    }

    private List<Part> parts(int[] hostOf) {
        int[] places = new int[hosts.size()];
        List<Part> parts = new ArrayList<>();
        for (int host : hostOf) {
            parts.add(hosts.get(host).part(places[host]++));
        }
        return parts;
    }

    private void claim(int[] hostOf, int rank, int number) {
        Host host = hosts.get(number);
        String path = String.join("/", host.path);
        if (rank >= hostOf.length) {
            throw refused(host.line, path, "it names rank " + rank + ", and the job has ranks 0 to " + (hostOf.length - 1), "Name ranks of the job, or start more with -n");
        }
        if (hostOf[rank] != UNSAID) {
            throw refused(host.line, path, "rank " + rank + " is on line " + hosts.get(hostOf[rank]).line + "'s host already", "Name each rank once");
        }
        hostOf[rank] = number;
    }

    /** Hosts that do not say how many ranks they have share what is left, the first ones more. */
    private void share(int ranks) {
        List<Host> open = hosts.stream().filter(host -> host.ranks == UNSAID).toList();
        int left = ranks;
        for (Host host : hosts) {
            left -= Math.max(0, host.ranks);
        }
        if (left < open.size() || open.isEmpty() && left > 0) {
            throw refused("the topology", "its lines ask for " + (open.isEmpty() ? "" : "at least ") + ranks() + " ranks, and the job has " + ranks, open.size() == hosts.size() ? "Start as many with -n, or name fewer hosts" : "Start as many with -n, or leave numbers out, so that hosts share the ranks");
        }
        for (int i = 0; i < open.size(); i++) {
            open.get(i).ranks = left / open.size() + (i < left % open.size() ? 1 : 0);
        }
    }

    /** Ranks that no line names, lowest first, go to hosts that still have room. */
    private void place(int[] hostOf) {
        int[] room = new int[hosts.size()];
        for (int number = 0; number < room.length; number++) {
            room[number] = hosts.get(number).ranks - hosts.get(number).named.size();
        }
        int next = 0;
        for (int rank = 0; rank < hostOf.length; rank++) {
            if (hostOf[rank] == UNSAID) {
                while (room[next] == 0) {
                    next = (next + 1) % room.length;
                }
                hostOf[rank] = next;
                room[next]--;
                next = isCyclic ? (next + 1) % room.length : next;
            }
        }
    }

    private static BraidException refused(int line, String text, String why, String whatToDo) {
        return refused("line " + line + " of the topology, '" + Text.shown(text) + "'", why, whatToDo);
    }

    private static BraidException refused(String what, String why, String whatToDo) {
        return new BraidException(ErrorCode.TOPOLOGY_INVALID, what, why, whatToDo);
    }
}
