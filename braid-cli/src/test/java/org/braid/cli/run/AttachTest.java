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
    @TempDir Path directory = Path.of("");

    @Test
    void programsStartedByThemselvesTalkToARunningJobOneAfterTheOther() throws Exception {
        Path file = directory.resolve("invitation");
        try (TestJob job = TestJob.start(directory, "-n", "2", Actor.class.getName(), "invite", file.toString())) {
            while (!job.nextLine().equals("invited")) {
                // The other rank's line.
            }
            Invitation invitation = Invitation.read(file);
            for (String method : List.of("tcp", "shm", "shm", "tcp")) {
                assertEquals(List.of(0), ask(invitation, method, false));
            }
            assertEquals(List.of(0), ask(invitation, "shm", true));
            TestJob.Result result = job.end();
            assertEquals(0, result.code(), result.err());
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
