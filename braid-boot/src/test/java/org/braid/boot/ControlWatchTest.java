package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.control.ControlReader;
import org.braid.boot.server.RankClient;
import org.braid.boot.server.RankProtocol;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.junit.jupiter.api.Test;

/** A rank's watch over its launcher ends with the control pipe and not before. */
class ControlWatchTest {
    private static final long NO_PID = 0;

    private static final Ticket TICKET = new Ticket(0, 1, 2, 0, 1, 0, 1, 0, "pipe:/no/such/pipe", Secret.random(), "", "", false);

    private final Job job = new Job(TICKET);
    private final RankInput input = new RankInput(taken -> {}, false);
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private void say(int kind, byte[] payload) {
        said.writeBytes(ControlFrame.of(kind, payload, payload.length));
    }

    private void readToEnd() throws IOException {
        ByteArrayInputStream pipe = new ByteArrayInputStream(said.toByteArray());
        new ControlWatch(new ControlReader(Channels.newChannel(pipe), pipe), input, new ControlEvents(job), NO_PID).readToEnd();
    }

    /** One of the launcher's news, as it comes down the pipe. */
    private void sayLeft(int rank) {
        ByteBuffer answer = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putInt(12 << 8 | RankProtocol.LEFT);
        say(ControlFrame.ANSWER, answer.putInt(rank).putInt(0).putInt(RankProtocol.HAS_ENDED).array());
    }

    private void onLeft(RankClient.LeftAnswers listener) {
        Objects.requireNonNull(job.launcher().client).onLeft(listener);
    }

    @Test
    void aProgramMayHearOfADeathFromWhenItIsToldUntilItIsOver() {
        ControlEvents events = new ControlEvents(job);
        assertFalse(events.mayHearOfDeath());
        events.handle(ControlFrame.RANK_FAILED, 0, ControlFrame.failure(0, "was killed"));
        assertTrue(events.mayHearOfDeath());
        job.scope().over();
        assertFalse(events.mayHearOfDeath());
    }

    @Test
    void newsAreHeardInOrderAndThoseOfALaterLauncherAreSkipped() throws IOException {
        List<Integer> heard = new ArrayList<>();
        onLeft((rank, askerFinished, answersItself) -> heard.add(rank));
        sayLeft(3);
        say(200, new byte[5]);
        sayLeft(1);
        readToEnd();
        assertEquals(List.of(3, 1), heard);
    }

    @Test
    void aListenerThatFailsDoesNotEndIt() throws IOException {
        onLeft((rank, askerFinished, answersItself) -> {
            throw new IllegalStateException("planted, to be survived");
        });
        sayLeft(1);
        say(ControlFrame.INPUT, new byte[] {7});
        say(ControlFrame.INPUT_END, new byte[0]);
        readToEnd();
        assertEquals(7, input.read());
        assertEquals(-1, input.read());
    }

    @Test
    void howARankDiedIsCutToWhatFits() {
        assertEquals(4 + 1_024, ControlFrame.failure(1, "x".repeat(2_000)).length);
    }

    @Test
    void aLauncherThatIsGoneNeedsNoAnswer() {
        job.launcher().answerPing();
        job.launcher().kept(new byte[1]);
    }
}
