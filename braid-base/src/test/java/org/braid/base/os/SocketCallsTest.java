package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SocketCallsTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(64);
    private ServerSocketChannel listener;
    private SocketChannel caller;
    private SocketChannel called;

    @BeforeEach
    void connect() throws IOException {
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        caller = SocketChannel.open(listener.getLocalAddress());
        called = listener.accept();
    }

    @AfterEach
    void close() throws IOException {
        caller.close();
        called.close();
        listener.close();
    }

    @Test
    void eachEndOfAConnectionInsideOneProcessIsFoundByItsAddresses() throws IOException {
        SocketCalls out = calls(caller);
        SocketCalls in = calls(called);
        memory.set(ValueLayout.JAVA_LONG, 0, 42);
        assertEquals(8, out.send(memory.address(), 8));
        long received;
        do {
            received = in.receive(memory.address() + 16, 48);
        } while (received == SocketCalls.NOT_NOW);
        assertEquals(8, received);
        assertEquals(42, memory.get(ValueLayout.JAVA_LONG, 16));
    }

    @Test
    void nothingToReceiveAndTheEndOfTheStreamAreToldApart() throws IOException {
        SocketCalls in = calls(called);
        assertEquals(SocketCalls.NOT_NOW, in.receive(memory.address(), 8));
        caller.close();
        long received;
        do {
            received = in.receive(memory.address(), 8);
        } while (received == SocketCalls.NOT_NOW);
        assertEquals(0, received);
    }

    @Test
    void aSocketThatIsNotHereIsNotFound() throws IOException {
        InetSocketAddress local = (InetSocketAddress) caller.getLocalAddress();
        assertNull(find(local, local));
        assertNull(find(local, new InetSocketAddress("127.0.0.2", listener.socket().getLocalPort())));
    }

    @Test
    void aCongestionControlIsTakenOrRefused() throws IOException {
        assertTrue(calls(caller).congestionControl("reno"));
        assertFalse(calls(caller).congestionControl("no such thing"));
    }

    private static SocketCalls calls(SocketChannel channel) throws IOException {
        SocketCalls found = find((InetSocketAddress) channel.getLocalAddress(), (InetSocketAddress) channel.getRemoteAddress());
        assertNotNull(found);
        return found;
    }

    private static @Nullable SocketCalls find(InetSocketAddress local, InetSocketAddress remote) {
        return SocketCalls.find(local.getAddress().getAddress(), local.getPort(), remote.getAddress().getAddress(), remote.getPort());
    }
}
