package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import org.braid.boot.server.RankClient;
import org.junit.jupiter.api.Test;

/** A rank's watch over its launcher ends with the control pipe and not before. */
class ControlWatchTest {
    private static final long NO_PID = 0;

    private final Job job = new Job(Ticket.singleton());
    private final RankInput input = new RankInput(taken -> {}, false);
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private void say(int kind, byte[] payload) {
        said.writeBytes(ControlFrame.of(kind, payload, payload.length));
    }

    private void readToEnd() throws IOException {
        ControlReader pipe = new ControlReader(Channels.newChannel(new ByteArrayInputStream(said.toByteArray())));
        new ControlWatch(pipe, input, new ControlEvents(job), NO_PID).readToEnd();
    }

    @Test
    void newsAreHeardInOrderAndThoseOfALaterLauncherAreSkipped() throws IOException {
        List<String> heard = new ArrayList<>();
        job.onFailure((rank, how) -> heard.add(rank + " " + how));
        say(ControlFrame.RANK_FAILED, ControlFrame.failure(3, "fell"));
        say(200, new byte[5]);
        say(ControlFrame.RANK_FAILED, ControlFrame.failure(1, "x".repeat(2_000)));
        readToEnd();
        assertEquals(List.of("3 fell", "1 " + "x".repeat(1_024)), heard);
    }

    @Test
    void aListenerThatFailsDoesNotEndIt() throws IOException {
        job.onFailure((rank, how) -> {
            throw new IllegalStateException("planted, to be survived");
        });
        say(ControlFrame.RANK_FAILED, ControlFrame.failure(1, "fell"));
        say(ControlFrame.INPUT, new byte[] {7});
        say(ControlFrame.INPUT_END, new byte[0]);
        readToEnd();
        assertEquals(7, input.read());
        assertEquals(-1, input.read());
    }

    @Test
    void aLauncherThatIsGoneNeedsNoAnswer() {
        Ticket lost = new Ticket(0, 1, 2, 0, 1, 0, 1, 0, "pipe:/no/such/pipe", Secret.random(), "", "", false);
        ToLauncher launcher = new ToLauncher(new RankClient(lost));
        launcher.answerPing();
        launcher.kept(new byte[1]);
    }
}
