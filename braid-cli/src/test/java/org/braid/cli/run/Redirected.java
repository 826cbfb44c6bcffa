package org.braid.cli.run;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import mpi.MPI;

/** What programs do with the standard streams that {@code System} lets them set; each case says what came of it. */
public final class Redirected {
    private final PrintStream console = System.out;
    private final int rank = MPI.COMM_WORLD.Rank();

    private Redirected() {}

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        if (arguments.length > 0) {
            new Redirected().endBy(arguments[0]);
            return;
        }
        Redirected program = new Redirected();
        program.print();
        program.capture();
        program.tee();
        program.nest();
        program.printInAnotherCharset();
        program.printByASubclass();
        program.setNothing();
        program.traceStacks();
        program.read();
        MPI.Finalize();
    }

    private void say(String text) {
        console.println("rank " + rank + ": " + text);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    private void print() {
        System.out.println("rank " + rank + ": to the first stream");
        say("command " + MPI.INFO_ENV.get("command") + ", argv '" + MPI.INFO_ENV.get("argv") + "'");
    }

    private void capture() {
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        PrintStream own = new PrintStream(captured, true, StandardCharsets.UTF_8);
        System.setOut(own);
        System.out.println("in it");
        say("captures '" + text(captured) + "', and reads what it has set: " + (System.out == own));
        System.setOut(console);
    }

    private void tee() {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream tee = new PrintStream(new Both(console, log), true, StandardCharsets.UTF_8);
        System.setOut(tee);
        System.out.println("rank " + rank + ": tee");
        IO.println("rank " + rank + ": tee of the JDK's");
        say("log '" + text(log).replace('\n', '|') + "'");
        System.setOut(console);
    }

    private void nest() {
        ByteArrayOutputStream outer = new ByteArrayOutputStream();
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        System.setOut(new PrintStream(outer, true, StandardCharsets.UTF_8));
        PrintStream before = System.out;
        System.setOut(new PrintStream(inner, true, StandardCharsets.UTF_8));
        System.out.println("i");
        System.setOut(before);
        System.out.println("o");
        say("outer '" + text(outer) + "' inner '" + text(inner) + "'");
        System.setOut(console);
    }

    private void printInAnotherCharset() {
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_16BE));
        System.out.print("é");
        say("bytes " + Arrays.toString(captured.toByteArray()));
        System.setOut(console);
    }

    private void printByASubclass() {
        System.setOut(new Prefixed(console, console.charset()));
        System.out.println("by a subclass");
        System.setOut(console);
    }

    private void setNothing() {
        System.setOut(null);
        say("null is " + System.out);
        System.setOut(console);
    }

    private void traceStacks() {
        PrintStream errors = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        new Exception("traced").printStackTrace();
        System.setErr(errors);
        say("trace " + text(captured).lines().findFirst().orElse("none"));
    }

    private void read() throws IOException {
        InputStream before = System.in;
        System.setIn(new FilterInputStream(before) {});
        say("reads " + System.in.read() + ", then " + System.in.read());
        System.setIn(before);
        say("reads " + System.in.read());
    }

    /** The last rank leaves a stream behind that throws at everything; the others have nothing more to do. */
    private void endBy(String what) {
        MPI.Finalize();
        if (rank == 0) {
            return;
        }
        PrintStream bad = new PrintStream(new Bad(), true, StandardCharsets.UTF_8);
        switch (what) {
            case "a stream that throws" -> System.setOut(bad);
            case "a failure and an error stream that throws" -> {
                System.setErr(bad);
                throw new IllegalStateException("no more");
            }
            default -> throw new IllegalArgumentException(what);
        }
    }

    /** Writes to the former stream, too. */
    private static final class Both extends OutputStream {
        private final PrintStream former;
        private final OutputStream log;

        Both(PrintStream former, OutputStream log) {
            this.former = former;
            this.log = log;
        }

        @Override
        public void write(int b) throws IOException {
            former.write(b);
            log.write(b);
        }

        @Override
        public void flush() {
            former.flush();
        }
    }

    private final class Prefixed extends PrintStream {
        Prefixed(OutputStream to, Charset charset) {
            super(to, true, charset);
        }

        @Override
        public void println(String line) {
            super.println("rank " + rank + ": [prefix] " + line);
        }
    }

    private static final class Bad extends OutputStream {
        @Override
        public void write(int b) {
            throw new IllegalStateException("nothing is written here");
        }

        @Override
        public void flush() {
            throw new IllegalStateException("nothing is flushed here");
        }
    }
}
