package org.braid.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.figure.Results;
import org.braid.bench.figure.Who;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: shells that note when it was their turn. */
class CampaignTest {
    @TempDir Path directory = Path.of("");

    private Contestant noting(Who who, String name) {
        return Contestant.printing(who, name, List.of("/bin/sh", "-c", "echo " + name + " >> " + directory.resolve("turns") + "; echo 'rate c 8 5 msg/s'"));
    }

    private List<String> turns() throws IOException {
        try {
            return Files.readAllLines(directory.resolve("turns"));
        } catch (NoSuchFileException nobodyRan) {
            return List.of();
        }
    }

    @Test
    void everySecondRoundGoesBackwardsSoThatNobodyIsAlwaysTheOneAfter() throws Exception {
        Results results = Campaign.run(List.of(noting(Who.OURS, "new"), noting(Who.OTHER, "old"), noting(Who.PEER, "peer")), 3, () -> {});
        assertEquals(List.of("new", "old", "peer", "peer", "old", "new", "new", "old", "peer"), turns());
        assertEquals(List.of(3, 3, 3), results.all().values().stream().map(samples -> samples.count()).toList());
    }

    @Test
    void aPeerThatFailsIsLeftOutAndTheOthersAreMeasuredInEveryRound() throws Exception {
        Contestant broken = Contestant.printing(Who.PEER, "broken", List.of("/bin/sh", "-c", "echo broken >> " + directory.resolve("turns") + "; exit 3"));
        Results results = Campaign.run(List.of(broken, noting(Who.OURS, "ours")), 2, () -> {});
        assertEquals(1, results.all().size());
        assertEquals(List.of("broken", "ours", "ours"), turns());
    }

    @Test
    void aBuildOfBraidThatFailsEndsTheCampaignForThenThereIsNoVerdict() {
        for (Who who : List.of(Who.OURS, Who.OTHER)) {
            Contestant broken = Contestant.printing(who, "link", List.of("/bin/sh", "-c", "exit 3"));
            assertEquals(ErrorCode.BENCH_FAILED, assertThrows(BraidException.class, () -> Campaign.run(List.of(broken), 1, () -> {})).code());
        }
    }

    @Test
    void whatIsTimedIsRehearsedOnceAndUncounted() throws Exception {
        List<String> rehearsal = List.of("/bin/sh", "-c", "echo rehearsal >> " + directory.resolve("turns"));
        Contestant.Timed timed = new Contestant.Timed("startup.np1", 0, rehearsal);
        Contestant first = Contestant.timed(Who.OURS, "", noting(Who.OURS, "first").command(), timed);
        Contestant second = Contestant.timed(Who.OURS, "again", noting(Who.OURS, "second").command(), timed);
        Results results = Campaign.run(List.of(first, second), 1, () -> {});
        assertEquals(List.of("rehearsal", "first", "second"), turns());
        assertEquals(2, results.all().size());
    }

    @Test
    void whetherAllIsAsBeforeIsAskedAfterEachRound() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Campaign.run(List.of(noting(Who.OURS, "ours")), 2, () -> assertEquals(asked.incrementAndGet(), turns().size()));
        assertEquals(2, asked.get());
    }
}
