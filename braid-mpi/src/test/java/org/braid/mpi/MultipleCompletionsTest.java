package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.MultipleCompletions;
import org.braid.mpi.completion.RequestHandle;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Wait and test for several requests, against a second rank that sends on demand. */
class MultipleCompletionsTest {
    private static final int INT = 4;

    private static final class Handle extends RequestHandle {
        Handle(@Nullable Request request) {
            super(request);
        }
    }

    private static Handle[] receives(Lco world, int[] got) {
        Handle[] handles = new Handle[got.length];
        for (int tag = 0; tag < got.length; tag++) {
            handles[tag] = new Handle(world.irecv(got, 4L * tag, 4, INT, 1, tag));
        }
        return handles;
    }

    /** Rank 0 runs the body; rank 1 sends a message with each tag that rank 0 asks for. */
    private static void against(Ranks.Body body) {
        Ranks.run(2, world -> {
            if (world.rank() == 0) {
                body.run(world);
                ask(world, -1);
                assertEquals(0, world.completions().liveRequests());
                return;
            }
            int[] tag = {0};
            while (tag[0] >= 0) {
                world.completions().finish(world.recv(tag, 0, 4, INT, 0, 1000));
                if (tag[0] >= 0) {
                    world.send(new int[] {tag[0] * 10}, 0, 4, INT, 0, tag[0]);
                }
            }
        });
    }

    private static void ask(Lco world, int tag) {
        world.send(new int[] {tag}, 0, 4, INT, 1, 1000);
    }

    @Test
    void awaitAnyReturnsTheOneThatIsDone() {
        against(world -> {
            MultipleCompletions completions = world.completions().several();
            int[] got = new int[5];
            Handle[] handles = receives(world, got);
            assertEquals(MultipleCompletions.NONE_DONE, completions.testAny(handles));
            for (int tag : new int[] {3, 0, 4, 1, 2}) {
                ask(world, tag);
                assertEquals(tag, completions.awaitAny(handles));
                assertEquals(tag * 10, got[tag]);
                handles[tag].release(world.completions());
                assertNull(handles[tag].request());
            }
            assertEquals(MultipleCompletions.NONE_ACTIVE, completions.awaitAny(handles));
            assertEquals(MultipleCompletions.NONE_ACTIVE, completions.testAny(new Handle[] {new Handle(null)}));
        });
    }

    @Test
    void awaitSomeReturnsAllThatAreDone() {
        against(world -> {
            MultipleCompletions completions = world.completions().several();
            Handle[] handles = receives(world, new int[4]);
            ask(world, 2);
            ask(world, 1);
            int[] indexes = new int[4];
            int done = 0;
            while (done < 2) {
                int count = completions.awaitSome(handles, indexes);
                for (int i = 0; i < count; i++) {
                    assertTrue(indexes[i] == 1 || indexes[i] == 2);
                    handles[indexes[i]].release(world.completions());
                }
                done += count;
            }
            assertEquals(0, completions.testSome(handles, indexes));
            world.completions().cancel(Objects.requireNonNull(handles[0].request()));
            world.completions().cancel(Objects.requireNonNull(handles[3].request()));
            assertEquals(2, completions.awaitSome(handles, indexes));
            handles[0].release(world.completions());
            handles[3].release(world.completions());
            assertEquals(MultipleCompletions.NONE_ACTIVE, completions.awaitSome(handles, indexes));
        });
    }

    @Test
    void finishAllReturnsWhenEveryOneIsDoneAndGivesAllBack() {
        against(world -> {
            MultipleCompletions completions = world.completions().several();
            int[] got = new int[3];
            Handle[] handles = receives(world, got);
            assertFalse(completions.testAll(handles));
            for (int tag = 2; tag >= 0; tag--) {
                ask(world, tag);
            }
            assertTrue(completions.finishAll(handles));
            assertTrue(completions.testAll(handles));
            assertEquals(20, got[2]);
            assertEquals(MultipleCompletions.NONE_ACTIVE, completions.testAny(handles));
        });
    }

    @Test
    void aHandleThatIsUsedAfterItsRequestWasGivenBackIsNoticed() {
        Ranks.run(1, world -> {
            Handle first = new Handle(world.irecv(null, 0, 0, INT, 0, 0));
            Handle second = new Handle(first.request());
            world.send(null, 0, 0, INT, 0, 0);
            first.release(world.completions());
            assertThrows(MpiFailure.class, () -> Objects.requireNonNull(second.request()));
        });
    }

    @Test
    void aRequestThatNobodyWaitsForIsGivenBackWhenItIsDone() {
        Ranks.run(1, world -> {
            Completions completions = world.completions();
            int[] got = new int[200];
            for (int i = 0; i < 200; i++) {
                completions.releaseWhenDone(world.irecv(got, 4L * i, 4, INT, 0, i));
            }
            for (int i = 0; i < 200; i++) {
                world.send(new int[] {i}, 0, 4, INT, 0, i);
            }
            assertEquals(199, got[199]);
            Request[] fill = new Request[600];
            for (int i = 0; i < fill.length; i++) {
                fill[i] = world.irecv(null, 0, 0, INT, 0, 1);
            }
            assertEquals(600, completions.liveRequests());
            for (Request r : fill) {
                completions.cancel(r);
                completions.release(r);
            }
        });
    }
}
