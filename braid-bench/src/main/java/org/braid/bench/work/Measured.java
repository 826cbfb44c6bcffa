package org.braid.bench.work;

import static org.braid.bench.work.Range.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is to be measured.
 *
 * @param operation one of {@code latency}, {@code bandwidth}, {@code rate}, {@code collectives}, {@code startup}, {@code allocation}, {@code job}, {@code remote-memory}, {@code tls}, {@code types}, {@code threads}, {@code objects}, {@code calls}, {@code files}, {@code gate}
 * @param curve of {@code job}: the latency of each 50 ms after Init, in place of whole jobs
 * @param method how Braid's messages travel, as {@code braid run --method} takes it; empty for its own choice
 * @param ranks 0 for the operation's own numbers
 * @param bytes message sizes, empty for the operation's own
 * @param scale factor on all counts of messages, and on the seconds of a curve
 * @param messages of the run under a collector that never collects
 * @param operations of {@code collectives}: which, in this order; empty for all but those of uneven blocks
 */
public record Measured(String operation, boolean curve, String method, int ranks, List<Long> bytes, double scale, long messages, List<String> operations) {
    private static final List<String> OPERATIONS =
            List.of("latency", "bandwidth", "rate", "collectives", "startup", "allocation", "job", "remote-memory", "tls", "types", "threads", "objects", "calls", "files", "gate");
    private static final long MAX_BYTES = 64L << 20;

    /** Refuses what is out of range, by its name on the command line. */
    public Measured {
        bytes = List.copyOf(bytes);
        operations = Collectives.named(operations);
        check(OPERATIONS.contains(operation), "'" + operation + "'", "measured can be " + String.join(", ", OPERATIONS));
        check(!curve || operation.equals("job"), "--curve", "it is a part of job");
        check(ranks == 0 || ranks >= 1 && ranks <= 64, "-n " + ranks, "it must be 1 to 64");
        check(ranks == 0 || ranks == 2 || !isPingPong(operation), "-n " + ranks, operation + " is measured between 2 ranks");
        check(!operation.equals("tls") || method.isEmpty(), "--method", "tls is measured beside tcp");
        check(!operation.equals("gate") || ranks == 0 && method.isEmpty() && bytes.isEmpty(), "-n, --method and --bytes", "each row of the gate has its own");
        check(ranks != 1 || !operation.equals("collectives") && !operation.equals("calls"), "-n 1", "a collective needs 2 ranks");
        check(bytes.isEmpty() || !List.of("objects", "calls", "files").contains(operation), "--bytes", operation + " has sizes of its own");
        check(operations.isEmpty() || operation.equals("collectives"), "--operations", "they are collectives");
        check(scale > 0 && scale <= 1000, "--scale " + scale, "it must be above 0 and at most 1000");
        check(messages >= 1 && messages <= 1_000_000_000_000L, "--messages " + messages, "it must be 1 to 10^12");
        for (long size : bytes) {
            check(size >= 0 && size <= MAX_BYTES, "--bytes " + size, "a size must be 0 to " + MAX_BYTES);
        }
    }

    private static boolean isPingPong(String operation) {
        return switch (operation) {
            case "latency", "bandwidth", "rate", "allocation", "remote-memory", "tls", "types", "threads", "objects" -> true;
            default -> false;
        };
    }

    /** What is measured one after the other, each by everybody before the next. */
    public List<Heat> heats() {
        List<Heat> heats = switch (operation) {
            case "tls" -> protection();
            case "types" -> SideBySide.types(this);
            case "calls" -> SideBySide.calls(this);
            case "startup" -> Jobs.starts(this);
            case "job" -> curve ? YouthCurves.wanted(this) : Jobs.wanted(this);
            default -> rankCounts().stream().map(n -> new Heat(operation, n, 0, operation.equals("collectives") ? Collectives.words(this) : words())).toList();
        };
        check(!heats.isEmpty(), "-n and --bytes", "there is no " + operation + " of this size with so many ranks");
        return heats;
    }

    /** Short messages one by one, long ones in windows, and the cipher alone. */
    private List<Heat> protection() {
        List<Heat> heats = new ArrayList<>();
        List<Long> trips = bytes.isEmpty() ? List.of(8L) : bytes;
        List<Long> windows = bytes.isEmpty() ? List.of(1L << 20) : bytes;
        heats.add(new Heat(operation, 2, 0, words("latency", trips)));
        heats.add(new Heat(operation, 2, 0, words("bandwidth", windows)));
        List<String> alone = words("cipher", Stream.concat(trips.stream(), windows.stream()).distinct().toList());
        heats.add(new Heat(alone.getFirst(), 1, 0, alone.subList(1, alone.size())));
        return heats;
    }

    private List<Integer> rankCounts() {
        if (ranks != 0) {
            return List.of(ranks);
        }
        return switch (operation) {
            case "collectives" -> List.of(2, 4, 8);
            case "files" -> List.of(4);
            default -> List.of(2);
        };
    }

    /** Operation, scale and sizes: what every program that measures itself takes last. */
    private List<String> words() {
        return words(operation, sizes());
    }

    List<String> words(String what, List<Long> sizes) {
        List<String> words = new ArrayList<>(List.of(what, Double.toString(scale)));
        sizes.forEach(size -> words.add(Long.toString(size)));
        return words;
    }

    private List<Long> sizes() {
        if (!bytes.isEmpty()) {
            return bytes;
        }
        return switch (operation) {
            case "bandwidth" -> List.of(1024L, 65_536L, 1L << 20, 4L << 20);
            case "rate", "allocation", "threads" -> List.of(8L);
            case "objects", "files" -> List.of();
            case "remote-memory" -> List.of(8L, 1L << 20);
            default -> List.of(0L, 8L, 1024L, 65_536L, 1L << 20, 4L << 20);
        };
    }

    /** Whether a heat of so many ranks and of messages of this size was asked for. */
    boolean wants(int ranksOfHeat, long bytesOfHeat) {
        return (ranks == 0 || ranks == ranksOfHeat) && (bytes.isEmpty() || bytes.contains(bytesOfHeat));
    }
}
