package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.base.BraidException;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Places;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of collectives over shared memory that call different things, or expect blocks of other lengths: each is told, as in calls by messages. */
class BoardDisagreementTest {
    /** Rank 1, who leads nobody, has another length for its block than the root, or than rank 5 of the other host. */
    @ParameterizedTest
    @CsvSource({"GATHERV, 0", "GATHERV, 5", "SCATTERV, 0", "ALLTOALLV, 5"})
    void aBlockOfAnotherLengthThanExpectedIsToldToWhoExpectsIt(Operation operation, int expecting) throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(6, 3, 1), 6, Places.hosts(4, 2), new HeapBoards(true, -1), BoardEngines.NONE);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(6, rank -> {
            for (int call = 0; call < 6; call++) {
                boolean isLast = call == 5;
                int[] table = new int[] {2, 2, 2, 2, 2, 2};
                boolean isSender = isLast && rank == 1 && operation != Operation.SCATTERV;
                boolean isReceiver = isLast && rank == 1 && operation == Operation.SCATTERV;
                int own = isSender || isReceiver ? 3 : 2;
                if (isSender) {
                    table[expecting] = 3;
                }
                Call made = engines[rank].call(operation).root(operation.isRooted() ? expecting : 0).count(own, 1).in(new byte[32], 0).out(new byte[32], 0)
                        .inTable(table, new int[] {0, 4, 8, 12, 16, 20}).outTable(new int[] {2, 2, 2, 2, 2, 2}, new int[] {0, 4, 8, 12, 16, 20});
                try {
                    engines[rank].run(made);
                } catch (BraidException told) {
                    errors.add(rank + ": " + told.why() + " " + told.code());
                }
            }
        });
        assertEquals(1, errors.size(), errors::toString);
        String wanted = operation == Operation.SCATTERV ? "1: this rank's block is 2 bytes, and this rank expects 3 MPI_COUNT" : expecting + ": the block of rank 1 is 3 bytes, and this rank expects 2 MPI_TRUNCATED";
        assertTrue(errors.getFirst().startsWith(wanted), errors::toString);
    }

    /** Rank 3 is no leader: the others of its host see what it calls, those of the other one are told. */
    @Test
    void membersOfSeveralHostsThatCallDifferentThingsAreAllTold() throws InterruptedException {
        for (BoardWaits.Looks looks : List.of(BoardEngines.NONE, new BoardWaits.Looks(0, 100))) {
            Engine[] engines = BoardEngines.over(new InMemoryNetwork(4, 3, 1), 4, Places.hosts(2, 2, false), new HeapBoards(true, -1), looks);
            List<String> errors = Collections.synchronizedList(new ArrayList<>());
            Ranks.run(4, rank -> {
                for (int call = 0; call < 5; call++) {
                    engines[rank].run(engines[rank].call(Operation.BARRIER));
                }
                try {
                    engines[rank].run(described(engines[rank], rank == 3 ? Operation.ALLREDUCE : Operation.BARRIER, 8));
                    engines[rank].run(engines[rank].call(Operation.BARRIER));
                } catch (BraidException mismatch) {
                    errors.add(mismatch.why());
                }
            });
            assertEquals(4, errors.size(), errors::toString);
            assertTrue(errors.stream().allMatch(each -> each.contains("rank 3 calls allreduce")), errors::toString);
        }
    }

    /** They would send each other other messages. */
    @Test
    void membersOfSeveralHostsOfWhichOnlySomeKeepBitsAreTold() throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(4, 3, 1), 4, Places.hosts(2, 2, true), new HeapBoards(true, -1), BoardEngines.NONE, BoardEngines.PATIENCE_NS, rank -> rank == 2);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(4, rank -> {
            for (int call = 0; call < 5; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
            try {
                engines[rank].run(described(engines[rank], Operation.ALLREDUCE, 8));
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            } catch (BraidException mismatch) {
                errors.add(mismatch.why());
            }
        });
        assertEquals(4, errors.size(), errors::toString);
        assertTrue(errors.stream().allMatch(each -> each.contains("over shared memory, reproducibly")), errors::toString);
    }

    /** Ranks 0 and 1 make five good calls; then each makes one of its own. */
    private static List<String> told(Operation zero, int zeroBytes, Operation one, int oneBytes, BoardWaits.Looks looks) throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(2, 3, 1), 2, new HeapBoards(true, -1), looks);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(2, rank -> {
            for (int call = 0; call < 5; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
            try {
                engines[rank].run(described(engines[rank], rank == 0 ? zero : one, rank == 0 ? zeroBytes : oneBytes));
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            } catch (BraidException mismatch) {
                errors.add(mismatch.what() + ": " + mismatch.why());
            }
        });
        return errors;
    }

    private static Call described(Engine engine, Operation operation, int bytes) {
        Call call = engine.call(operation).count(bytes, 1).in(new byte[4 * bytes], 0).out(new byte[4 * bytes], 0);
        return operation.isReduction() ? call.reducer(Element.BYTES) : call;
    }

    @ParameterizedTest
    @CsvSource({"BARRIER, 0, ALLREDUCE, 8", "ALLREDUCE, 8, ALLREDUCE, 16", "BCAST, 8, BARRIER, 0", "ALLGATHER, 8, ALLTOALL, 8", "BARRIER, 0, BCAST, 100000", "ALLREDUCE, 100000, ALLREDUCE, 8", "ALLGATHER, 4, SCAN, 4"})
    void membersThatCallDifferentThingsAreBothTold(Operation zero, int zeroBytes, Operation one, int oneBytes) throws InterruptedException {
        for (BoardWaits.Looks looks : List.of(BoardEngines.NONE, new BoardWaits.Looks(0, 100))) {
            List<String> errors = told(zero, zeroBytes, one, oneBytes, looks);
            assertEquals(2, errors.size(), errors::toString);
            assertTrue(errors.stream().allMatch(each -> each.contains(zero.text()) && each.contains(one.text())), errors::toString);
        }
    }

    /** It is a long one, for which there is no board yet, so others do not go behind it; rank 2 never makes it. */
    @Test
    void membersThatDifferAreToldWhileACallThatWasStartedIsUnderWay() throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(3, 3, 1), 3, new HeapBoards(true, -1), BoardEngines.NONE);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(3, rank -> {
            for (int call = 0; call < 5; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
            if (rank < 2) {
                engines[rank].start(described(engines[rank], Operation.ALLREDUCE, 2_000));
                try {
                    engines[rank].run(engines[rank].call(Operation.BCAST).root(1 - rank).count(8, 1).out(new byte[8], 0));
                } catch (BraidException mismatch) {
                    errors.add(mismatch.why());
                }
            }
        });
        assertEquals(2, errors.size(), errors::toString);
    }

    /** None of the last calls waits for the other one: what each member shows is all that it does. */
    @Test
    void membersWhoseLastCallsDifferFindThatWhenNobodyCallsAnyMore() throws InterruptedException {
        Engine[] engines = enginesAfterBcasts();
        assertNull(engines[0].compareShared());
        assertNull(engines[1].compareShared());
        Ranks.run(2, rank -> engines[rank].run(described(engines[rank], rank == 0 ? Operation.BCAST : Operation.GATHER, 8)));
        for (Engine each : engines) {
            assertTrue(whatItFinds(each).contains("rank 0 calls bcast with root 0 and rank 1 calls gather with root 0"), whatItFinds(each));
        }
    }

    /** What the other one shows may belong to another life of its program. */
    @Test
    void aMemberThatHasMadeACallMoreFindsThatAndTheOtherOneNothing() throws InterruptedException {
        Engine[] engines = enginesAfterBcasts();
        engines[1].run(described(engines[1], Operation.GATHER, 8));
        assertEquals("", whatItFinds(engines[0]));
        assertTrue(whatItFinds(engines[1]).contains("rank 0 calls MPI.Finalize and rank 1 calls gather"), whatItFinds(engines[1]));
    }

    /** Nobody has waited for it, nor does it for anybody. */
    @Test
    void aCallThatIsAnnouncedAndThatAnotherMemberDoesNotMakeIsFoundAtTheNextLook() throws InterruptedException {
        for (BoardWaits.Looks looks : List.of(BoardEngines.NONE, new BoardWaits.Looks(0, 100))) {
            Engine[] engines = BoardEngines.over(new InMemoryNetwork(2, 3, 1), 2, new HeapBoards(true, -1), looks);
            List<String> errors = Collections.synchronizedList(new ArrayList<>());
            Ranks.run(2, rank -> {
                for (int call = 0; call < 5; call++) {
                    engines[rank].run(engines[rank].call(Operation.BARRIER));
                }
                announce(engines[rank], 3);
                try {
                    if (rank == 1) {
                        announce(engines[rank], 1);
                    }
                    engines[rank].run(described(engines[rank], Operation.ALLREDUCE, 8));
                    engines[rank].run(engines[rank].call(Operation.BARRIER));
                } catch (BraidException mismatch) {
                    errors.add(mismatch.why());
                }
            });
            assertEquals(2, errors.size(), errors::toString);
            assertTrue(errors.stream().allMatch(each -> each.contains("rank 0 calls allreduce") && each.contains("rank 1 calls dup")), errors::toString);
        }
    }

    @Test
    void aMemberThatHasAnnouncedACallMoreIsFoundWhenNobodyCallsAnyMoreAndByTheLastThatFrees() throws InterruptedException {
        Engine[] engines = enginesAfterBcasts();
        announce(engines[1], 1);
        assertEquals("", whatItFinds(engines[0]));
        assertTrue(whatItFinds(engines[1]).contains("rank 0 calls MPI.Finalize and rank 1 calls dup"), whatItFinds(engines[1]));
        for (int first = 0; first < 2; first++) {
            Engine[] others = enginesAfterBcasts();
            announce(others[1], 1);
            assertEquals("", whatItFindsAsItFrees(others[first]));
            String found = whatItFindsAsItFrees(others[1 - first]);
            assertTrue(found.contains("rank 0 calls free and rank 1 calls dup"), found);
        }
    }

    /** Each is ahead of the other by all phases once, and waits, by looks and by a wish. */
    @Test
    void whoAnnouncesMoreThanABoardHoldsWaitsForTheOthers() throws InterruptedException {
        for (BoardWaits.Looks looks : List.of(BoardEngines.NONE, new BoardWaits.Looks(0, 100))) {
            Engine[] engines = BoardEngines.over(new InMemoryNetwork(3, 3, 1), 3, new HeapBoards(true, -1), looks);
            int[] sums = new int[3];
            Ranks.run(3, rank -> {
                for (int call = 0; call < 5; call++) {
                    engines[rank].run(engines[rank].call(Operation.BARRIER));
                }
                for (int call = 0; call < 5; call++) {
                    announce(engines[rank], 400);
                    byte[] sum = new byte[1];
                    engines[rank].run(engines[rank].call(Operation.ALLREDUCE).count(1, 1).in(new byte[] {(byte) (rank + 1)}, 0).out(sum, 0).reducer(Element.BYTES));
                    sums[rank] += sum[0];
                }
            });
            for (Engine each : engines) {
                assertEquals("", whatItFinds(each));
            }
            assertEquals(List.of(sums[0], sums[0], sums[0]), List.of(sums[0], sums[1], sums[2]));
        }
    }

    /** On several hosts members of one see nothing of what those of another have shown; nor is there a board before the fourth call. */
    @Test
    void callsAreAnnouncedWhereAllMembersShareABoardThatTheyHave() throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(2, 3, 1), 2, new HeapBoards(true, -1), BoardEngines.NONE);
        Engine[] apart = BoardEngines.over(new InMemoryNetwork(4, 3, 1), 4, Places.hosts(2, 2, false), new HeapBoards(true, -1), BoardEngines.NONE);
        Ranks.run(4, rank -> {
            for (int call = 0; call < 5; call++) {
                apart[rank].run(apart[rank].call(Operation.BARRIER));
                if (rank < 2) {
                    assertEquals(call > 3, engines[rank].mayAnnounce());
                    engines[rank].run(engines[rank].call(Operation.BARRIER));
                }
            }
            assertFalse(apart[rank].mayAnnounce());
        });
        engines[0].close();
        assertFalse(engines[0].mayAnnounce());
    }

    private static void announce(Engine engine, int calls) {
        for (int call = 0; call < calls; call++) {
            engine.announce(engine.call(Operation.BARRIER).purpose(Purpose.DUP));
        }
    }

    /** Of a call that carries out a part of what the program has called. */
    @Test
    void aCallThatGoesByAnotherNameIsToldByThat() throws InterruptedException {
        Engine[] engines = enginesAfterBcasts();
        Ranks.run(2, rank -> engines[rank].run(described(engines[rank], rank == 0 ? Operation.BCAST : Operation.GATHER, 8).purpose(rank == 0 ? Purpose.WIN : Purpose.REDUCE_OBJECTS)));
        assertTrue(whatItFinds(engines[0]).contains("rank 0 calls Win and rank 1 calls reduce with root 0"), whatItFinds(engines[0]));
    }

    /** Whoever comes first cannot know what the other one will still call. */
    @Test
    void ofMembersWhoseLastCallsDifferTheLastThatFreesTheCommunicatorFindsIt() throws InterruptedException {
        for (int first = 0; first < 2; first++) {
            Engine[] engines = enginesAfterBcasts();
            engines[first].run(described(engines[first], first == 0 ? Operation.BCAST : Operation.GATHER, 8));
            assertEquals("", whatItFindsAsItFrees(engines[first]));
            int second = 1 - first;
            engines[second].run(described(engines[second], second == 0 ? Operation.BCAST : Operation.GATHER, 8));
            String found = whatItFindsAsItFrees(engines[second]);
            assertTrue(found.contains("rank 0 calls bcast with root 0 and rank 1 calls gather with root 0"), found);
        }
    }

    /** No member can be more than sixteen calls ahead. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16})
    void aMemberThatHasMadeCallsMoreIsFoundByTheLastThatFreesTheCommunicator(int more) throws InterruptedException {
        for (int first = 0; first < 2; first++) {
            Engine[] engines = enginesAfterBcasts();
            for (int call = 0; call < more; call++) {
                engines[1].run(described(engines[1], call == 0 ? Operation.GATHER : Operation.BCAST, 8).root(call == 0 ? 0 : 1));
            }
            assertEquals("", whatItFindsAsItFrees(engines[first]));
            String found = whatItFindsAsItFrees(engines[1 - first]);
            assertTrue(found.contains("rank 0 calls free and rank 1 calls gather with root 0"), first + ": " + found);
        }
    }

    /** Member 1 takes part in it without showing anything. */
    @Test
    void aCallMoreOfWhichNobodyCanTellWhatItWasIsAnother() throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(3, 3, 1), 3, new HeapBoards(true, -1), BoardEngines.FOR_EVER);
        Ranks.run(3, rank -> {
            for (int call = 0; call < 5 + Math.min(1, rank); call++) {
                engines[rank].run(described(engines[rank], call < 5 ? Operation.ALLGATHER : Operation.BCAST, 8).root(call < 5 ? 0 : 2));
            }
        });
        assertEquals("", whatItFindsAsItFrees(engines[1]));
        String found = whatItFindsAsItFrees(engines[0]);
        assertTrue(found.contains("rank 0 calls free and rank 1 calls another collective"), found);
    }

    /** One whose call has failed may have ended it before it was counted: what others think of it from what they see is not what its program has called. */
    @Test
    void nobodyConcludesFromOneWhoseCallHasFailed() throws InterruptedException {
        for (int failed = 0; failed < 2; failed++) {
            Engine[] engines = BoardEngines.over(new InMemoryNetwork(2, 3, 1), 2, new HeapBoards(true, -1), BoardEngines.FOR_EVER);
            int fewer = failed;
            Ranks.run(2, rank -> {
                for (int call = 0; call < (rank == fewer ? 5 : 6); call++) {
                    engines[rank].run(described(engines[rank], Operation.BCAST, 8).root(1 - fewer));
                }
            });
            engines[failed].goAstray();
            assertNull(engines[1 - failed].compareShared());
            engines[failed].close();
            assertEquals("", whatItFindsAsItFrees(engines[1 - failed]));
        }
    }

    @Test
    void membersThatCallAlikeFindNothingAsTheyFreeTheCommunicator() throws InterruptedException {
        Engine[] engines = enginesAfterBcasts();
        assertEquals("", whatItFindsAsItFrees(engines[1]));
        assertEquals("", whatItFindsAsItFrees(engines[0]));
    }

    private static String whatItFindsAsItFrees(Engine engine) {
        Disagreement found = engine.compareOnFreeing();
        engine.close();
        return found == null ? "" : found.error().why();
    }

    /** A thread that waits while it gives its core away is not told of anything. */
    @Test
    void whoHasLookedForLongSleeps() throws InterruptedException {
        AtomicReference<Thread> waiter = new AtomicReference<>();
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(2, 3, 1), 2, new HeapBoards(true, -1), new BoardWaits.Looks(0, Integer.MAX_VALUE, 0));
        Ranks.run(2, rank -> {
            if (rank == 0) {
                waiter.set(Thread.currentThread());
            }
            for (int call = 0; call < 10; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
            while (rank == 1 && Objects.requireNonNull(waiter.get()).getState() == Thread.State.RUNNABLE) {
                Thread.onSpinWait();
            }
            engines[rank].run(engines[rank].call(Operation.BARRIER));
        });
    }

    private static Engine[] enginesAfterBcasts() throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(2, 3, 1), 2, new HeapBoards(true, -1), BoardEngines.FOR_EVER);
        Ranks.run(2, rank -> {
            for (int call = 0; call < 40; call++) {
                engines[rank].run(described(engines[rank], Operation.BCAST, 8).root(call % 2));
            }
        });
        return engines;
    }

    private static String whatItFinds(Engine engine) {
        Disagreement found = engine.compareShared();
        return found == null ? "" : found.error().why();
    }

    /** Short ones lie beside each other, and nothing else says where one ends. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 2_000})
    void aBlockOfAnotherLengthThanTheRootExpectsIsAnErrorThere(int bytes) throws InterruptedException {
        Engine[] engines = BoardEngines.over(new InMemoryNetwork(3, 3, 1), 3, new HeapBoards(true, -1), BoardEngines.NONE);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        Ranks.run(3, rank -> {
            for (int call = 0; call < 5; call++) {
                engines[rank].run(engines[rank].call(Operation.BARRIER));
            }
            Call call = engines[rank].call(Operation.GATHERV).count(rank == 1 ? bytes : 2, 1).in(new byte[2_000], 0).out(new byte[6], 0);
            try {
                engines[rank].run(call.outTable(new int[] {2, 2, 2}, new int[] {0, 2, 4}));
            } catch (BraidException unequal) {
                errors.add(rank + ": " + unequal.why());
            }
        });
        assertEquals(List.of("0: the block of rank 1 is " + bytes + " bytes, and this rank expects 2"), errors);
    }
}
