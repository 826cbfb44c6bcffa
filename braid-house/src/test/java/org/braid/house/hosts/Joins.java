package org.braid.house.hosts;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;

/** A program whose process on host1 listens at a socket of its own, and whose other one, of the same job or of another, calls it; both give that socket to {@code join}. Its arguments: what they do when they have met, or {@code never} for one that does not join, or {@code late} for one that joins when its standard input ends; and a key store if the socket is to speak TLS. */
public final class Joins {
    private static final int PORT = 40_123;
    private static final int TAG = 5;
    private static final char[] PASSWORD = "password".toCharArray();

    private Joins() {}

    public static void main(String[] arguments) throws IOException, GeneralSecurityException {
        MPI.Init(arguments);
        String store = arguments.length > 1 ? arguments[1] : "";
        try (Socket socket = MPI.Get_processor_name().equals("host1") ? accepted(store) : called(store)) {
            join(arguments[0], socket);
        }
        MPI.Finalize();
    }

    private static Socket accepted(String store) throws IOException, GeneralSecurityException {
        ServerSocketFactory factory = store.isEmpty() ? ServerSocketFactory.getDefault() : tls(store).getServerSocketFactory();
        try (ServerSocket server = factory.createServerSocket(PORT)) {
            System.out.println("listens");
            if (MPI.COMM_WORLD.Size() > 1) {
                MPI.COMM_WORLD.barrier();
            }
            return greeted(server.accept());
        }
    }

    private static Socket called(String store) throws IOException, GeneralSecurityException {
        if (MPI.COMM_WORLD.Size() > 1) {
            MPI.COMM_WORLD.barrier();
        }
        SocketFactory factory = store.isEmpty() ? SocketFactory.getDefault() : tls(store).getSocketFactory();
        return greeted(factory.createSocket("10.77.0.1", PORT));
    }

    /** What follows is what the ends say, and no handshake. */
    private static Socket greeted(Socket socket) throws IOException {
        if (socket instanceof SSLSocket tls) {
            tls.startHandshake();
        }
        return socket;
    }

    private static SSLContext tls(String file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = new FileInputStream(file)) {
            store.load(in, PASSWORD);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
        trusted.init(store);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }

    private static void join(String what, Socket socket) throws IOException {
        if (what.equals("never")) {
            System.out.println("does not join");
            int seen = socket.getInputStream().read();
            System.out.println("saw " + seen);
            while (seen >= 0) {
                seen = socket.getInputStream().read();
            }
            return;
        }
        if (what.equals("late")) {
            System.out.println("is connected");
            int ignored = System.in.read();
        }
        System.out.println("joins");
        Intercomm other;
        try {
            other = Intercomm.join(socket);
        } catch (MPIException e) {
            System.out.println("told " + e.getErrorClass() + " " + e.getMessage());
            return;
        }
        use(what, other, socket);
    }

    private static void use(String what, Intercomm other, Socket socket) throws IOException {
        int[] got = new int[1];
        other.sendRecv(new int[] {MPI.Get_processor_name().equals("host1") ? 1 : 2}, 1, MPI.INT, 0, TAG, got, 1, MPI.INT, 0, TAG);
        System.out.println("met " + got[0]);
        socket.getOutputStream().write(10 + got[0]);
        socket.getOutputStream().flush();
        System.out.println("heard " + socket.getInputStream().read() + " within " + socket.getSoTimeout());
        if (what.equals("wait")) {
            try {
                other.recv(got, 1, MPI.INT, 0, TAG);
            } catch (MPIException e) {
                System.out.println("told " + e.getErrorClass());
            }
            return;
        }
        other.disconnect();
    }
}
