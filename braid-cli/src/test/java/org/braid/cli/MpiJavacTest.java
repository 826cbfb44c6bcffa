package org.braid.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command in processes of their own, as users have it. */
@Timeout(120)
class MpiJavacTest {
    private static final String CLASH = "import java.io.*; import mpi.*; class Clash { File file = new File(\"x\"); Comm comm = MPI.COMM_WORLD; }";

    @TempDir
    private Path directory;

    private record Said(int code, String text) {}

    /** An empty entry at the end of the class path would be the working directory. */
    private Said mpijavac(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path", "").replaceAll(":+$", ""), "org.braid.cli.Braid", "mpijavac"));
        command.addAll(List.of(words));
        return run(command);
    }

    private Said run(List<String> command) throws IOException, InterruptedException {
        Path said = directory.resolve("said");
        int code = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
        return new Said(code, Files.readString(said));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private boolean exists(String name) {
        return Files.exists(directory.resolve(name));
    }

    @Test
    void aProgramIsCompiledWithItsNeighboursAndJavacsOwnOptions() throws Exception {
        write("Main.java", "class Main { int rank = mpi.MPI.COMM_WORLD.getRank() + mpi.MPI.COMM_WORLD.Rank() + Near.X; }");
        write("Near.java", "class Near { static final int X = 1; }");
        assertEquals(new Said(0, ""), mpijavac("-J-Xmx200m", "-g", "--release", "17", "-d", "out", "Main.java"));
        assertTrue(exists("out/Main.class") && exists("out/Near.class"));
        Files.createDirectory(directory.resolve("empty"));
        Said without = mpijavac("-cp", "empty", "Main.java");
        assertTrue(without.code() == 1 && without.text().contains("Near"), without.text());
    }

    @Test
    void sourcesInOtherCharacterSetsAndInAFileOfArgumentsAreRead() throws Exception {
        Files.write(directory.resolve("Main.java"), "class Main { String s = \"\u00fc\"; }".getBytes(StandardCharsets.ISO_8859_1));
        write("sources", "-d out\nMain.java\n");
        assertEquals(new Said(0, ""), mpijavac("@sources"));
        assertTrue(exists("out/Main.class"));
    }

    @Test
    void theCommandIsShownInsteadOfOrBesideBeingRun() throws Exception {
        write("Main.java", "class Main { mpi.Comm c; }");
        Said shown = mpijavac("--showme", "-d", "out", "Main.java");
        assertTrue(shown.code() == 0 && shown.text().contains("/bin/javac -classpath ") && shown.text().endsWith(":. -d out Main.java\n"), shown.text());
        assertFalse(exists("out"));
        assertEquals(0, run(List.of("sh", "-c", shown.text())).code(), "what is shown can be run");
        assertTrue(exists("out/Main.class"));
        Said verbose = mpijavac("--verbose", "Main.java");
        assertTrue(verbose.code() == 0 && verbose.text().contains("/bin/javac") && exists("Main.class"), verbose.text());
    }

    @Test
    void aNameOfTwoPackagesIsTheOthersAndTheProfileIsOfferedByName() throws Exception {
        write("Clash.java", CLASH);
        Said said = mpijavac("Clash.java");
        assertTrue(said.code() == 0 && said.text().contains("not seen: File;") && said.text().contains("--profile mpj"), said.text());
        assertEquals(new Said(0, ""), mpijavac("--profile", "mpj", "Clash.java"));
        write("Both.java", "import java.io.*; import mpi.*; class Both { File file = new File(\"x\"); File other = new File(MPI.COMM_WORLD, \"x\", 0); }");
        Said both = mpijavac("Both.java");
        assertTrue(both.code() == 1 && both.text().contains("java.io.File") && both.text().contains("--profile mpj"), both.text());
    }

    @Test
    void theProfileHasWhatProgramsOfMpjUse() throws Exception {
        Files.createDirectories(directory.resolve("app"));
        for (String name : List.of("Win", "Info", "Message", "Count", "Version", "Struct", "File")) {
            write("app/" + name + ".java", "package app; public class " + name + " { public int x; }");
        }
        write(
                "Main.java",
                """
                import app.*;
                import mpi.*;
                public class Main {
                    Win win; Info info; Message message; Count count; Version version; Struct struct; File file;
                    public static void main(String[] args) throws MPIException {
                        MPI.Init(args);
                        Cartcomm grid = MPI.COMM_WORLD.Create_cart(new int[] {1}, new boolean[] {false}, false);
                        Op op = new Op(new User_function() {
                            @Override public void Call(Object in, int at, Object inout, int to, int count, Datatype type) {}
                        }, true);
                        int[] x = {1};
                        MPI.COMM_WORLD.Allreduce(x, 0, x, 0, 1, MPI.INT, op);
                        Datatype pair = Datatype.Struct(new int[] {1}, new int[] {0}, new Datatype[] {MPI.INT});
                        Status status = MPI.COMM_WORLD.Sendrecv(x, 0, 1, MPI.INT, 0, 0, x, 0, 1, MPI.INT, 0, 0);
                        System.out.println(new Message().x + grid.Rank() + status.source + pair.Size());
                        MPI.Finalize();
                    }
                }
                """);
        assertEquals(new Said(0, ""), mpijavac("--profile=mpj", "-d", "out", "Main.java"));
        Said all = mpijavac("-d", "out", "Main.java");
        assertTrue(all.code() == 0 && all.text().contains("Count, File, Info, Message, Struct, Version, Win"), all.text());
    }

    @Test
    void whatIsNotCompilingIsSaidAsJavacSaysIt() throws Exception {
        assertTrue(mpijavac("-version").text().startsWith("javac "));
        Said wrong = mpijavac("-frob", "Main.java");
        assertTrue(wrong.code() == 2 && wrong.text().contains("-frob"), wrong.text());
        Said missing = mpijavac("Missing.java");
        assertTrue(missing.code() != 0 && missing.text().contains("Missing.java"), missing.text());
        assertTrue(mpijavac("--help").text().contains("--showme"));
        assertTrue(mpijavac("--profile", "mpi", "A.java").text().contains("BRD-1602"));
        assertTrue(mpijavac("-cp").text().contains("BRD-1602"));
        write("Wrong.java", "class Wrong { mpi.Comm c = 1; }");
        Said refused = mpijavac("Wrong.java");
        assertTrue(refused.code() == 1 && refused.text().contains("Wrong.java:1"), refused.text());
    }
}
