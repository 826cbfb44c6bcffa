package org.braid.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What a command that runs in this process has said, which nobody else may use the outputs of meanwhile. */
record Said(int code, String out, String err) {
    static Said execute(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream toOut = new ByteArrayOutputStream();
        ByteArrayOutputStream toErr = new ByteArrayOutputStream();
        System.setOut(new PrintStream(toOut, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(toErr, true, StandardCharsets.UTF_8));
        try {
            return new Said(Braid.execute(arguments), toOut.toString(StandardCharsets.UTF_8), toErr.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    static String squeezed(String... arguments) {
        Said said = execute(arguments);
        assertEquals(0, said.code(), said.err());
        return said.out().replaceAll(" +", " ");
    }

    static void assertRefused(String code, String... arguments) {
        Said said = execute(arguments);
        assertEquals(2, said.code(), said.err());
        assertEquals("", said.out());
        assertTrue(said.err().startsWith("braid: ") && said.err().endsWith(code + "\n"), said.err());
    }
}
