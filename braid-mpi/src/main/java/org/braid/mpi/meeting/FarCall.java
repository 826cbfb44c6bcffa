package org.braid.mpi.meeting;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** A call to a port of any host: each of its addresses is tried, one after the other, and what was tried is said. */
final class FarCall {
    private static final int CONNECT_MS = 3_000;

    private final FarName name;
    private final FarGreeting greeting;
    private final List<String> tried = new ArrayList<>();

    private FarCall(FarName name) {
        this.name = name;
        this.greeting = new FarGreeting(name.address().secret());
    }

    /** @throws MpiFailure PORT if no address leads to the port */
    static Talk to(FarName name) {
        FarCall call = new FarCall(name);
        for (String host : name.address().hosts()) {
            Talk talk = call.call(host);
            if (talk != null) {
                return talk;
            }
        }
        throw new MpiFailure(ErrorClass.PORT, name + " cannot be reached", "tried: " + String.join("; ", call.tried), "Connect while the process that has opened it runs, from a host that reaches it");
    }

    private @Nullable Talk call(String host) {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                Talk talk = call(address);
                if (talk != null) {
                    return talk;
                }
            }
        } catch (UnknownHostException e) {
            tried.add(host + " (no such name)");
        }
        return null;
    }

    private @Nullable Talk call(InetAddress address) {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address, name.address().port()), CONNECT_MS);
            return greeting.calling(socket);
        } catch (IOException e) {
            tried.add(address.getHostAddress() + " (" + e.getMessage() + ")");
            closeQuietly(socket);
            return null;
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closing is all that was wanted.
        }
    }
}
