package org.braid.transports.unix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.base.os.Machine;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.transports.socket.Sleeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is of another user is refused at both ends, before a byte is said, with both users named. */
class PeerUserTest {
    private static final PeerUser SOMEBODY_ELSE = new PeerUser("somebody-else");

    @TempDir
    private Path directory;

    @Test
    void aCallerOfThisUserIsHeardAndOneOfAnotherIsNot() throws IOException {
        try (ServerSocketChannel listener = listener(); SocketChannel caller = SocketChannel.open(listener.getLocalAddress()); SocketChannel second = SocketChannel.open(listener.getLocalAddress())) {
            assertTrue(caller.isConnected() && second.isConnected());
            BytePipe welcome = new UnixAdmission(PeerUser.own(), new Sleeper()).admit(listener.accept());
            assertTrue(welcome.isConnected());
            assertEquals("user " + Machine.user(), welcome.there());
            SocketChannel called = listener.accept();
            BytePipe refused = new UnixAdmission(SOMEBODY_ELSE, new Sleeper()).admit(called);
            assertEquals(new NoPipe("user " + Machine.user(), "it belongs to user " + Machine.user() + ", and this context trusts processes of user somebody-else alone"), refused);
            assertFalse(called.isOpen());
            welcome.close();
        }
    }

    @Test
    void aListenerOfAnotherUserIsNotSpokenTo() throws IOException {
        try (ServerSocketChannel listener = listener()) {
            Path socket = directory.resolve("s");
            BytePipe good = new UnixRoute(socket, PeerUser.own(), new Sleeper()).call(0);
            assertTrue(good.isConnected());
            assertNull(good.why());
            good.close();
            BytePipe refused = new UnixRoute(socket, SOMEBODY_ELSE, new Sleeper()).call(0);
            assertFalse(refused.isConnected());
            assertTrue(String.valueOf(refused.why()).contains("this context trusts processes of user somebody-else alone"), refused.why());
        }
    }

    @Test
    void aSocketThatNobodyHearsAnyMoreAndOneThatIsGoneAreToldFromEachOther() throws IOException {
        listener().close();
        Path socket = directory.resolve("s");
        assertTrue(Files.exists(socket), "closing leaves the file, as a kill does");
        String stale = new UnixRoute(socket, PeerUser.own(), new Sleeper()).call(0).why();
        assertTrue(String.valueOf(stale).contains("refused"), stale);
        Files.delete(socket);
        String gone = new UnixRoute(socket, PeerUser.own(), new Sleeper()).call(0).why();
        assertTrue(String.valueOf(gone).contains("No such file"), gone);
    }

    private ServerSocketChannel listener() throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(directory.resolve("s")));
        return listener;
    }
}
