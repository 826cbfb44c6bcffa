package org.braid.mpi.meeting;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.braid.base.os.Machine;
import org.braid.mpi.p2p.ErrorClass;
import org.braid.mpi.p2p.MpiFailure;
import org.jspecify.annotations.Nullable;

/** The ports of this process, and calls to those of others (MPI 4.1, section 11.9). Any thread. */
public final class Ports {
    private static final int MOST = 1024;

    private final Map<PortName, Port> open = new HashMap<>(); // guarded by this

    Ports() {}

    /**
     * Opens a port.
     *
     * @throws MpiFailure PORT if the system has no socket or place for it
     */
    public synchronized PortName open() {
        if (open.size() == MOST) {
            throw new MpiFailure(ErrorClass.PORT, "no port can be opened", "this process has " + MOST + " open ones", "Close those that nobody connects to any more");
        }
        try {
            Port port = Port.open();
            open.put(port.name(), port);
            return port.name();
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.PORT, "no port can be opened", String.valueOf(e), "See that this user may write to the directory for temporary files", e);
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
            open.remove(name);
        }
        port.close();
    }

    /** Nobody waits at this port any more. Any thread; nothing if it is closed. */
    public void giveUp(PortName name, String why) {
        Port port;
        synchronized (this) {
            port = open.get(name);
        }
        if (port != null) {
            port.giveUp(why);
        }
    }

    void closeAll() {
        Map<PortName, Port> all;
        synchronized (this) {
            all = Map.copyOf(open);
            open.clear();
        }
        all.values().forEach(Port::close);
    }

    private Port find(PortName name) {
        Port port;
        synchronized (this) {
            port = open.get(name);
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
     * Calls a port, whosever of this user and host it is.
     *
     * @throws MpiFailure PORT if nobody listens there
     */
    public Talk connect(PortName name) {
        SocketChannel channel = null;
        boolean connected = false;
        try {
            throwIfNotPrivate(name.socket().getParent());
            channel = SocketChannel.open(UnixDomainSocketAddress.of(name.socket()));
            ByteBuffer shown = ByteBuffer.wrap(name.proof());
            while (shown.hasRemaining()) {
                channel.write(shown);
            }
            connected = true;
            return Port.talk(channel);
        } catch (IOException | IllegalArgumentException e) {
            throw new MpiFailure(ErrorClass.PORT, name + " cannot be reached", String.valueOf(e), "Connect while the process that has opened it runs, on the same host, as the same user", e);
        } finally {
            if (!connected && channel != null) {
                closeQuietly(channel);
            }
        }
    }

    /** Only then nobody else can listen there. */
    private static void throwIfNotPrivate(@Nullable Path directory) throws IOException {
        if (directory == null) {
            throw new IOException("its socket is in no directory");
        }
        PosixFileAttributes found = Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean isPrivate = found.isDirectory() && PosixFilePermissions.toString(found.permissions()).equals("rwx------") && found.owner().getName().equals(Machine.user());
        if (!isPrivate) {
            throw new IOException(directory + " is not this user's alone");
        }
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // What was wrong before is told.
        }
    }
}
