package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Calls the addresses of one lane's peer. */
final class LaneCaller implements Dial.Caller {
    private final TcpPort port;
    private final TcpLane lane;

    LaneCaller(TcpPort port, TcpLane lane) {
        this.port = port;
        this.lane = lane;
    }

    @Override
    public OpenerHandshake newHandshake() {
        return port.openerTo(lane.peer);
    }

    @Override
    public Greeting call(InetSocketAddress to, OpenerHandshake handshake, long nowNs) throws IOException {
        return port.call(lane, to, handshake, nowNs);
    }
}
