package org.braid.boot.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.braid.boot.names.NameAnswer.Outcome;
import org.braid.boot.names.NameRequest.Kind;
import org.junit.jupiter.api.Test;

/** What the register of a family answers to good, wrong and hostile ranks. */
class NameRegisterTest {
    private static final NameOwner ONE = new NameOwner(1, 2, 0);
    private static final NameOwner OTHER = new NameOwner(1, 2, 1);
    private static final NameOwner OF_ANOTHER_JOB = new NameOwner(1, 3, 0);

    private final NameRegister register = new NameRegister();

    private Outcome ask(NameOwner who, Kind kind, String service, String port) {
        return register.answer(who, new NameRequest(7, kind, service, port)).outcome();
    }

    private String found(String service) {
        NameAnswer answer = register.answer(OTHER, new NameRequest(7, Kind.LOOKUP, service, ""));
        return answer.outcome() == Outcome.DONE ? answer.port() : "";
    }

    @Test
    void aNameIsFoundByAllAndUnpublishedByItsPublisherAlone() {
        assertEquals(Outcome.DONE, ask(ONE, Kind.PUBLISH, "s", "p"));
        assertEquals("p", found("s"));
        assertEquals(Outcome.FOREIGN, ask(OTHER, Kind.UNPUBLISH, "s", "p"));
        assertEquals(Outcome.FOREIGN, ask(ONE, Kind.UNPUBLISH, "s", "another port"));
        assertEquals("p", found("s"));
        assertEquals(Outcome.DONE, ask(ONE, Kind.UNPUBLISH, "s", "p"));
        assertEquals(Outcome.UNKNOWN, ask(ONE, Kind.UNPUBLISH, "s", "p"));
        assertEquals("", found("s"));
    }

    @Test
    void aNameThatIsTakenStaysAsItWasWhoeverPublishesItAgain() {
        assertEquals(Outcome.DONE, ask(ONE, Kind.PUBLISH, "s", "p"));
        assertEquals(Outcome.TAKEN, ask(ONE, Kind.PUBLISH, "s", "p"));
        assertEquals(Outcome.TAKEN, ask(OTHER, Kind.PUBLISH, "s", "q"));
        assertEquals("p", found("s"));
    }

    @Test
    void theNamesOfARankGoWithItAndNoOthers() {
        assertEquals(Outcome.DONE, ask(ONE, Kind.PUBLISH, "a", "p"));
        assertEquals(Outcome.DONE, ask(ONE, Kind.PUBLISH, "b", "p"));
        assertEquals(Outcome.DONE, ask(OF_ANOTHER_JOB, Kind.PUBLISH, "c", "p"));
        register.ended(ONE);
        assertEquals("", found("a") + found("b"));
        assertEquals("p", found("c"));
        assertEquals(Outcome.DONE, ask(OTHER, Kind.PUBLISH, "a", "q"));
    }

    @Test
    void noRankTakesAllNamesAndAllTogetherNoMoreThanThereAre() {
        for (int owner = 0; owner < NameRegister.MOST / NameRegister.MOST_OF_ONE; owner++) {
            NameOwner who = new NameOwner(1, 2, owner);
            for (int i = 0; i < NameRegister.MOST_OF_ONE; i++) {
                assertEquals(Outcome.DONE, ask(who, Kind.PUBLISH, owner + "." + i, "p"));
            }
            assertEquals(Outcome.FULL, ask(who, Kind.PUBLISH, "more", "p"));
        }
        assertEquals(Outcome.FULL, ask(OF_ANOTHER_JOB, Kind.PUBLISH, "more", "p"));
        register.ended(ONE);
        assertEquals(Outcome.DONE, ask(OF_ANOTHER_JOB, Kind.PUBLISH, "more", "p"));
    }

    @Test
    void whatIsNoRequestIsRefusedAndWhatIsOneTravelsUnchanged() {
        NameRequest longest = new NameRequest(3, Kind.PUBLISH, "s".repeat(NameRequest.MAX_SERVICE_BYTES), "p".repeat(NameRequest.MAX_PORT_BYTES));
        assertEquals(NameRequest.MAX_BYTES, longest.toBytes().length);
        assertEquals(longest, NameRequest.decode(longest.toBytes()));
        assertNull(NameRequest.decode(new NameRequest(3, Kind.PUBLISH, longest.service() + "s", "").toBytes()));
        assertNull(NameRequest.decode(new NameRequest(3, Kind.PUBLISH, "", longest.port() + "p").toBytes()));
        byte[] bytes = new NameRequest(3, Kind.LOOKUP, "", "").toBytes();
        for (int length = 0; length < bytes.length; length++) {
            assertNull(NameRequest.decode(Arrays.copyOf(bytes, length)));
            assertNull(length < 8 ? NameAnswer.decode(new byte[length]) : null);
        }
        for (byte wrong : new byte[] {-1, 4, 127}) {
            byte[] damaged = bytes.clone();
            damaged[4] = wrong; // the kind
            assertNull(NameRequest.decode(damaged));
            damaged = bytes.clone();
            damaged[8] = wrong; // a length behind the end
            assertNull(NameRequest.decode(damaged));
        }
    }

    /** Beside a list that does the same without thinking. */
    @Test
    void manyRanksThatPublishAndEndInAnyOrderSeeWhatANaiveListSays() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, NameOwner> naive = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            NameOwner who = new NameOwner(1, random.nextInt(2), random.nextInt(3));
            String service = "s" + random.nextInt(8);
            boolean isTaken = naive.containsKey(service);
            switch (random.nextInt(4)) {
                case 0 -> {
                    assertEquals(isTaken ? Outcome.TAKEN : Outcome.DONE, ask(who, Kind.PUBLISH, service, "p"), "seed " + seed);
                    naive.putIfAbsent(service, who);
                }
                case 1 -> {
                    boolean isOwn = naive.remove(service, who);
                    assertEquals(isOwn ? Outcome.DONE : isTaken ? Outcome.FOREIGN : Outcome.UNKNOWN, ask(who, Kind.UNPUBLISH, service, "p"), "seed " + seed);
                }
                case 2 -> assertEquals(isTaken ? "p" : "", found(service), "seed " + seed);
                default -> {
                    register.ended(who);
                    naive.values().removeIf(who::equals);
                }
            }
        }
    }
}
