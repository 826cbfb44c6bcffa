package org.braid.launch.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What ranks print comes out whole, in order and line by line. */
class OutputTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final OutputSink sink = new OutputSink(out, true);

    private OutputPump pump(int rank, String tag, InputStream from) {
        return new OutputPump(rank, from, sink, tag, new InputFlow(), () -> {});
    }

    @Test
    void anOutputThatNobodyReadsIsToldOnceHoweverManyRanksGoOnPrinting() {
        OutputSink gone = new OutputSink(new OutputStream() {
            @Override
            public void write(int each) throws IOException {
                throw new IOException("Broken pipe");
            }
        }, true);
        AtomicInteger told = new AtomicInteger();
        for (int rank = 0; rank < 4; rank++) {
            new OutputPump(rank, slow("y\n".repeat(100)), gone, "", new InputFlow(), told::incrementAndGet).run();
        }
        assertEquals(1, told.get());
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Hands out its text one byte a read. */
    private static InputStream slow(String text) {
        InputStream whole = text(text);
        return new InputStream() {
            @Override
            public int read() throws IOException {
                return whole.read();
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return whole.read(target, offset, Math.min(1, length));
            }
        };
    }

    private String shown() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void bytesPassUnchanged() {
        String text = "a\n\nlong line " + "x".repeat(30_000) + "\nlast without end";
        pump(0, "", slow(text)).run();
        assertEquals(text, shown());
    }

    @Test
    void linesAreTaggedOneByOne() {
        pump(3, "[3]<stdout>: ", text("a\nb\n\nc")).run();
        assertEquals("[3]<stdout>: a\n[3]<stdout>: b\n[3]<stdout>: \n[3]<stdout>: c\n", shown());
    }

    @Test
    void anUnfinishedLineOfOneRankIsNotContinuedByAnother() {
        pump(0, "", text("no end")).run();
        pump(1, "", text("other\n")).run();
        assertEquals("no end\nother\n", shown());
    }

    @Test
    void linesOfManyRanksAreNeverTorn() throws InterruptedException {
        Thread[] ranks = new Thread[4];
        for (int rank = 0; rank < ranks.length; rank++) {
            ranks[rank] = new Thread(pump(rank, "", slow(("line of rank " + rank + " " + "y".repeat(97) + "\n").repeat(200))));
            ranks[rank].start();
        }
        for (Thread rank : ranks) {
            rank.join();
        }
        List<String> lines = shown().lines().toList();
        assertEquals(800, lines.size());
        assertTrue(lines.stream().allMatch(line -> line.matches("line of rank [0-3] y{97}")));
    }

    @Test
    void theLastLinesAreKept() {
        OutputPump pump = pump(0, "", text("line\n".repeat(5_000) + "one\ntwo\nthree\n"));
        pump.run();
        List<String> lines = pump.lastLines();
        assertEquals(LastLines.LINES, lines.size());
        assertEquals("three", lines.getLast());
        assertEquals("one", lines.get(lines.size() - 3));
    }

    @Test
    void aClosedOutputIsToldOnceAndWhyIfNotForWantOfAReader() {
        OutputSink full = failing("No space left on device");
        OutputSink closed = failing("Broken pipe");
        int[] told = {0};
        for (OutputSink each : new OutputSink[] {full, closed}) {
            new OutputPump(0, text("a\n"), each, "", new InputFlow(), () -> told[0]++).run();
        }
        assertEquals(2, told[0]);
        assertEquals("No space left on device", full.loss());
        assertEquals("", closed.loss());
    }

    private static OutputSink failing(String why) {
        return new OutputSink(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(why);
            }
        }, true);
    }
}
