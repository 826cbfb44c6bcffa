package org.braid.testkit.guide;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Objects;
import org.braid.base.os.NetworkStack;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Where;
import org.braid.link.spi.Transport;
import org.braid.link.spi.TransportHost;
import org.braid.link.spi.TransportPort;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.pipe.driver.PipeListener;
import org.braid.pipe.driver.PipeRoute;
import org.braid.pipe.state.PipeTimes;
import org.braid.transports.socket.ChannelListener;
import org.braid.transports.socket.ChannelPipe;
import org.braid.transports.socket.Sleeper;
import org.braid.transports.socket.Sleepers;
import org.braid.transports.socket.SocketPort;
import org.jspecify.annotations.Nullable;

/** Sockets of the loopback interface, for processes of one host. */
public final class LoopTransport implements Transport {
    private static final String NAME = "loop";
    private static final int BODY_BYTES = Long.BYTES + Integer.BYTES; // which loopback interface, and the port

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "sockets of the loopback interface";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public Availability availability() {
        return NetworkStack.id() != 0 ? Availability.YES : Availability.no("which loopback interface this is cannot be known here");
    }

    @Override
    public int rank() {
        return 90; // behind all others
    }

    @Override
    public TransportPort open(TransportHost host) {
        return new Port(host, Sleepers.of(host));
    }

    private static SocketChannel prepared(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true); // lanes batch by themselves
        return channel;
    }

    /** How a peer is called; by those who have called, nobody. */
    private record Route(@Nullable InetSocketAddress to, Sleeper sleeper) implements PipeRoute {
        @Override
        public int places() {
            return to == null ? 0 : 1;
        }

        @Override
        public BytePipe call(int place) {
            InetSocketAddress there = Objects.requireNonNull(to); // there is no place otherwise
            try {
                SocketChannel channel = prepared(SocketChannel.open());
                return ChannelPipe.calling(channel, there, there.toString(), sleeper, itself -> null);
            } catch (IOException e) {
                return new NoPipe(there.toString(), String.valueOf(e.getMessage()));
            }
        }

        @Override
        public boolean makesTheSameAs(PipeRoute other) {
            return other instanceof Route;
        }
    }

    private static final class Port extends SocketPort {
        private final TransportHost host;
        private final Sleeper sleeper;
        private @Nullable Descriptor descriptor; // guarded by this: any thread may ask
        private volatile @Nullable PipeListener listener;

        Port(TransportHost host, Sleeper sleeper) {
            super(NAME, host, PipeTimes.DEFAULTS, new Route(null, sleeper), sleeper);
            this.host = host;
            this.sleeper = sleeper;
        }

        // ---- where this context is: it listens once somebody has asked where

        @Override
        public synchronized Descriptor descriptor() {
            Descriptor known = descriptor;
            if (known == null) {
                known = new Descriptor(NAME, ByteBuffer.allocate(BODY_BYTES).putLong(NetworkStack.id()).putInt(mayGreet() ? listen() : 0).array());
                descriptor = known;
            }
            return known;
        }

        private int listen() {
            try {
                ServerSocketChannel own = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                own.configureBlocking(false);
                listener = new ChannelListener(own, this::admit, sleeper);
                return ((InetSocketAddress) own.getLocalAddress()).getPort();
            } catch (IOException e) {
                host.notice(NAME + " cannot listen: " + e.getMessage());
                return 0;
            }
        }

        private BytePipe admit(SocketChannel caller) throws IOException {
            return ChannelPipe.called(prepared(caller), String.valueOf(caller.getRemoteAddress()), sleeper, itself -> null);
        }

        @Override
        protected @Nullable PipeListener listener() {
            return listener;
        }

        @Override
        protected void listenNoMore() {}

        // ---- where peers are

        @Override
        public @Nullable String whyNot(ContextId peer, Descriptor there) {
            byte[] body = there.body();
            if (body.length != BODY_BYTES) {
                return "its address is none";
            }
            if (ByteBuffer.wrap(body).getLong() != NetworkStack.id()) {
                return "it has another loopback interface";
            }
            int port = ByteBuffer.wrap(body).getInt(Long.BYTES);
            return port > 0 && port < 1 << Short.SIZE ? null : "it does not listen";
        }

        @Override
        public Where nearness(Descriptor there) {
            return Where.HOST;
        }

        @Override
        protected PipeRoute routeTo(ContextId peer, Descriptor there, List<MethodParameter> parameters) {
            return new Route(new InetSocketAddress(InetAddress.getLoopbackAddress(), ByteBuffer.wrap(there.body()).getInt(Long.BYTES)), sleeper);
        }
    }
}
