package org.braid.bench.rank;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.DoubleSupplier;
import mpi.File;
import mpi.MPI;

/** Arguments: {@code single|multiple files SCALE}. All ranks write one file of 1 GiB times the scale, each its own part of it, alone and collectively; in turns with them {@code dd} writes as much. Nobody waits for the disk. */
public final class FilesProgram {
    private static final int PIECE_BYTES = 16 << 20;
    private static final double PIECES = 64;

    private final Speaker speaker = new Speaker(MPI.COMM_WORLD.getRank());
    private final ByteBuffer piece = MPI.newByteBuffer(PIECE_BYTES);
    private final int rank = MPI.COMM_WORLD.getRank();
    private final int ranks = MPI.COMM_WORLD.getSize();
    private final int piecesOfEach;
    private final Path path;

    private FilesProgram(double scale, Path path) {
        this.piecesOfEach = Math.max(1, (int) Math.round(PIECES * scale / ranks));
        this.path = path;
    }

    /** Runs as one rank. */
    public static void main(String[] arguments) throws IOException {
        MpiProgram.init(arguments);
        Path folder = folder();
        new FilesProgram(Double.parseDouble(arguments[2]), folder.resolve("file")).run();
        if (MPI.COMM_WORLD.getRank() == 0) {
            Files.delete(folder);
        }
        MPI.Finalize();
    }

    /** One of all ranks, made by the first. */
    private static Path folder() throws IOException {
        byte[] name = new byte[1024];
        if (MPI.COMM_WORLD.getRank() == 0) {
            byte[] made = Files.createTempDirectory("braid-bench-files").toString().getBytes(StandardCharsets.UTF_8);
            System.arraycopy(made, 0, name, 0, made.length);
        }
        MPI.COMM_WORLD.bcast(name, name.length, MPI.BYTE, 0);
        return Path.of(new String(name, StandardCharsets.UTF_8).replace("\0", ""));
    }

    private void run() {
        while (piece.hasRemaining()) {
            piece.put((byte) piece.position());
        }
        piece.clear();
        DoubleSupplier alone = timed(() -> write(false));
        DoubleSupplier together = timed(() -> write(true));
        DoubleSupplier dd = timed(this::dd);
        InTurns.rehearse(alone, together, dd);
        InTurns turns = new InTurns(alone, together, dd);
        String of = ".np" + ranks;
        long bytes = (long) piecesOfEach * ranks * PIECE_BYTES;
        speaker.say("files.write" + of, "alone", bytes, turns.median(0), "ms");
        speaker.say("files.write" + of, "together", bytes, turns.median(1), "ms");
        speaker.say("files.dd" + of, "-", bytes, turns.median(2), "ms");
        speaker.say("files.write-over-dd" + of, "alone", bytes, turns.ratio(0, 2), "times");
        speaker.say("files.write-over-dd" + of, "together", bytes, turns.ratio(1, 2), "times");
    }

    /** Milliseconds until all have written; what giving the pages back takes is not in it. */
    private DoubleSupplier timed(Runnable work) {
        return () -> {
            MPI.COMM_WORLD.barrier();
            long startNs = System.nanoTime();
            work.run();
            MPI.COMM_WORLD.barrier();
            double ms = (System.nanoTime() - startNs) / 1e6;
            if (rank == 0) {
                File.delete(path.toString());
            }
            return ms;
        };
    }

    private void write(boolean together) {
        File file = new File(MPI.COMM_WORLD, path.toString(), MPI.MODE_CREATE | MPI.MODE_WRONLY);
        for (int i = 0; i < piecesOfEach; i++) {
            long at = ((long) rank * piecesOfEach + i) * PIECE_BYTES;
            if (together) {
                file.writeAtAll(at, piece, PIECE_BYTES, MPI.BYTE);
            } else {
                file.writeAt(at, piece, PIECE_BYTES, MPI.BYTE);
            }
        }
        file.close();
    }

    private void dd() {
        if (rank == 0) {
            try {
                Process dd = new ProcessBuilder("dd", "if=/dev/zero", "of=" + path, "bs=" + PIECE_BYTES, "count=" + piecesOfEach * ranks, "status=none").inheritIO().start();
                int code = dd.waitFor();
                if (code != 0) {
                    throw new IllegalStateException("dd ended with code " + code);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException("somebody wants this rank to end", e);
            }
        }
    }
}
