package org.braid.mpi.meeting;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** The ports of this process, and calls to those of others (MPI 4.1, section 11.9). Any thread. */
public final class Ports {
    private static final int MOST = 1024;

    private final Map<String, Port> open = new HashMap<>(); // by their names as programs have them; guarded by this

    Ports() {}

    /** What a port is opened by. */
    @FunctionalInterface
    private interface Opening {
        Port open() throws IOException;
    }

    /**
     * Opens a port that processes of this user on this host reach.
     *
     * @throws MpiFailure PORT if the system has no socket or place for it
     */
    public PortName open() {
        return open(NearPort::open, "See that this user may write to the directory for temporary files");
    }

    /**
     * Opens a port that other hosts reach. Loads the JDK's cryptography.
     *
     * @throws MpiFailure PORT if the system has no socket for it
     */
    public PortName openFar() {
        return open(FarPort::open, "See that this process may open more files");
    }

    private synchronized PortName open(Opening opening, String advice) {
        if (open.size() == MOST) {
            throw new MpiFailure(ErrorClass.PORT, "no port can be opened", "this process has " + MOST + " open ones", "Close those that nobody connects to any more");
        }
        try {
            Port port = opening.open();
            open.put(port.name().text(), port);
            return port.name();
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.PORT, "no port can be opened", String.valueOf(e), advice, e);
        }
    }

    /**
     * Closes a port; who waits at it is told.
     *
     * @throws MpiFailure PORT if it is none of this process
     */
    public void close(PortName name) {
        Port port = find(name);
        synchronized (this) {
            open.remove(name.text());
        }
        port.close();
    }

    /** Nobody waits at this port any more. Any thread; nothing if it is closed. */
    public void giveUp(PortName name, String why) {
        Port port;
        synchronized (this) {
            port = open.get(name.text());
        }
        if (port != null) {
            port.giveUp(why);
        }
    }

    void closeAll() {
        Map<String, Port> all;
        synchronized (this) {
            all = Map.copyOf(open);
            open.clear();
        }
        all.values().forEach(Port::close);
    }

    private Port find(PortName name) {
        Port port;
        synchronized (this) {
            port = open.get(name.text());
        }
        return known(port, name);
    }

    private static Port known(@Nullable Port port, PortName name) {
        if (port == null) {
            throw new MpiFailure(ErrorClass.PORT, name + " cannot be used", "it is no open port of this process", "Give a name that openPort has returned at this rank, before closePort");
        }
        return port;
    }

    /**
     * Waits for somebody who connects to a port of this process.
     *
     * @throws MpiFailure PORT if it is none, or is closed meanwhile
     */
    public Talk accept(PortName name) {
        Port port = find(name);
        try {
            return port.accept();
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.PORT, "nobody can be accepted at " + name, String.valueOf(e.getMessage()), "Accept at a port that stays open, and that somebody connects to", e);
        }
    }

    /**
     * Calls a port, whosever it is.
     *
     * @throws MpiFailure PORT if nobody listens there
     */
    public Talk connect(PortName name) {
        return name instanceof FarName far ? FarCall.to(far) : NearCall.to((NearName) name); // a switch would be linked in each process that meets its parent
    }
}
