package org.braid.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.braid.boot.hosts.CoreLayout;
import org.braid.boot.hosts.HostIdentity;
import org.braid.boot.spawn.SpawnRequest;
import org.junit.jupiter.api.Test;

/** By which joins processes are started, and what becomes of a job over several of them before all can start it. */
class SpawnPlaceTest {
    private static final String SPAWN = "8b";
    private static final String PART = "8d";
    private static final String CONTROL = "86";
    private static final String OVER = "11/89";
    private static final int REQUEST = 7;

    private final Roll roll = new Roll(3);
    private final List<ToldLink> links = new ArrayList<>();
    private final List<RemoteHost> joins = new ArrayList<>();
    private final List<SpreadRequest> ready = new ArrayList<>();
    private final SpawnPlace place = new SpawnPlace(roll, ready::add);

    SpawnPlaceTest() {
        for (String name : new String[] {"one", "two", "three"}) {
            int rank = joins.size();
            ToldLink link = new ToldLink("fd00::" + (rank + 1));
            RemoteHost join = new RemoteHost(link, new Entry(new HostIdentity(rank, 2), 5, 2, 1, List.of(rank), name, "", "", CoreLayout.NONE));
            join.ranks = new int[] {rank};
            roll.add(join);
            joins.add(join);
            links.add(link);
        }
    }

    private static SpawnRequest.Command command(int processes, String hosts) {
        return new SpawnRequest.Command("Program", List.of(), processes, hosts.isEmpty() ? Map.of() : Map.of("host", hosts));
    }

    private void ask(SpawnRequest.Command... commands) throws IOException {
        place.ask(0, new SpawnRequest(REQUEST, "port", List.of(commands)).toBytes());
    }

    private String kinds() {
        return String.join(", ", links.stream().map(ToldLink::kinds).toList());
    }

    private String told(int join) {
        ByteBuffer last = links.get(join).told.getLast();
        return StandardCharsets.UTF_8.decode(last.duplicate()).toString();
    }

    /** The numbers of the commands in a join's part, and how often it is to start each. */
    private String part(int join) throws IOException {
        ByteBuffer in = links.get(join).told.getFirst().duplicate().order(ByteOrder.LITTLE_ENDIAN).position(2 * HostProtocol.HEAD);
        int[] numbers = new int[in.getInt()];
        Arrays.setAll(numbers, _ -> in.getInt());
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        StringBuilder text = new StringBuilder();
        SpawnRequest request = SpawnRequest.decode(bytes);
        for (int i = 0; i < numbers.length; i++) {
            text.append(numbers[i]).append('x').append(request.commands().get(i).processes()).append(' ');
        }
        assertTrue(request.port().isEmpty() && request.commands().getFirst().hints().isEmpty(), request::toString);
        return text.toString().strip();
    }

    @Test
    void oneHostHasTheWholeRequestWhoeverNamesItHow() throws Exception {
        ask(command(2, ""));
        ask(command(2, "localhost"));
        ask(command(1, "ONE:4"));
        assertEquals(SPAWN + " " + SPAWN + " " + SPAWN + ", , ", kinds());
        ask(command(2, "three"), command(3, "fd00::3, three:2"));
        ask(command(1, "two,three"));
        assertEquals(SPAWN + " " + SPAWN + " " + SPAWN + ", " + SPAWN + ", " + SPAWN, kinds());
    }

    @Test
    void severalHaveTheirPartsAndTheJobBeginsOnceEachCanStartIts() throws Exception {
        ask(command(5, "two,one:2"), command(1, ""), command(2, "fd00::3:2,one"));
        assertEquals(PART + ", " + PART + ", " + PART, kinds());
        assertEquals("0x3 1x1", part(0));
        assertEquals("0x2", part(1));
        assertEquals("2x2", part(2));
        place.ready(joins.get(2), 1, "");
        place.ready(joins.get(0), 1, "");
        place.ready(joins.get(0), 1, "");
        assertTrue(ready.isEmpty());
        place.ready(joins.get(1), 1, "");
        assertEquals(8, ready.getFirst().size());
        RemoteRanks ranks = ready.getFirst().ranks(Runnable::run, HostDecoder.deaf(RemoteRanks.Listener.class));
        assertEquals("rank 0 (on two), rank 1 (on one), rank 2 (on one), rank 3 (on two), rank 4 (on one), rank 5 (on one), rank 6 (on three), rank 7 (on three)", names(ranks));
        assertEquals(3, ranks.joins());
        assertEquals(0, ranks.missing());
    }

    private static String names(RemoteRanks ranks) {
        List<String> names = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            names.add(ranks.name(rank));
        }
        return String.join(", ", names);
    }

    @Test
    void whereOneCannotTheRankIsToldWhyAndTheOthersLeaveIt() throws Exception {
        ask(command(2, "one,two"));
        place.ready(joins.get(0), 1, "");
        place.ready(joins.get(1), 1, "there is no such class");
        assertEquals(PART + " " + OVER + " " + CONTROL + ", " + PART + " " + OVER + ", ", kinds());
        assertTrue(told(0).contains("there is no such class (on two)"), () -> told(0));
        place.ready(joins.get(0), 1, "");
        assertTrue(ready.isEmpty());
    }

    @Test
    void soItIsIfAJoinIsLostOrTheJobIsOverBeforeAllHaveSaidSo() throws Exception {
        ask(command(2, "one,two"));
        ask(command(2, "one,three"));
        place.lost(joins.get(1));
        assertEquals(PART + " " + PART + " " + OVER + " " + CONTROL + ", " + PART + " " + OVER + ", " + PART, kinds());
        assertTrue(told(0).contains("host two (fd00::2) is lost"), () -> told(0));
        place.close();
        assertTrue(told(0).contains("the job that asks is over"), () -> told(0));
        assertTrue(links.get(2).kinds().endsWith(OVER), this::kinds);
        place.ready(joins.get(2), 2, "");
        assertTrue(ready.isEmpty());
    }

    @Test
    void hintsThatMeanNothingAndTooManyProcessesAreToldTheRank() throws Exception {
        for (String hint : List.of("four", "one,four", "one:", "one:0", "one:x", "one,,two", "two:2147483648")) {
            ask(command(2, hint));
            assertTrue(told(0).contains("the hint host: '"), () -> hint + ": " + told(0));
        }
        ask(command(Integer.MAX_VALUE, "one,two:2147483647"));
        assertTrue(told(0).contains("a job has at most"), () -> told(0));
        assertEquals("", links.get(1).kinds());
    }
}
