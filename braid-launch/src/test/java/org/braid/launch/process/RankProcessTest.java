package org.braid.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.launch.output.InputFlow;
import org.braid.launch.output.OutputSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the launcher hears of a rank's process from its start to its end. */
@Timeout(60)
class RankProcessTest implements RankProcess.Listener {
    private final List<String> heard = new ArrayList<>();

    @Override
    public void started(int rank) {
        heard.add("started " + rank);
    }

    @Override
    public void notStarted(int rank, String why) {
        heard.add("not started " + rank + ": " + why);
    }

    @Override
    public void exited(int rank, int code) {
        heard.add("exited " + rank + " with " + code);
    }

    @Override
    public void outputClosed() {
        heard.add("output closed");
    }

    private RankProcess rank(int number, String... command) {
        return new RankProcess(number, new ProcessBuilder(command), false, OutputSink.outputAndError(true), new InputFlow());
    }

    @Test
    void aProcessThatEndsIsToldOfWithItsCode() {
        rank(3, "sh", "-c", "exit 7").run(this);
        assertEquals(List.of("started 3", "exited 3 with 7"), heard);
    }

    @Test
    void aProgramThatIsNotThereIsNamedInOneLineAndWhoWaitsForTheTicketGoesOn() throws InterruptedException {
        RankProcess rank = rank(3, "/nowhere/java");
        rank.run(this);
        rank.awaitTicket();
        assertEquals(1, heard.size());
        assertTrue(heard.getFirst().startsWith("not started 3: ") && heard.getFirst().contains("/nowhere/java") && !heard.getFirst().contains("\n"), heard.getFirst());
    }

    /** As where the launcher's own classes are damaged: the job would wait for this rank for ever. */
    @Test
    void anErrorInItsThreadIsToldWhereverItComesFrom() throws InterruptedException {
        RankProcess unborn = rank(3, "true");
        unborn.prefer(() -> {
            throw new NoClassDefFoundError("org/braid/Gone\nand more");
        });
        unborn.run(this);
        unborn.awaitTicket();
        RankProcess unheard = rank(4, "sleep", "1000");
        unheard.run(new RankProcess.Listener() {
            @Override
            public void started(int rank) {
                throw new IllegalStateException("planted");
            }

            @Override
            public void notStarted(int rank, String why) {
                RankProcessTest.this.notStarted(rank, why);
            }

            @Override
            public void exited(int rank, int code) {
                heard.add("not waited for");
            }

            @Override
            public void outputClosed() {
                RankProcessTest.this.outputClosed();
            }
        });
        assertEquals(List.of("not started 3: java.lang.NoClassDefFoundError: org/braid/Gone", "not started 4: java.lang.IllegalStateException: planted"), heard);
    }

    /** The job may be over before the thread that starts it comes to that. */
    @Test
    void aRankThatIsKilledBeforeItsStartEndsAtOnce() {
        RankProcess rank = rank(3, "sleep", "1000");
        rank.kill();
        rank.run(this);
        assertEquals(List.of("started 3", "exited 3 with 137"), heard);
    }
}
