package org.braid.mpi.file.collective;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.disk.Disk;
import org.braid.mpi.file.disk.Staging;
import org.braid.mpi.file.plan.Batch;
import org.braid.mpi.file.plan.Extents;
import org.braid.mpi.file.view.Range;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * What a serving rank (aggregator) does in a round: holds one window of the file, which it fills from its clients and writes, or reads and gives to them. Clients are served in the order of their ranks, so that where they write to the same place the last
 * one's data is there. Holds two windows of memory, made when they are first needed.
 *
 * <pre>
 *   PIECES ─> DATA of client 0, 1, …      writing: the window goes to the file after the last, reading: it comes before the first
 * </pre>
 */
final class Server {
    private static final int SMALL_GAP_BYTES = 1 << 14;

    private final Mail mail;
    private final Disk disk;
    private final Pending descriptions;
    private final Pending data;
    private final boolean writes;
    private final int windowBytes;

    private Range window = Range.NOTHING;
    private int[] clients = {};
    private Request[] described = {};
    private Batch[] batches = {};
    private Extents covered = new Extents();
    private int next;
    private boolean under;
    private long fileEnd;
    private @Nullable Staging held;
    private @Nullable Staging scattered;
    private @Nullable MpiFailure failure;

    Server(Mail mail, Disk disk, Pending descriptions, Pending data, boolean writes, int windowBytes) {
        this.mail = mail;
        this.disk = disk;
        this.descriptions = descriptions;
        this.data = data;
        this.writes = writes;
        this.windowBytes = windowBytes;
    }

    /** What went wrong here, with the file, with the memory for it or with what clients sent; the round goes on as if nothing had, until all have been told. */
    @Nullable MpiFailure failure() {
        return failure;
    }

    private void fail(Throwable cause) {
        failure = failure == null ? Outcome.failureOf(cause) : failure;
    }

    void begin(Range of, int[] whom) {
        window = of;
        clients = whom;
        batches = new Batch[0];
        next = 0;
        under = false;
        described = new Request[whom.length];
        for (int i = 0; i < whom.length; i++) {
            described[i] = descriptions.add(mail.receiveWhole(whom[i], Tag.PIECES));
        }
    }

    boolean advance() {
        if (clients.length == 0) {
            return true;
        }
        if (batches.length == 0) {
            if (!descriptions.isOver()) {
                return false;
            }
            describe();
        }
        return writes ? gather() : scatter();
    }

    private void describe() {
        Batch[] all = new Batch[clients.length];
        Arrays.fill(all, Batch.NONE);
        covered = new Extents();
        try {
            for (int i = 0; i < all.length; i++) {
                all[i] = decoded(described[i], clients[i]);
                covered.add(all[i]);
            }
        } catch (RuntimeException | Error failed) {
            fail(failed);
        }
        settle(descriptions);
        batches = all;
        if (!writes) {
            read();
        }
    }

    private Batch decoded(Request description, int client) {
        description.check();
        byte[] bytes = (byte[]) description.base();
        long[] words = new long[bytes == null ? 0 : bytes.length / Long.BYTES];
        if (bytes != null) {
            ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer().get(words);
        }
        Batch batch = Batch.checked(words, window);
        if (batch == null) {
            throw new MpiFailure(ErrorClass.IO, "a collective access of a file cannot be carried out", "rank " + client + " has described pieces that do not lie in the window", "Run the same build at all ranks");
        }
        return batch;
    }

    // ---- writing

    private boolean gather() {
        while (next < clients.length) {
            Batch batch = batches[next];
            if (!under) {
                data.add(receive(batch));
                under = true;
            }
            if (!data.isOver()) {
                return false;
            }
            settleData();
            collect(batch);
            under = false;
            next++;
        }
        write();
        clients = new int[0];
        return true;
    }

    /** What has no place here is taken off the way all the same. */
    private Request receive(Batch batch) {
        try {
            boolean whole = batch.count() == 1;
            Staging to = whole ? held() : scattered(batch.bytes());
            return mail.receive(to.segment(), whole ? batch.offset(0) - window.start() : 0, batch.bytes(), clients[next], Tag.DATA);
        } catch (RuntimeException | Error noPlace) {
            fail(noPlace);
            return mail.receiveNothing(clients[next], Tag.DATA);
        }
    }

