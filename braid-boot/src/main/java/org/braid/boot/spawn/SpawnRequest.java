package org.braid.boot.spawn;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is to be started (MPI 4.1, section 11.8): one job, of one command or several.
 *
 * <pre>
 *   i32 id | port | u16 n | n × ( command | i32 processes | u16 arguments | each | u16 hints | key, value each )      texts as DataOutput writes them
 * </pre>
 *
 * @param id by which the asking process knows the answers
 * @param port where the asking process waits for the started ones: a port's name, which has a capability in it, so it travels only where the job's secret does, or the size of its group and its pipes
 * @param commands in the order of the ranks that they get
 */
public record SpawnRequest(int id, String port, List<Command> commands) {
    /** No request is longer; the rank server takes no longer frame. */
    public static final int MAX_BYTES = 32 * 1024 - 64;

    private static final int MAX_ENTRIES = 4096;

    /**
     * One command and how often it is started.
     *
     * @param command a class, a {@code .java} file, a jar, or {@code java}, as {@code braid run} takes it
     * @param arguments of the program
     * @param processes at least 1
     * @param hints the program's Info
     */
    public record Command(String command, List<String> arguments, int processes, Map<String, String> hints) {}

    /** As it travels. Longer than {@link #MAX_BYTES} if the program has given too much; a text of more than 64 KiB is refused. */
    public byte[] toBytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(id);
        out.writeUTF(port);
        out.writeShort(commands.size());
        for (Command each : commands) {
            put(out, each);
        }
        return bytes.toByteArray();
    }

    private static void put(DataOutputStream out, Command command) throws IOException {
        out.writeUTF(command.command);
        out.writeInt(command.processes);
        out.writeShort(command.arguments.size());
        for (String argument : command.arguments) {
            out.writeUTF(argument);
        }
        out.writeShort(command.hints.size());
        for (Map.Entry<String, String> hint : command.hints.entrySet()) {
            out.writeUTF(hint.getKey());
            out.writeUTF(hint.getValue());
        }
    }

    /** @throws IOException if the bytes are no request */
    public static SpawnRequest decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int id = in.readInt();
        String port = in.readUTF();
        List<Command> commands = new ArrayList<>();
        for (int left = entries(in); left > 0; left--) {
            commands.add(command(in));
        }
        if (commands.isEmpty() || in.available() != 0) {
            throw new IOException("a request of " + commands.size() + " commands with " + in.available() + " bytes behind them");
        }
        return new SpawnRequest(id, port, commands);
    }

    private static Command command(DataInputStream in) throws IOException {
        String command = in.readUTF();
        int processes = in.readInt();
        if (processes < 1) {
            throw new IOException(processes + " processes are asked for");
        }
        List<String> arguments = new ArrayList<>();
        for (int left = entries(in); left > 0; left--) {
            arguments.add(in.readUTF());
        }
        Map<String, String> hints = new LinkedHashMap<>();
        for (int left = entries(in); left > 0; left--) {
            hints.put(in.readUTF(), in.readUTF());
        }
        return new Command(command, arguments, processes, hints);
    }

    private static int entries(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        if (count > MAX_ENTRIES) {
            throw new IOException("a list of " + count + " entries");
        }
        return count;
    }

    /** The same, as whoever does not look at one of the hints wants it. */
    public SpawnRequest without(String hint) {
        List<Command> kept = new ArrayList<>();
        for (Command each : commands) {
            Map<String, String> hints = new LinkedHashMap<>(each.hints);
            hints.remove(hint);
            kept.add(new Command(each.command, each.arguments, each.processes, hints));
        }
        return new SpawnRequest(id, port, kept);
    }

    /** How many processes all commands together start. */
    public long processes() {
        long sum = 0;
        for (Command each : commands) {
            sum += each.processes;
        }
        return sum;
    }

    /** Without the port, which has a capability in it. */
    @Override
    public String toString() {
        return "request " + id + " for " + commands;
    }
}
