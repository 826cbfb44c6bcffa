package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserStream;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.FileSystem;
import org.braid.mpi.file.Kind;
import org.braid.mpi.file.OpenFile;
import org.braid.mpi.file.collective.Operation;
import org.braid.mpi.lco.Lco;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What fails at one rank of a file is told at all: a process that dies, and memory that is not there. */
class FileFailuresTest {
    private static final long PATIENCE_S = 20;
    private static final int BYTES = 1 << 12;

    @TempDir
    private Path folder;

    private OpenFile open(FileSystem system, Lco world) {
        int createAndReadAndWrite = 1 + 8;
        return OpenFile.open(system, Ranks.collectives(world), 1, folder.resolve("file").toString(), createAndReadAndWrite, Map.of("romio_cb_write", "enable"), null);
    }

    private static MpiFailure write(OpenFile file, int rank) {
        UserStream data = UserStream.of(TypeMap.of(BaseType.BYTE), new byte[BYTES], 0, BYTES, false);
        return assertThrows(MpiFailure.class, () -> file.accessTogether(Kind.together(Operation.WRITE_AT_ALL, true, Kind.Where.EXPLICIT, (long) rank * BYTES), data, null));
    }

    /** Rank 3 does not come: ranks 0 and 1 do not wait for it, but for those that do. */
    @Test
    void aDeathIsToldToThoseThatWaitForOthersWhichWaitForTheDeadOne() throws Exception {
        try (Ranks ranks = new Ranks(4, true);
                var threads = Executors.newCachedThreadPool()) {
            List<Future<OpenFile>> opened = new ArrayList<>();
            for (Lco world : ranks.worlds) {
                opened.add(threads.submit(() -> open(Ranks.process(world).files(), world)));
            }
            List<Future<MpiFailure>> writes = new ArrayList<>();
            for (int rank = 0; rank < 3; rank++) {
                OpenFile file = opened.get(rank).get(PATIENCE_S, TimeUnit.SECONDS);
                int self = rank;
                writes.add(threads.submit(() -> write(file, self)));
            }
            BraidException death = new BraidException(ErrorCode.MPI_PEER_FAILED, "Rank 3 has died", "killed by signal 9", "See its last lines");
            for (int rank = 0; rank < 3; rank++) {
                ranks.context(rank).peerFailed(Ranks.idOf(3), death);
            }
            for (int rank = 0; rank < 3; rank++) {
                MpiFailure told = writes.get(rank).get(PATIENCE_S, TimeUnit.SECONDS);
                assertEquals(ErrorClass.PEER_FAILED, told.errorClass(), told.getMessage());
                assertTrue(told.getMessage().contains("Rank 3 has died"), told.getMessage());
                OpenFile file = opened.get(rank).get();
                assertEquals(ErrorClass.PEER_FAILED, assertThrows(MpiFailure.class, file::close).errorClass());
                assertTrue(file.isClosed(), "it is closed here, though the ranks do not come together any more");
            }
        }
    }

    @Test
    void aRankThatHasNoMemoryForTheSharedPointerFailsTheOpenEverywhere() {
        Ranks.run(3, world -> {
            FileSystem files = Ranks.process(world).files();
            FileSystem poor = new FileSystem(files.context(), files.completions(), files.underWay(), bytes -> {
                throw new OutOfMemoryError("Cannot reserve " + bytes + " bytes");
            }, files.threads());
            MpiFailure told = assertThrows(MpiFailure.class, () -> open(poor, world));
            assertEquals(ErrorClass.NO_MEMORY, told.errorClass(), told.getMessage());
            assertTrue(told.getMessage().contains(world.rank() == 0 ? "Cannot reserve" : "rank 0 "), told.getMessage());
            OpenFile file = open(files, world);
            file.close();
        });
    }
}
