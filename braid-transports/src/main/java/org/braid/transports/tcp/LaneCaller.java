package org.braid.transports.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** Calls the addresses of one lane's peer, with the lane's parameters. */
final class LaneCaller implements Dial.Caller {
    private final TcpLane lane;
    private final Handshakes handshakes;
    private final Sleeper sleeper;
    private final long greetingNs;

    LaneCaller(TcpLane lane, Handshakes handshakes, Sleeper sleeper, long greetingNs) {
        this.lane = lane;
        this.handshakes = handshakes;
        this.sleeper = sleeper;
        this.greetingNs = greetingNs;
    }

    @Override
    public OpenerHandshake newHandshake() {
        return handshakes.with(lane.peer);
    }

    @Override
    public Greeting call(InetSocketAddress to, OpenerHandshake handshake, long nowNs) throws IOException {
        SocketChannel channel = socketTo(to);
        Greeting greeting = Greeting.call(channel, to, handshake, nowNs + greetingNs);
        sleeper.watch(channel, SelectionKey.OP_CONNECT);
        return greeting;
    }

    private SocketChannel socketTo(InetSocketAddress to) throws IOException {
        TcpParameters parameters = lane.parameters();
        SocketChannel channel = SocketChannel.open();
        try {
            Sockets.prepare(channel, parameters);
            Interfaces.bind(channel, parameters.interfaceName(), to);
            return channel;
        } catch (IOException | RuntimeException e) {
            Sockets.close(channel);
            throw e;
        }
    }
}