    private void collect(Batch batch) {
        try {
            if (failure == null && batch.count() > 1) {
                move(batch, batch.bytes(), true);
            }
        } catch (RuntimeException | Error failed) {
            fail(failed);
        }
    }

    /** What did not come as a whole is not written in part. */
    private void write() {
        try {
            for (int i = 0; i < covered.count() && failure == null; i++) {
                Range range = covered.range(i);
                disk.write(held().part((int) (range.start() - window.start()), (int) range.bytes()), range.start());
            }
        } catch (RuntimeException | Error failed) {
            fail(failed);
        }
    }

    // ---- reading

    /** Ranges that lie near together are read at once, with what is between them. */
    private void read() {
        fileEnd = window.start();
        try {
            boolean more = true;
            for (int i = 0; i < covered.count() && more && failure == null;) {
                Range first = covered.range(i++);
                long end = first.end();
                while (i < covered.count() && covered.range(i).start() - end <= SMALL_GAP_BYTES) {
                    end = covered.range(i++).end();
                }
                int got = disk.read(held().part((int) (first.start() - window.start()), (int) (end - first.start())), first.start());
                fileEnd = first.start() + got;
                more = fileEnd == end;
            }
        } catch (RuntimeException | Error failed) {
            fail(failed);
        }
    }

    private boolean scatter() {
        while (next < clients.length) {
            Batch batch = batches[next];
            if (!under) {
                data.add(answer(batch));
                under = true;
            }
            if (!data.isOver()) {
                return false;
            }
            settleData();
            under = false;
            next++;
        }
        clients = new int[0];
        return true;
    }

    /** Whoever waits for what cannot be given gets nothing, and is told behind the round. */
    private Request answer(Batch batch) {
        try {
            int bytes = failure == null ? batch.bytesBefore(fileEnd) : 0;
            if (bytes > 0) {
                boolean whole = batch.count() == 1;
                if (!whole) {
                    move(batch, bytes, false);
                }
                Staging from = whole ? held() : scattered(batch.bytes());
                return mail.send(from.segment(), whole ? batch.offset(0) - window.start() : 0, bytes, clients[next], Tag.DATA);
            }
        } catch (RuntimeException | Error failed) {
            fail(failed);
        }
        return mail.sendNothing(clients[next], Tag.DATA);
    }

    private void settle(Pending messages) {
        try {
            messages.settle();
        } catch (MpiFailure failed) {
            fail(failed);
        }
    }

    /** The memory that a long message comes from, or goes to, is that rank's. */
    private void settleData() {
        try {
            data.settle();
        } catch (MpiFailure failed) {
            fail(new MpiFailure(Outcome.ofData(failed).errorClass(), "a collective access of a file was not carried out", "the data of rank " + clients[next] + " of the file's communicator could not be moved: " + failed.what() + ": " + failed.why(), "Look at what rank " + clients[next] + " is told about it", failed));
        }
    }

    // ---- memory

    /** Between the pieces of a client one after the other and their places in the window. */
    private void move(Batch batch, int bytes, boolean intoWindow) {
        Staging one = scattered(batch.bytes());
        int done = 0;
        for (int i = 0; i < batch.count() && done < bytes; i++) {
            int take = Math.min(batch.bytes(i), bytes - done);
            long at = batch.offset(i) - window.start();
            if (intoWindow) {
                MemorySegment.copy(one.segment(), done, held().segment(), at, take);
            } else {
                MemorySegment.copy(held().segment(), at, one.segment(), done, take);
            }
            done += take;
        }
    }

    private Staging held() {
        Staging known = held;
        if (known == null) {
            known = Staging.of(windowBytes);
            held = known;
        }
        return known;
    }

    private Staging scattered(int bytes) {
        Staging known = scattered;
        if (known == null || known.bytes() < bytes) {
            known = Staging.of(bytes);
            scattered = known;
        }
        return known;
    }
}
