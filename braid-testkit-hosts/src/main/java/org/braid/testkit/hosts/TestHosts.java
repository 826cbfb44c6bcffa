package org.braid.testkit.hosts;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Several hosts on this machine, joined by a network of their own ({@code hosts.sh} says how). They live as long as this process, or until they are closed; nothing of them is left then, whoever is killed.
 */
public final class TestHosts implements AutoCloseable {
    private static final String SCRIPT = "hosts.sh";
    private static final long BOUND_S = 60;

    /**
     * One of them.
     *
     * @param index from 1
     * @param pid of its first process, as this machine counts: whoever kills that has killed the host
     * @param name as its processes see it
     * @param address its one, of the interface eth0
     */
    public record Host(int index, long pid, String name, String address) {}

    private final Path script;
    private final Process up;
    private final List<Host> hosts = new ArrayList<>();

    private TestHosts(Path script, Process up) {
        this.script = script;
        this.up = up;
    }

    /** Whether there can be some here. Where there can be none this says so, and what needs them is not tested. */
    public static boolean areThere() {
        String whyNot = whyNot();
        if (!whyNot.isEmpty()) {
            System.out.println("NOT TESTED: several hosts (" + whyNot + ")");
        }
        return whyNot.isEmpty();
    }

    /** Why there can be none here; "" if there can. */
    public static String whyNot() {
        for (String tool : new String[] {"unshare", "nsenter", "ip", "tc"}) {
            if (!new File("/usr/bin/" + tool).canExecute() && !new File("/usr/sbin/" + tool).canExecute() && !new File("/bin/" + tool).canExecute() && !new File("/sbin/" + tool).canExecute()) {
                return "there is no " + tool;
            }
        }
        try {
            Process tried = new ProcessBuilder("unshare", "--net", "--mount", "--pid", "--fork", "true").redirectErrorStream(true).start();
            return tried.waitFor() == 0 ? "" : new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /**
     * Makes hosts.
     *
     * @param count how many
     * @param shared directories below the one for temporary files that all of them see; those of the class path are seen anyway
     */
    public static TestHosts up(int count, Path... shared) throws IOException {
        Path script = Files.createTempFile("braid-", "-" + SCRIPT);
        try (InputStream from = TestHosts.class.getResourceAsStream(SCRIPT)) {
            Files.write(script, from == null ? new byte[0] : from.readAllBytes());
        }
        List<String> command = new ArrayList<>(List.of("sh", script.toString(), "up", Integer.toString(count)));
        command.addAll(visible(shared));
        TestHosts made = new TestHosts(script, new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
        made.read();
        return made;
    }

    private static Set<String> visible(Path... shared) {
        Set<String> all = new LinkedHashSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            addTop(Path.of(entry), all);
        }
        for (Path each : shared) {
            all.add(each.toAbsolutePath().toString());
        }
        return all;
    }

    private static void addTop(Path entry, Set<String> all) {
        Path whole = entry.toAbsolutePath().normalize();
        if (whole.startsWith("/tmp") && whole.getNameCount() > 2) {
            all.add("/tmp/" + whole.getName(1));
        }
    }

    private void read() throws IOException {
        BufferedReader said = up.inputReader(StandardCharsets.UTF_8);
        for (String line = said.readLine(); !"ready".equals(line); line = said.readLine()) {
            if (line == null) {
                close();
                throw new IOException("the hosts could not be made");
            }
            String[] words = line.split(" ");
            hosts.add(new Host(Integer.parseInt(words[1]), Long.parseLong(words[2]), words[3], words[4]));
        }
    }

    /** The host of this index, from 1. */
    public Host host(int index) {
        return hosts.get(index - 1);
    }

    /** Their networks, for threads of this process; to be closed before them. */
    public HostNetworks networks() {
        return new HostNetworks(hosts);
    }

    /**
     * Puts hosts far from each other; to be closed before them.
     *
     * @param roundTripMs between each two of them, 0 for as near as they are
     */
    public Distances distances(int[][] roundTripMs) throws IOException, InterruptedException {
        return new Distances(this, roundTripMs);
    }

    /** A command that will run on a host. */
    public ProcessBuilder on(int index, List<String> words) {
        List<String> command = new ArrayList<>(List.of("sh", script.toString(), "on", Long.toString(host(index).pid())));
        command.addAll(words);
        return new ProcessBuilder(command);
    }

    /** What a command prints on a host. */
    public String said(int index, String... words) throws IOException, InterruptedException {
        Process process = on(index, List.of(words)).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    /** Frames between two hosts vanish, without an error. */
    public void cut(int one, int other) throws IOException, InterruptedException {
        script("cut", Long.toString(host(one).pid()), Long.toString(host(other).pid()));
    }

    /** They travel again. */
    public void heal(int one, int other) throws IOException, InterruptedException {
        script("heal", Long.toString(host(one).pid()), Long.toString(host(other).pid()));
    }

    /** What a host sends goes at a rate, as {@code tc} writes it: {@code 10mbit}, or {@code none}. */
    public void rate(int index, String rate) throws IOException, InterruptedException {
        script("rate", Long.toString(host(index).pid()), rate);
    }

    /** All processes of a host end, and it is no more. */
    public void kill(int index) {
        ProcessHandle.of(host(index).pid()).ifPresent(ProcessHandle::destroyForcibly);
    }

    private void script(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", script.toString()));
        command.addAll(List.of(words));
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException(String.join(" ", words) + " has failed");
        }
    }

    /** Ends them; returns when they have. */
    @Override
    public void close() throws IOException {
        up.getOutputStream().close();
        try {
            if (!up.waitFor(BOUND_S, TimeUnit.SECONDS)) {
                up.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(script);
    }
}
