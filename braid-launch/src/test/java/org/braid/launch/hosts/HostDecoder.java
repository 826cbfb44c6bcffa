package org.braid.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.hosts.CoreLayout;
import org.braid.boot.hosts.HostIdentity;
import org.braid.boot.server.PidSessions;
import org.braid.boot.server.RankListener;
import org.braid.boot.server.RankServerCore;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.distance.Measurement;
import org.braid.launch.distance.Probe;
import org.braid.launch.hosts.ServerLink.FromServer;
import org.braid.launch.hosts.ServerLink.Orders;

/** What a job's server and its joins make of bytes that the other one has sent. Whatever comes is taken, or ends that connection with a reason. */
enum HostDecoder {
    /** The payload of an ENTER. */
    ENTRY {
        @Override
        boolean survive(byte[] bytes) {
            try {
                Entry read = Entry.read(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
                assertTrue(read.name().codePoints().noneMatch(Character::isISOControl), read::name);
                return true;
            } catch (BraidException refused) {
                assertTrue(refused.code() == ErrorCode.INPUT_OUT_OF_RANGE, refused::getMessage);
                return false;
            }
        }
    },
    /** Frames of a join that brings ranks 0 and 2 of four, once the job has begun. */
    FROM_JOIN {
        @Override
        boolean survive(byte[] bytes) {
            AtomicBoolean closed = new AtomicBoolean();
            HostLink link = new HostLink(socket(bytes, closed));
            RemoteHost host = new RemoteHost(link, new Entry(new HostIdentity(1, 2), 5, 2, 1, List.of(0, 2), "one", "", "", CoreLayout.NONE));
            host.ranks = new int[] {0, 2};
            Roll roll = new Roll(4);
            roll.add(host);
            FromHosts frames = new FromHosts(roll, new HostedNames(), new SpawnPlace(roll, _ -> {}), Runnable::run, deaf(RemoteRanks.Listener.class), _ -> {});
            RankServerCore core = new RankServerCore(new Ticket(7, 1, 2, 0, 4, 0, 4, 0, "", SECRET, "", "", false), deaf(RankListener.class));
            frames.measure(Measurement.begin(3, deaf(Measurement.Hosts.class), System.nanoTime()));
            frames.begin(core);
            host.sessions = new PidSessions(core, (_, _) -> {});
            return takeAll(socket(bytes, new AtomicBoolean()), frames.of(host)) && !closed.get();
        }
    },
    /** Frames of a server. */
    FROM_SERVER {
        @Override
        boolean survive(byte[] bytes) {
            StringBuilder lost = new StringBuilder();
            Orders orders = (Orders) Proxy.newProxyInstance(Orders.class.getClassLoader(), new Class<?>[] {Orders.class}, (_, method, words) -> {
                if (method.getName().equals("lost")) {
                    lost.append(words[0]);
                }
                return null;
            });
            HostLink link = new HostLink(socket(bytes, new AtomicBoolean()));
            Probe probe = new Probe(deaf(Probe.Answers.class));
            probe.close(); // what chance makes of bytes must not call anybody
            return takeAll(socket(bytes, new AtomicBoolean()), new FromServer(orders, new InnerLinks(link), probe)) && lost.isEmpty();
        }
    };

    private static final String ENDED = "nothing more was sent";
    private static final Secret SECRET = Secret.of(new byte[Secret.BYTES]);

    /** True if all of it was taken. */
    abstract boolean survive(byte[] bytes);

    private static boolean takeAll(FrameSocket socket, HostLink.Listener listener) {
        try {
            while (true) {
                ByteBuffer payload = socket.readFrame(HostProtocol.MAX_PAYLOAD);
                assertTrue(payload.remaining() <= HostProtocol.MAX_PAYLOAD);
                if (socket.kind() != HostProtocol.BEAT) { // a link keeps these to itself
                    listener.heard(socket.kind(), payload);
                }
            }
        } catch (IOException end) {
            return String.valueOf(end.getMessage()).equals(ENDED);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Brings these bytes and no more; between frames its end is told in words of its own. */
    private static FrameSocket socket(byte[] bytes, AtomicBoolean closed) {
        Socket fake = new Socket() {
            private final ByteArrayInputStream all = new ByteArrayInputStream(bytes);

            @Override
            public InputStream getInputStream() {
                return new InputStream() {
                    @Override
                    public int read() {
                        return all.read();
                    }

                    @Override
                    public int readNBytes(byte[] target, int offset, int length) throws IOException {
                        if (all.available() == 0 && length > 0) {
                            throw new IOException(ENDED);
                        }
                        return all.readNBytes(target, offset, length);
                    }

                    @Override
                    public byte[] readNBytes(int length) throws IOException {
                        return all.readNBytes(length);
                    }
                };
            }

            @Override
            public OutputStream getOutputStream() {
                return OutputStream.nullOutputStream();
            }

            @Override
            public InetAddress getInetAddress() {
                return InetAddress.getLoopbackAddress();
            }

            @Override
            public void close() {
                closed.set(true);
            }
        };
        try {
            return new FrameSocket(fake, fake);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static <T> T deaf(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> null));
    }
}
