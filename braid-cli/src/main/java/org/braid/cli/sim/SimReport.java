package org.braid.cli.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.braid.coll.schedule.Operation;
import org.braid.coll.sim.Outcome;
import org.braid.coll.topology.Topology;

/** What simulations came to, as a table, as JSON, and as a picture. */
final class SimReport {
    private record LeftOut(long bytes, String algorithm, String why) {}

    private record Line(long bytes, String algorithm, boolean isTaken, Outcome outcome) {}

    private final Operation operation;
    private final int root;
    private final Topology topology;
    private final String neighbours;
    private final List<Line> lines = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();

    /** @param neighbours where its neighbours are; "" if it is of all ranks */
    SimReport(Operation operation, int root, Topology topology, String neighbours) {
        this.operation = operation;
        this.root = root;
        this.topology = topology;
        this.neighbours = neighbours;
    }

    /** @param isTaken whether the rules take this algorithm */
    void add(long bytes, String algorithm, boolean isTaken, Outcome outcome) {
        lines.add(new Line(bytes, algorithm, isTaken, outcome));
    }

    /** One that cannot be simulated. */
    void leaveOut(long bytes, String algorithm, String why) {
        leftOut.add(new LeftOut(bytes, algorithm, why));
    }

    /** Whether nothing was simulated. */
    boolean isEmpty() {
        return lines.isEmpty();
    }

    String table() {
        List<Integer> channels = ChannelNames.used(topology, lines.stream().map(Line::outcome).toList());
        Rows rows = new Rows();
        List<String> head = new ArrayList<>(List.of("size", "algorithm", "time"));
        channels.forEach(channel -> head.addAll(List.of(ChannelNames.of(topology, channel), "bytes")));
        rows.add(head.toArray(String[]::new));
        for (Line line : lines) {
            List<String> cells = new ArrayList<>(List.of(operation == Operation.BARRIER ? "-" : Words.bytes(line.bytes), line.algorithm + (line.isTaken ? " *" : "  "), Words.time(line.outcome.timePs())));
            channels.forEach(channel -> cells.addAll(List.of(Long.toString(line.outcome.messages()[channel]), Long.toString(line.outcome.bytes()[channel]))));
            rows.add(cells.toArray(String[]::new));
        }
        return title() + "; * is what the rules take\n" + rows + classes() + String.join("", leftOut.stream().map(each -> each.algorithm + " of " + Words.bytes(each.bytes) + " was not simulated: " + each.why + "\n").toList());
    }

    /** Where ranks were run for others, how many were. */
    private String classes() {
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            Outcome outcome = line.outcome;
            if (outcome.classes() < topology.size()) {
                text.append(String.format(Locale.ROOT, "%s of %s: %d of the ranks, for all that do and stand alike\n", line.algorithm, Words.bytes(line.bytes), outcome.classes()));
            }
        }
        return text.toString();
    }

    private String title() {
        return operation.text() + " of " + topology.size() + (topology.size() == 1 ? " rank" : " ranks") + (operation.isRooted() ? ", root " + root : "") + (neighbours.isEmpty() ? "" : " " + neighbours);
    }

    String json() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "{\"operation\": \"%s\", \"ranks\": %d, \"root\": %d, %s\"runs\": [", operation.text(), topology.size(), root, neighbours.isEmpty() ? "" : "\"neighbours\": " + quoted(neighbours) + ", "));
        for (Line line : lines) {
            text.append(text.charAt(text.length() - 1) == '[' ? "\n" : ",\n");
            text.append(String.format(Locale.ROOT, "  {\"bytes\": %d, \"algorithm\": \"%s\", \"taken\": %b, \"time_ns\": %.3f, \"classes\": %d, \"channels\": [", line.bytes, line.algorithm, line.isTaken, line.outcome.timePs() / 1e3, line.outcome.classes()));
            for (int channel = 0; channel <= topology.kinds().size(); channel++) {
                text.append(String.format(Locale.ROOT, "%s{\"name\": \"%s\", \"messages\": %d, \"bytes\": %d}", channel == 0 ? "" : ", ", ChannelNames.of(topology, channel), line.outcome.messages()[channel], line.outcome.bytes()[channel]));
            }
            text.append("]}");
        }
        text.append("\n], \"left_out\": [");
        for (LeftOut each : leftOut) {
            text.append(text.charAt(text.length() - 1) == '[' ? "\n" : ",\n");
            text.append(String.format(Locale.ROOT, "  {\"bytes\": %d, \"algorithm\": \"%s\", \"why\": %s}", each.bytes, each.algorithm, quoted(each.why)));
        }
        return text.append(leftOut.isEmpty() ? "]}\n" : "\n]}\n").toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    String svg() {
        boolean isOneLine = lines.stream().filter(Line::isTaken).count() == lines.size();
        Map<String, Map<Long, Double>> curves = new LinkedHashMap<>();
        for (Line line : lines) {
            curves.computeIfAbsent(isOneLine ? "the rules' choice" : line.algorithm, _ -> new LinkedHashMap<>()).put(line.bytes, (double) Math.max(1, line.outcome.timePs()));
        }
        List<Long> sizes = lines.stream().map(Line::bytes).distinct().toList();
        Map<String, List<Double>> whole = new LinkedHashMap<>();
        curves.forEach((name, curve) -> whole.put(name, sizes.stream().map(size -> curve.getOrDefault(size, Double.NaN)).toList()));
        return Plot.of(title(), sizes, whole);
    }
}
