package org.braid.launch.hosts;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.names.NameOwner;
import org.braid.boot.server.RankServerCore;
import org.braid.launch.distance.Measurement;
import org.braid.launch.signal.Signals;
import org.jspecify.annotations.Nullable;

/** What joins say, once each has its seats: every frame becomes a task of the main thread, in the order in which it came. A join that says what makes no sense is given up. */
final class FromHosts {
    /** Of one join so many frames may wait for the main thread. */
    private static final int MOST_UNHANDLED = 64;

    private static final int HIGHEST_PORT = 0xffff;

    /** The exit code of spawned jobs whose join is gone, as of ranks whose host is. */
    private static final int LOST = 1;

    private final Roll roll;
    private final Consumer<Runnable> tasks;
    private final RemoteRanks.Listener listener;
    private final Consumer<RemoteHost> leaver;
    private final HostedNames names;
    private final SpawnPlace places;
    private boolean isComplete; // each rank is somebody's for good: the job begins, and has said so
    private @Nullable Measurement measurement; // once somebody is asked
    private @Nullable RankServerCore core; // once the job has begun

    /** @param leaver told of a join that is gone before all ranks were brought */
    FromHosts(Roll roll, HostedNames names, SpawnPlace places, Consumer<Runnable> tasks, RemoteRanks.Listener listener, Consumer<RemoteHost> leaver) {
        this.roll = roll;
        this.names = names;
        this.places = places;
        this.tasks = tasks;
        this.listener = listener;
        this.leaver = leaver;
    }

    /** All ranks have been brought. Whoever leaves from now on, and be it before it has read its seats, takes its ranks from a job that waits for nobody else. */
    void complete() {
        isComplete = true;
    }

    /** Answers to its questions go there from now on. */
    void measure(Measurement begun) {
        measurement = begun;
    }

    void begin(RankServerCore core) {
        this.core = core;
        for (RemoteHost host : roll.hosts()) {
            if (host.isGone) {
                willSayNothing(host);
            }
        }
    }

    boolean hasBegun() {
        return core != null;
    }

    /** Hears one of them. */
    HostLink.Listener of(RemoteHost host) {
        return new Ears(host);
    }

    private final class Ears implements HostLink.Listener {
        private final RemoteHost host;
        private final Semaphore room = new Semaphore(MOST_UNHANDLED);

        Ears(RemoteHost host) {
            this.host = host;
        }

        @Override
        public void heard(int kind, ByteBuffer payload) throws InterruptedException {
            if (kind == HostProtocol.JOB) {
                pass(payload);
                return;
            }
            room.acquire();
            tasks.accept(() -> {
                room.release();
                take(host, kind, payload);
            });
        }

        /** That job has a thread of its own. */
        private void pass(ByteBuffer payload) throws InterruptedException {
            try {
                host.inner.heard(payload);
            } catch (BufferUnderflowException e) {
                host.link.close("it sent a frame about a job that makes no sense");
            }
        }

        @Override
        public void ended(String why) {
            host.inner.ended(why);
            tasks.accept(() -> gone(host, why));
        }
    }

