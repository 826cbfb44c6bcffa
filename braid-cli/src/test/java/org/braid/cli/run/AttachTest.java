package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.Policy;
import org.braid.base.wire.PutBuffer;
import org.braid.boot.Invitation;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that nobody launched, here the test itself, join the links of a running job by a file. */
@Timeout(120)
class AttachTest {
    /** Ten seconds without a connection are a peer's end (docs/decisions/tcp-lanes.md); shm asks the kernel. */
    private static final long BOUND_NS = 15_000_000_000L;

    @TempDir Path directory = Path.of("");

    @Test
    void programsStartedByThemselvesTalkToARunningJobOneAfterTheOther() throws Exception {
        Path file = directory.resolve("invitation");
        try (TestJob job = TestJob.startInPieces(directory, "-n", "2", Actor.class.getName(), "invite", file.toString())) {
            awaitLine(job, "invited");
            Invitation invitation = Invitation.read(file);
            for (String method : List.of("tcp", "shm", "shm", "tcp")) {
                assertEquals(List.of(0), ask(invitation, method, false));
            }
            assertEquals(List.of(0), ask(invitation, "shm", true));
            TestJob.Result result = job.end();
            assertEquals(0, result.code(), result.err());
        }
    }

    @Test
    void aGuestThatIsKilledIsNoticedAndTheJobGoesOn() throws Exception {
        for (String method : List.of("shm", "tcp")) {
            Path file = directory.resolve("invitation-" + method);
            try (TestJob job = TestJob.startInPieces(directory, "-n", "2", Actor.class.getName(), "watch-guest", file.toString());
                    TestJob guest = invited(job, file, method)) {
                assertEquals("rank 0 answered", guest.nextLine());
                long killedNs = System.nanoTime();
                TestJob.signal("KILL", guest.launcher().pid());
                awaitLine(job, "the guest has failed");
                assertTrue(System.nanoTime() - killedNs < BOUND_NS, method);
                TestJob.Result result = job.end();
                assertEquals(0, result.code(), result.err());
            }
        }
    }

    @Test
    void aGuestIsToldThatItsJobHasEnded() throws Exception {
        for (String method : List.of("shm", "tcp")) {
            Path file = directory.resolve("invitation-" + method);
            try (TestJob job = TestJob.startInPieces(directory, "-n", "2", Actor.class.getName(), "watch-guest", file.toString());
                    TestJob guest = invited(job, file, method)) {
                assertEquals("rank 0 answered", guest.nextLine());
                long killedNs = System.nanoTime();
                TestJob.signal("KILL", job.launcher().pid());
                assertEquals("the job has failed", guest.nextLine());
                assertTrue(System.nanoTime() - killedNs < BOUND_NS, method);
                assertEquals(0, guest.end().code());
            }
        }
    }

    private TestJob invited(TestJob job, Path file, String method) throws Exception {
        awaitLine(job, "invited");
        return TestJob.program(directory, Guest.class, file.toString(), method);
    }

    private static void awaitLine(TestJob job, String line) throws Exception {
        while (!job.nextLine().equals(line)) {
            // Another line.
        }
    }

    /** Ranks that answered. */
    private static List<Integer> ask(Invitation invitation, String method, boolean isLast) {
        List<Integer> answers = new ArrayList<>();
        try (Context guest = Context.open(invitation.contextConfig().withPolicy(Policy.parse(method)))) {
            int ask = guest.register("attach.ask", (to, a0, a1, a2, a3, payload) -> {});
            guest.register("attach.answer", (to, a0, a1, a2, a3, payload) -> answers.add(a0));
            Startpoint back = guest.startpointTo(guest.newEndpoint(null));
            PutBuffer body = new PutBuffer();
            back.put(body);
            guest.startpointTo(invitation.host(), Actor.GUESTS).send(ask, isLast ? 1 : 0, 0, 0, 0, body);
            assertTrue(guest.progress().awaitThat(() -> !answers.isEmpty(), 8_000_000_000L), () -> "no answer by " + method + ": " + guest.notices());
        }
        return answers;
    }
}
