package org.braid.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.braid.launch.output.InputFlow;
import org.braid.launch.output.OutputPump;
import org.braid.launch.output.OutputSink;
import org.junit.jupiter.api.Test;

/** When an unfinished line is shown, and that it mixes with nobody's. One thread: what happens between two reads of a rank's output is told by the script that stands for it. */
class PromptTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final OutputSink sink = new OutputSink(out, true);
    private final InputFlow flow = new InputFlow();
    private String tag = "";
    private OutputPump pump = pump(sink, InputStream.nullInputStream());
    private long nowNs;
    private long answered; // bytes

    private OutputPump pump(OutputSink to, InputStream from) {
        return new OutputPump(0, from, to, tag, flow, () -> {});
    }

    /** Carries out what the rank prints and what happens in between. */
    private void play(Object... script) {
        pump = pump(sink, new Script(script));
        pump.run();
    }

    /** The rank begins to wait, and its user takes his time. */
    private void waitLong() {
        flow.awaited(answered, nowNs);
        nowNs += InputFlow.LONG_NS;
        if (flow.tick(nowNs)) {
            pump.showUnfinished();
        }
    }

    private void answer() {
        flow.forwards(4);
        answered += 4;
    }

    private void otherRank(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        sink.write(1, tag.isEmpty() ? new byte[0] : "[1]".getBytes(StandardCharsets.UTF_8), bytes, 0, bytes.length);
    }

    private Runnable shows(String expected) {
        return () -> assertEquals(expected, shown());
    }

    private String shown() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** A rank's output: texts are printed, tasks run while the rank prints nothing. */
    private static final class Script extends InputStream {
        private final Object[] steps;
        private int at;
        private int taken; // of the text at hand

        Script(Object[] steps) {
            this.steps = steps;
        }

        @Override
        public int available() {
            return at < steps.length && steps[at] instanceof String text ? text.length() - taken : 0;
        }

        @Override
        public int read() {
            throw new AssertionError("a pump reads pieces");
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            for (; at < steps.length && steps[at] instanceof Runnable task; at++) {
                task.run();
            }
            if (at == steps.length) {
                return -1;
            }
            int bytes = Math.min(length, available());
            System.arraycopy(((String) steps[at]).getBytes(StandardCharsets.US_ASCII), taken, target, offset, bytes);
            taken += bytes;
            if (available() == 0) {
                at++;
                taken = 0;
            }
            return bytes;
        }
    }

    private static Runnable then(Runnable task) {
        return task;
    }

    @Test
    void anUnfinishedLineIsHeldWhileNobodyWaits() {
        play("a", shows(""), "b\nc", shows("ab\n"), "d\n", shows("ab\ncd\n"));
    }

    @Test
    void onlyOneRankHasNothingHeld() {
        OutputPump alone = pump(new OutputSink(out, false), new Script(new Object[] {"10%", shows("10%"), " 20%", shows("10% 20%")}));
        alone.run();
    }

    @Test
    void aPromptIsShownOnceTheWaitIsLongAndWhatFollowsTheAnswerIsHeldAgain() {
        play("name? ", shows(""), then(this::waitLong), shows("name? "), then(this::answer), "Hel", shows("name? "), "lo\n", shows("name? Hello\n"));
    }

    @Test
    void aPromptIsShownThoughItArrivesAfterTheWaitHasBecomeLong() {
        play(then(this::waitLong), "name? ", shows("name? "));
    }

    @Test
    void aPromptOfManyPiecesIsShownToItsEnd() {
        String prompt = "x".repeat(20_000);
        play(then(this::waitLong), prompt, shows(prompt));
    }

    @Test
    void aWaitThatIsAnsweredSoonShowsNothing() {
        play("half ", then(() -> flow.awaited(answered, nowNs)), then(this::answer), then(() -> flow.tick(nowNs + InputFlow.LONG_NS)), then(() -> pump.showUnfinished()), shows(""), "line\n", shows("half line\n"));
    }

    @Test
    void whatAnotherThreadOfTheRankPrintsMeanwhileIsHeldAfterTheFirstPiece() {
        play(then(this::waitLong), "first", shows("first"), "second", shows("first"), " ends\n", shows("firstsecond ends\n"));
    }

    @Test
    void anotherRanksLineDoesNotContinueAPromptAndAnAnswerDoesNotContinueThatLine() {
        play("name? ", then(this::waitLong), then(() -> otherRank("other\n")), shows("name? \nother\n"), then(this::answer), "Hello\n", shows("name? \nother\nHello\n"));
    }

    @Test
    void aTaggedPromptIsContinuedWithoutATagUnlessAnotherRankHasPrinted() {
        tag = "[0]";
        play("a\nname? ", then(this::waitLong), shows("[0]a\n[0]name? "), then(this::answer), "Hello\n", shows("[0]a\n[0]name? Hello\n"));
        play("age? ", then(this::waitLong), then(() -> otherRank("other\n")), then(this::answer), "7\n", "end");
        assertEquals("[0]a\n[0]name? Hello\n[0]age? \n[1]other\n[0]7\n[0]end\n", shown());
    }

    /** Every way to cut eleven bytes in three, with a long wait after each piece: nothing is lost, doubled or reordered. */
    @Test
    void whateverIsShownWhenTheBytesAreTheSame() {
        String text = "ab\ncd? \ne? ";
        for (int first = 1; first < text.length(); first++) {
            for (int second = first + 1; second < text.length(); second++) {
                out.reset();
                play(text.substring(0, first), then(this::waitLong), text.substring(first, second), then(this::waitLong), text.substring(second), then(this::answer));
                assertEquals(text, shown());
            }
        }
    }
}
