package org.braid.transports.shm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.select.Directory;
import org.braid.link.spi.Lane;

/** Two processes, one link: latency and rate of remote service requests. Arguments: rank (0 or 1), a folder for the rendezvous. */
final class PingPongMain {
    private PingPongMain() {}

    static int got;
    static byte[] in = new byte[1 << 16];

    public static void main(String[] args) throws Exception {
        int rank = Integer.parseInt(args[0]);
        Path folder = Path.of(args[1]);
        Directory directory = id -> read(folder.resolve("t" + id.number()));
        Context c = Context.open(ContextConfig.alone().withId(new ContextId(1, 2, rank)).withDirectory(directory));
        c.newEndpoint(1, null);
        int ping = c.register("ping", (to, a0, a1, a2, a3, p) -> {
            if (p.length() > 0) {
                p.copyTo(in, 0, (int) p.length());
            }
            got++;
        });
        write(folder.resolve("t" + rank), c.table());
        Startpoint to = c.startpointTo(new ContextId(1, 2, 1 - rank), 1);
        for (int length : new int[] {8, 0, 8, 1024, 8192, 8}) {
            for (int rep = 0; rep < 4; rep++) {
                lat(c, to, ping, rank, length, length > 1024 ? 20_000 : 300_000);
            }
        }
        rate(c, to, ping, rank);
    }

    static void lat(Context c, Startpoint to, int ping, int rank, int length, int n) {
        byte[] out = new byte[length];
        long t0 = System.nanoTime();
        for (int i = 0; i < n; i++) {
            if (rank == 0) {
                send(c, to, ping, i, out, length);
                await(c);
            } else {
                await(c);
                send(c, to, ping, i, out, length);
            }
        }
        if (rank == 0) {
            System.out.printf("len %d one-way %.1f ns%n", length, (System.nanoTime() - t0) / 2.0 / n);
        }
    }

    static void rate(Context c, Startpoint to, int ping, int rank) {
        byte[] out = new byte[8];
        for (int rep = 0; rep < 4; rep++) {
            int n = 5_000_000;
            long t0 = System.nanoTime();
            if (rank == 0) {
                for (int i = 0; i < n; i++) {
                    send(c, to, ping, i, out, 8);
                }
                await(c);
                System.out.printf("rate %.1f M/s%n", n * 1e3 / (System.nanoTime() - t0));
            } else {
                for (int i = 0; i < n; i++) {
                    await(c);
                }
                send(c, to, ping, 0, out, 0);
            }
        }
    }

    static void send(Context c, Startpoint to, int ping, int i, byte[] out, int length) {
        while (to.trySend(ping, i, 0, 0, 0, out, 0, length) != Lane.TAKEN) {
            poll(c);
        }
    }

    static int taken;

    static void await(Context c) {
        while (got == taken) {
            if (poll(c) == 0) {
                Thread.onSpinWait();
            }
        }
        taken++;
    }

    static int poll(Context c) {
        c.progress().tryEnter();
        try {
            return c.progress().poll();
        } finally {
            c.progress().exit();
        }
    }

    static DescriptorTable read(Path file) {
        while (!Files.exists(file)) {
            Thread.onSpinWait();
        }
        try {
            List<Descriptor> all = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split(" ");
                all.add(new Descriptor(parts[0], java.util.HexFormat.of().parseHex(parts[1])));
            }
            return DescriptorTable.of(all);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static void write(Path file, DescriptorTable table) throws Exception {
        StringBuilder text = new StringBuilder();
        for (Descriptor d : table.descriptors()) {
            text.append(d.method()).append(' ').append(java.util.HexFormat.of().formatHex(d.body())).append('\n');
        }
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(part, text);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
