package org.braid.mpi.meeting.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** What is still on its way of what a socket has sent. */
class SendQueueTest {
    private static final String TABLE =
            """
              sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt
               0: 0000000000000000FFFF00000100007F:9CBB 0000000000000000FFFF00000200007F:0016 01 00000014:00000003 01:00000014 00000005
               1: 0100007F:9CBC 0200007F:0016 01 00000000:00000000 00:00000000 00000000
            """;

    @Test
    void aTableIsReadByBothEndsOfASocket() {
        assertEquals(20, new SendQueue("0100007F:9CBB", "0200007F:0016").bytes(TABLE));
        assertEquals(0, new SendQueue("0100007F:9CBC", "0200007F:0016").bytes(TABLE));
        assertEquals(-1, new SendQueue("0100007F:9CBB", "0100007F:0016").bytes(TABLE));
        assertEquals(-1, new SendQueue("0100007F:9CBB", "0200007F:0016").bytes(""));
    }

    /** A peer that reads nothing: what its system does not take any more is not acknowledged. */
    @Test
    void aSocketOwesNothingUntilItsPeersSystemTakesNoMore() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket calling = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket called = server.accept()) {
            SendQueue queue = new SendQueue(calling);
            assertEquals(0, queue.bytes());
            Thread writing = Thread.ofVirtual().start(() -> fill(calling));
            while (queue.bytes() == 0) {
                Thread.onSpinWait();
            }
            assertTrue(queue.bytes() > 0 && called.isConnected());
            calling.close();
            writing.join();
        }
    }

    private static void fill(Socket socket) {
        try {
            OutputStream out = socket.getOutputStream();
            while (true) {
                out.write(new byte[1 << 16]);
            }
        } catch (IOException closed) {
            // It is over.
        }
    }
}
