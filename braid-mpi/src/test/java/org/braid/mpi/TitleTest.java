package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.junit.jupiter.api.Test;

/** What people are told a communicator is called. */
class TitleTest {
    private static LcoName[] names(int endpoint, int... ranks) {
        LcoName[] names = new LcoName[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            names[i] = new LcoName(Ranks.idOf(ranks[i]), endpoint + i, 0);
        }
        return names;
    }

    private static String title(Ranks job, String given, int... ranks) {
        Lco object = job.worlds.getFirst().newLco().join(0, names(70, ranks));
        object.entitle(given);
        return object.title();
    }

    private static String serving(Ranks job) {
        Lco comm = job.worlds.getFirst().newLco().join(0, names(70, 0, 2));
        Lco object = comm.newLco().joinAcross(0, names(80, 2));
        object.entitle("a chat with rank 1", comm);
        assertEquals("rank 0 in " + object.title(), object.place());
        return object.title();
    }

    @Test
    void aCommunicatorIsNamedByTheProgramOrByTheObjectOfItsFirstMember() {
        try (Ranks job = new Ranks(1, false)) {
            assertEquals("MPI.COMM_WORLD", job.worlds.getFirst().title());
            assertEquals("MPI.COMM_SELF", Ranks.process(job.worlds.getFirst()).self().title());
            assertEquals("communicator #70 of ranks 0, 2", title(job, "", 0, 2));
            assertEquals("communicator \"rows\" of ranks 3 to 5", title(job, "rows", 3, 4, 5));
            assertEquals("a chat with rank 1 on communicator #70 of ranks 0, 2", serving(job));
            assertEquals("communicator #70 of rank 1", title(job, "", 1));
            assertEquals("communicator #70 of 9 ranks", title(job, "", 9, 8, 7, 6, 5, 4, 3, 2, 1));
        }
    }
}
