package org.braid.launch.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.launch.text.Words;
import org.jspecify.annotations.Nullable;

/** Options of mpirun and of mpjrun.sh that {@code braid run} has no use for: those that ask for what holds anyway are taken, the others are refused with what to write instead. */
enum ForeignOption {
    /** More ranks than cores are a usual case here, and so is any user. */
    PERMISSION(0, "--oversubscribe", "-oversubscribe", "--allow-run-as-root", "-allow-run-as-root"),
    /** Which rank comes where: on one host that is said by {@code --bind-to} alone. */
    PLACEMENT(1, "--map-by", "-map-by", "--rank-by", "-rank-by"),
    /** What carries messages, in MPJ Express. */
    DEVICE(1, "-dev"),
    /** Hosts by name. */
    HOSTS(1, "-host", "--host", "-H"),
    /** Hosts by a file. */
    HOST_FILE(1, "-hostfile", "--hostfile", "-machinefile", "--machinefile"),
    /** Parameters of Open MPI's components. */
    PARAMETER(2, "--mca", "-mca", "--gmca", "-gmca");

    private static final List<String> DEVICES = List.of("multicore", "smpdev", "niodev", "hybdev");

    private final int words;
    private final List<String> names;

    ForeignOption(int words, String... names) {
        this.words = words;
        this.names = List.of(names);
    }

    /** How many words follow it. */
    int words() {
        return words;
    }

    static @Nullable ForeignOption named(String name) {
        for (ForeignOption option : values()) {
            if (option.names.contains(name)) {
                return option;
            }
        }
        return null;
    }

    /**
     * Lets pass what holds anyway.
     *
     * @param given what follows it
     * @throws BraidException if it asks for something else; the message says what to write
     */
    void check(String name, List<String> given) {
        switch (this) {
            case PERMISSION, PLACEMENT -> {}
            case DEVICE -> checkDevice(name, given.getFirst());
            case HOSTS -> checkHosts(name, Words.split(given.getFirst(), ','));
            case HOST_FILE -> checkHosts(name, hostsIn(name, given.getFirst()));
            case PARAMETER -> throw refused(
                    name, given.getFirst() + " is a parameter of a component of Open MPI", "Leave it out; where it chose how messages travel (btl, pml), write --method EXPR, as in --method tcp");
        }
    }

    private static void checkDevice(String name, String device) {
        if (!DEVICES.contains(device)) {
            throw refused(name, "there is no device '" + device + "'", "Leave it out: the quickest method that reaches a rank is chosen; or write --method EXPR, as in --method tcp");
        }
    }

    private static void checkHosts(String name, List<String> hosts) {
        for (String host : hosts) {
            String alone = withoutSlots(host);
            if (!ThisHost.isMeantBy(alone)) {
                throw refused(name, "ranks can be started on this host only so far, not on '" + alone + "'", "Leave it out, or name localhost");
            }
        }
    }

    /** Behind one colon stands how many ranks; an address with colons of its own may stand in brackets. */
    private static String withoutSlots(String host) {
        int bracket = host.indexOf(']');
        if (host.startsWith("[") && bracket > 0) {
            return host.substring(1, bracket);
        }
        int colon = host.indexOf(':');
        return colon < 0 || colon != host.lastIndexOf(':') ? host : host.substring(0, colon);
    }

    /** The first word of each line that is no comment. */
    private static List<String> hostsIn(String name, String file) {
        List<String> hosts = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(Path.of(file))) {
                String text = line.strip();
                if (!text.isEmpty() && text.charAt(0) != '#') {
                    hosts.add(text.split("\\s+", 2)[0]);
                }
            }
        } catch (IOException e) {
            throw refused(name, "'" + file + "' cannot be read: " + e.getMessage(), "Leave it out: ranks are started on this host");
        }
        return hosts;
    }

    private static BraidException refused(String name, String why, String whatToDo) {
        return new BraidException(ErrorCode.OPTION_VALUE, "option " + name, why, whatToDo);
    }
}
