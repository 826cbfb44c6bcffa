package org.braid.launch.options;

import static org.braid.launch.options.ParsedLine.parse;
import static org.braid.launch.options.ParsedLine.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.braid.base.os.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many ranks there are where a line for another launcher says it by hosts. */
class ImpliedRanksTest {
    @Test
    void theSlotsOfAHostFileAreHowManyRanksThereAreUnlessTheLineSays(@TempDir Path directory) throws IOException {
        String slots = Files.writeString(directory.resolve("slots"), "# five in all\nlocalhost slots=4 max_slots=8\n\n127.0.0.1\n").toString();
        assertEquals(5, parse("--hostfile", slots, "A").ranks());
        assertEquals(3, parse("--hostfile", slots, "-n", "3", "A").ranks());
        assertEquals(3, parse("-n", "3", "--hostfile", slots, "A").ranks());
        for (String wrong : List.of("slots=0", "slots=", "slots=many", "slots=-1")) {
            String file = Files.writeString(directory.resolve("wrong"), "localhost " + wrong + "\n").toString();
            assertTrue(refusal("--hostfile", file, "A").contains("'" + wrong + "' is no number of slots"), wrong);
        }
        String huge = Files.writeString(directory.resolve("huge"), "localhost slots=2147483647\nlocalhost slots=2147483647\n").toString();
        assertTrue(refusal("--hostfile", huge, "A").contains("more ranks than one host can start"));
    }

    /** Of each row Open MPI's mpirun or MPICH's mpiexec starts as many, whichever of them can read it. */
    @Test
    void linesOfAHostFileAreCountedAsTheLauncherDoesThatCanReadThem(@TempDir Path directory) throws IOException {
        Object[][] rows = {
            {"localhost:4\n", 4}, {"localhost:4\nlocalhost\n", 5}, {"localhost:2 # two\n", 2}, {"localhost\nlocalhost\nlocalhost\n", 3}, {"localhost\n127.0.0.1\n", 2},
            {"localhost cpu=3\n", 3}, {"localhost count=3\n", 3}, {"localhost slots = 3\n", 3}, {"localhost slots=3 # slots=4\n", 3}, {"localhost max-slots=3\n", 3},
            {"localhost slots=2 max_slots=3\n", 2}, {"localhost slots=2\nlocalhost\n", 3}, {"localhost\n", Machine.usableCores()}, {"localhost # slots=4\n", Machine.usableCores()}
        };
        for (Object[] row : rows) {
            String file = Files.writeString(directory.resolve("hosts"), (String) row[0]).toString();
            for (String option : List.of("--hostfile", "-f")) {
                assertEquals(row[1], parse("--like", "mpirun", option, file, "A").ranks(), (String) row[0]);
            }
        }
        assertTrue(refusal("-f", Files.writeString(directory.resolve("hosts"), "localhost:x\n").toString(), "A").contains("'localhost:x' is no number of slots"));
    }

    @Test
    void hostsInTheLineHaveASlotEachOrAsManyAsTheySay(@TempDir Path directory) throws IOException {
        Object[][] rows = {
            {"localhost", 1}, {"localhost:3", 3}, {"localhost,localhost,localhost", 3}, {"localhost:2,localhost", 3}, {"localhost,127.0.0.1", 2}, {"[::1]:2", 2}, {"::1", 1},
            {"localhost:*", Machine.usableCores()}
        };
        for (Object[] row : rows) {
            for (String option : List.of("-host", "--host", "-H", "-hosts")) {
                assertEquals(row[1], parse("--like", "mpirun", option, (String) row[0], "A").ranks(), (String) row[0]);
            }
        }
        assertEquals(4, parse("--like", "mpirun", "-H", "localhost:3", "-H", "localhost", "A").ranks());
        assertEquals(2, parse("-H", "localhost:3", "-n", "2", "A").ranks());
        assertEquals(1, parse("-H", "localhost:3", "-N", "1", "A").ranks());
        String file = Files.writeString(directory.resolve("hosts"), "localhost slots=5\n").toString();
        assertEquals(2, parse("-H", "localhost:2", "--hostfile", file, "A").ranks(), "they are chosen from those of the file");
        assertTrue(refusal("-H", "localhost:0", "A").contains("'localhost:0' is no number of slots"));
        assertTrue(refusal("-H", "localhost:4000,localhost:4000", "A").contains("8000 slots, more ranks than one host can start"));
    }

    @Test
    void ranksMappedToEachHostAreAsManyAsThereAreUnlessTheLineSays() {
        assertEquals(3, parse("--like", "mpirun", "--map-by", "ppr:3:node", "A").ranks());
        assertEquals(3, parse("--like", "mpirun", "-map-by", "ppr:3:node:oversubscribe", "-H", "localhost:1", "A").ranks());
        assertEquals(2, parse("--map-by", "ppr:3:node", "-n", "2", "A").ranks());
        assertEquals(3, parse("--like", "mpirun", "-ppn", "3", "A").ranks());
        assertEquals(2, parse("-hosts", "localhost:3", "-perhost", "2", "A").ranks());
        for (String same : List.of("slot:oversubscribe", "ppr:1:core", "socket", ":PE=1")) {
            assertEquals(Machine.usableCores(), parse("--like", "mpirun", "--map-by", same, "A").ranks(), same);
        }
        assertTrue(refusal("--map-by", "ppr:3", "A").contains("'ppr:3'"));
        assertTrue(refusal("--map-by", "ppr:x:node", "A").contains("'x' is not a number of ranks"));
    }

    @Test
    void ranksMappedToPartsThatAreNotCountedNeedTheirNumber() {
        for (String pattern : List.of("ppr:2:socket", "ppr:1:numa", "ppr:2:core", "ppr:1:node,1:socket")) {
            assertTrue(refusal("--like", "mpirun", "--map-by", pattern, "A").contains("Write -n"), pattern);
            assertEquals(3, parse("--like", "mpirun", "--map-by", pattern, "-n", "3", "A").ranks(), pattern);
        }
    }
}
