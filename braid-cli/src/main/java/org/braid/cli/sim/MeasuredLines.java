package org.braid.cli.sim;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.braid.base.BraidException;

/**
 * What jobs elsewhere have measured, of several hosts for example, as {@code braid bench karonis --measured} reads it. A line for each loop: how many machines there were, and then what {@code KaronisProgram} prints.
 *
 * <pre>
 *   MACHINES loop SCHEME BYTES NANOSECONDS BCASTS MESSAGES MESSAGES MESSAGES MESSAGES
 * </pre>
 *
 * <p>Messages are those between sites, clusters, hosts, and within hosts. Lines that begin with # say something to people.
 */
final class MeasuredLines {
    private static final Pattern LINE = Pattern.compile("([1-9]) (loop [a-z_]{1,20} [0-9]{1,13}( [1-9][0-9]{0,17}){2}( [0-9]{1,18}){4})");

    private record Loop(int machines, String text) {}

    private final List<Loop> loops = new ArrayList<>();
    private final Path file;

    private MeasuredLines(Path file) {
        this.file = file;
    }

    /** @throws BraidException {@code BRD-1602} if the file cannot be read, or a line of it is none of these */
    static MeasuredLines of(Path file) {
        MeasuredLines measured = new MeasuredLines(file);
        String[] lines = NetworkOptions.text(file).split("\n", -1);
        for (int at = 0; at < lines.length; at++) {
            String line = lines[at].strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                measured.add(line, at + 1);
            }
        }
        return measured;
    }

    private void add(String line, int number) {
        var found = LINE.matcher(line);
        if (!found.matches()) {
            throw NetworkOptions.wrong("--measured " + file + ", line " + number, "'" + line + "' is no loop that was measured", "Write as KaronisProgram prints it, behind the number of machines: 3 loop binomial 1 2810000000 980000000 40 0 20 72");
        }
        loops.add(new Loop(Integer.parseInt(found.group(1)), found.group(2)));
    }

    /**
     * The loops of one figure.
     *
     * @param dilation how many times slower the links were than they are to be shown
     * @throws BraidException {@code BRD-1602} if one of them is not there
     */
    LiveResults of(Machines machines, List<Scheme> schemes, List<Long> bytes, int dilation) {
        int wanted = machines.names().size();
        List<String> lines = loops.stream().filter(loop -> loop.machines == wanted).map(Loop::text).toList();
        for (Scheme scheme : schemes) {
            for (long size : bytes) {
                String start = "loop " + LiveJob.word(scheme) + " " + size + " ";
                if (lines.stream().noneMatch(line -> line.startsWith(start))) {
                    throw NetworkOptions.wrong("--measured " + file, "it has no line '" + wanted + " " + start + "…'", "Name figures and sizes that were measured, or measure these, too");
                }
            }
        }
        return LiveResults.measuredElsewhere(lines, schemes, bytes, dilation);
    }
}
