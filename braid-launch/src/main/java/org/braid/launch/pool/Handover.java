package org.braid.launch.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.braid.boot.warm.Nest;
import org.braid.boot.warm.Order;
import org.jspecify.annotations.Nullable;

/** How a launcher makes a warm rank its own: it opens the other ends of its pipes, says what is to be run, and waits until the rank says that it does. */
final class Handover {
    /** So long a rank may take to become what was ordered: a few milliseconds, but for a machine with thirty others for each core. */
    private static final long PATIENCE_NS = 3_000_000_000L;

    private static final long NAP_NS = 100_000L;

    /** What stands for bytes that are no text: they would not come back the same. */
    private static final char NO_TEXT = '\ufffd';

    private Handover() {}

    /** Whether such an order can be given: one that is too long, or no text, would only cost the rank that waits. */
    static boolean canSay(Order order) {
        return said(order).length > 0;
    }

    private static byte[] said(Order order) {
        return isText(order) ? order.encode() : new byte[0];
    }

    /** The process that runs what is ordered; null if it does not say so, and then it never will. */
    static @Nullable Process to(Path nest, Order order) {
        byte[] bytes = said(order);
        WarmProcess process = null;
        try {
            process = open(nest);
            if (bytes.length > 0 && !process.hasEnded()) {
                process.getOutputStream().write(bytes);
                if (answers(process)) {
                    return process;
                }
            }
        } catch (IOException | NumberFormatException e) {
            // It is gone, or its directory is damaged.
        }
        if (process != null) {
            process.giveUp();
        }
        return null;
    }

    private static boolean isText(Order order) {
        for (String argument : order.arguments()) {
            if (argument.indexOf(NO_TEXT) >= 0) {
                return false;
            }
        }
        for (Map.Entry<String, String> each : order.environment().entrySet()) {
            if (each.getKey().indexOf(NO_TEXT) >= 0 || each.getValue().indexOf(NO_TEXT) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Nothing here may wait: a pipe that nobody else has open any more is opened in both directions first. */
    private static WarmProcess open(Path nest) throws IOException {
        long pid = Long.parseLong(Files.readString(nest.resolve(Nest.PID), StandardCharsets.US_ASCII).strip());
        if (!Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1).contains("\0" + nest + "\0")) {
            throw new IOException("another process has its number now");
        }
        ProcessHandle handle = ProcessHandle.of(pid).orElseThrow(() -> new IOException("it has gone"));
        WarmProcess process = new WarmProcess(handle, nest);
        process.open();
        return process;
    }

    private static boolean answers(WarmProcess process) throws IOException {
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (process.getInputStream().available() == 0) {
            if (System.nanoTime() - deadlineNs >= 0 || process.hasEnded()) {
                return false;
            }
            LockSupport.parkNanos(NAP_NS);
        }
        return process.getInputStream().read() == Order.RUNS;
    }
}
