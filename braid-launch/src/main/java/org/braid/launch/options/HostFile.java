package org.braid.launch.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.text.FileFailures;

/** A file that names hosts, one in each line, with how many ranks there is room for: {@code localhost slots=4} in Open MPI, {@code localhost:4} in MPICH. */
final class HostFile {
    private static final List<String> SLOTS = List.of("slots", "cpu", "count");
    private static final List<String> MOST_SLOTS = List.of("max_slots", "max-slots");

    private HostFile() {}

    /**
     * Its hosts, in the order of the lines.
     *
     * @throws org.braid.base.BraidException if it cannot be read, or a number of slots makes no sense
     */
    static List<NamedHost> read(String option, String file) {
        List<NamedHost> hosts = new ArrayList<>();
        for (String line : linesOf(option, file)) {
            int comment = line.indexOf('#');
            String text = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!text.isEmpty()) {
                hosts.add(host(option, text.replaceAll("\\s*=\\s*", "=").split("\\s+")));
            }
        }
        return hosts;
    }

    /** The most that there may be holds where nothing else is said, as in Open MPI. */
    private static NamedHost host(String option, String[] words) {
        NamedHost host = NamedHost.parse(option, words[0]);
        int slots = host.slots();
        int most = 0;
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            String key = equals < 0 ? words[i] : words[i].substring(0, equals);
            if (SLOTS.contains(key)) {
                slots = NamedHost.slots(option, words[i], words[i].substring(equals + 1));
            } else if (MOST_SLOTS.contains(key)) {
                most = NamedHost.slots(option, words[i], words[i].substring(equals + 1));
            }
        }
        return new NamedHost(host.name(), slots != 0 ? slots : most);
    }

    private static List<String> linesOf(String option, String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            throw RunArguments.wrong(option, "'" + file + "' cannot be read: " + FileFailures.why(e), "Leave it out: ranks are started on this host");
        }
    }
}