    private void take(RemoteHost host, int kind, ByteBuffer in) {
        try {
            if (host.isThere()) {
                handle(host, kind, in);
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException | NumberFormatException e) {
            host.link.close("it sent a frame of kind " + kind + " that makes no sense");
        }
    }

    private void handle(RemoteHost host, int kind, ByteBuffer in) {
        switch (kind) {
            case HostProtocol.STARTED -> roll.started(roll.own(host, in.getInt()), in.getLong());
            case HostProtocol.NOT_STARTED -> listener.notStarted(roll.own(host, in.getInt()), HostProtocol.text(in) + " on " + host.entry.name());
            case HostProtocol.EXITED -> exited(roll.own(host, in.getInt()), in.getInt());
            case HostProtocol.SAID -> said(host, in.getInt(), in.slice());
            case HostProtocol.HELD -> roll.held(roll.own(host, in.getInt()), in.getInt() != 0);
            case HostProtocol.SIGNALLED -> signalled(host, in.getInt());
            case HostProtocol.HOLD -> listener.holdAsked(roll.hosts().indexOf(host), in.getInt() != 0);
            case HostProtocol.PAUSED -> paused(host);
            case HostProtocol.SPAWN_NEWS -> roll.control(roll.known(in.getInt()), ControlFrame.SPAWNED, rest(in));
            case HostProtocol.JOB_FAILED -> roll.controlAll(ControlFrame.JOB_FAILED, rest(in));
            case HostProtocol.NAME -> names.ask(host, NameOwner.get(in), rest(in));
            case HostProtocol.NAMER_GONE -> names.gone(host, in);
            case HostProtocol.READY -> places.ready(host, in.getInt(), HostProtocol.text(in));
            case HostProtocol.SPAWNS -> spawns(host, in.getInt(), in.getInt());
            case HostProtocol.LANDMARK_AT -> opened(host, in.getInt(), in.getLong());
            case HostProtocol.PINGED -> pinged(host, in.getInt(), in.getInt());
            case HostProtocol.ABANDONED -> gone(host, HostProtocol.text(in));
            case HostProtocol.FAREWELL -> farewell(host, HostProtocol.text(in));
            default -> host.link.close("it sent a frame of unknown kind " + kind);
        }
    }

    private void opened(RemoteHost host, int port, long token) {
        Measurement asked = measurement;
        int number = roll.numberOfFirst(host);
        if (asked != null && number >= 0 && port == (port & HIGHEST_PORT)) {
            asked.opened(number, port, token, System.nanoTime());
        }
    }

    private void pinged(RemoteHost host, int round, int us) {
        Measurement asked = measurement;
        int number = roll.numberOfFirst(host);
        if (asked != null && number >= 0) {
            asked.pinged(number, round, us, System.nanoTime());
        }
    }

    private void unmeasured(RemoteHost host) {
        Measurement asked = measurement;
        int number = roll.numberOfFirst(host);
        if (asked != null && number >= 0) {
            asked.gone(number, System.nanoTime());
        }
    }

    private void paused(RemoteHost host) {
        host.link.expectSilence(true);
        listener.paused(roll.hosts().indexOf(host));
    }

    private void said(RemoteHost host, int pid, ByteBuffer bytes) {
        if (host.sessions != null) {
            host.sessions.said(pid, bytes);
            host.sessions.settle(); // what one rank says may be what one of another host waits for, which is answered, too
        }
    }

    private static void spawns(RemoteHost host, int running, int failure) {
        host.spawns = running;
        host.spawnFailure = failure;
    }

    private static byte[] rest(ByteBuffer in) {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        if (bytes.length > ControlFrame.MAX_PAYLOAD) {
            throw new IndexOutOfBoundsException("a control frame of " + bytes.length + " bytes");
        }
        return bytes;
    }

    /** Told behind what its last words have become: tasks of the main thread, too. */
    private void exited(int rank, int code) {
        willSayNothing(rank);
        tasks.accept(() -> listener.exited(rank, code));
    }

    private void willSayNothing(RemoteHost host) {
        for (int rank : host.ranks) {
            willSayNothing(rank);
        }
    }

    private void willSayNothing(int rank) {
        if (core != null) {
            core.gone(rank);
            core.settle();
        }
    }

    /** Of a join that others may still replace a signal ends nothing but itself; it takes its leave behind this. */
    private void signalled(RemoteHost host, int number) {
        if (isComplete) {
            listener.signalled(host.toString(), number);
        } else {
            host.leaves = "it got signal " + number + " (SIG" + Signals.name(number) + ")";
        }
    }

    private void farewell(RemoteHost host, String text) {
        host.hasSaidFarewell = true;
        Map<Integer, List<String>> lines = new HashMap<>();
        for (String line : text.split("\n")) {
            int blank = line.indexOf(' ');
            String said = blank < 0 ? "" : line.substring(blank + 1);
            if (line.startsWith("memory ")) {
                roll.memoryHint(host, said);
            } else if (blank > 0) {
                lines.computeIfAbsent(roll.own(host, Integer.parseInt(line, 0, blank, 10)), _ -> new ArrayList<>()).add(said);
            }
        }
        lines.forEach(roll::lastErrors);
    }

    private void gone(RemoteHost host, String why) {
        if (host.isGone) {
            return;
        }
        host.isGone = true;
        if (!isComplete) {
            leaver.accept(host);
            listener.left(host.toString(), host.leaves.isEmpty() ? why : host.leaves);
            return;
        }
        names.lost(host);
        places.lost(host);
        unmeasured(host);
        willSayNothing(host);
        listener.holdAsked(roll.hosts().indexOf(host), false);
        listener.paused(roll.hosts().indexOf(host));
        if (host.spawns > 0 && !host.hasSaidFarewell) {
            host.spawnFailure = host.spawnFailure == 0 ? LOST : host.spawnFailure;
            listener.spawnsLost(host.toString(), host.spawns, why);
        }
        tasks.accept(() -> listener.lost(host.ranks, host.toString(), why));
    }
}
