package org.braid.boot.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpawnRequestTest {
    private static final SpawnRequest REQUEST = new SpawnRequest(
            7, "port", List.of(new SpawnRequest.Command("A", List.of("x", ""), 3, Map.of("wdir", "/tmp")), new SpawnRequest.Command("B.java", List.of(), 1, Map.of())));

    @Test
    void aRequestArrivesAsItWasMadeAndNoPartOfItIsARequest() throws IOException {
        byte[] bytes = REQUEST.toBytes();
        assertEquals(REQUEST, SpawnRequest.decode(bytes));
        assertEquals(4, REQUEST.processes());
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(IOException.class, () -> SpawnRequest.decode(cut), length + " bytes");
        }
        assertThrows(IOException.class, () -> SpawnRequest.decode(Arrays.copyOf(bytes, bytes.length + 1)));
    }

    @Test
    void itsTextDoesNotShowTheCapability() {
        assertTrue(!REQUEST.toString().contains("port"));
    }

    @Test
    void aLauncherThatCannotBeToldIsNotAskedAndNothingIsKept() {
        List<byte[]> told = new ArrayList<>();
        Spawning spawning = new Spawning(told::add);
        List<SpawnRequest.Command> much = List.of(new SpawnRequest.Command("x".repeat(SpawnRequest.MAX_BYTES), List.of(), 1, Map.of()));
        assertThrows(IOException.class, () -> spawning.ask("port", much, news -> {}));
        assertThrows(IOException.class, () -> new Spawning(null).ask("port", REQUEST.commands(), news -> {}));
        assertEquals(List.of(), told);
    }

    @Test
    void newsAreHeardByWhoeverAskedUntilHeForgets() throws IOException {
        Spawning spawning = new Spawning(bytes -> {});
        List<String> heard = new ArrayList<>();
        int first = spawning.ask("port", REQUEST.commands(), news -> heard.add("first " + news.state() + " " + news.text()));
        int second = spawning.ask("port", REQUEST.commands(), news -> heard.add("second " + news.state()));
        spawning.heard(new SpawnNews(second, SpawnNews.State.ENDED, "").toBytes());
        spawning.heard(new SpawnNews(first, SpawnNews.State.REFUSED, "why").toBytes());
        spawning.forget(first);
        spawning.heard(new SpawnNews(first, SpawnNews.State.ENDED, "").toBytes());
        spawning.heard(new byte[5]);
        assertEquals(List.of("second ENDED", "first REFUSED why"), heard);
    }

    @Test
    void aHintIsTakenOutOfEveryCommandAndNothingElse() {
        SpawnRequest without = REQUEST.without("wdir");
        assertEquals(Map.of(), without.commands().getFirst().hints());
        assertEquals(REQUEST.commands().getLast(), without.commands().getLast());
        assertEquals(REQUEST, REQUEST.without("host"));
    }

    @Test
    void jobsThatFailBeforeSomebodyListensAreToldToHimAndNonsenseIsNoJob() {
        Spawning spawning = new Spawning(null);
        List<String> heard = new ArrayList<>();
        spawning.jobFailed(new FailedJob(1, 2, "how").toBytes());
        spawning.jobFailed(new byte[15]);
        spawning.tellLosses(job -> heard.add(job.high() + " " + job.low() + " " + job.how()));
        spawning.tellLosses(job -> heard.add("again " + job.how()));
        spawning.jobFailed(new FailedJob(3, 4, "").toBytes());
        assertEquals(List.of("1 2 how", "again "), heard);
    }

    @Test
    void theParentsPortIsWaitedForNoLongerThanItCanCome() {
        Spawning spawning = new Spawning(null);
        assertNull(spawning.awaitParent(1));
        spawning.parentIs("port");
        assertEquals("port", spawning.awaitParent(1));
        Spawning orphan = new Spawning(null);
        orphan.end();
        assertNull(orphan.awaitParent(Long.MAX_VALUE));
    }
}
