package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher's heap is small; a topology of as many ranks as a job may have does not fit into it. Real processes. */
@Timeout(120)
class MillionRanksTest {
    @TempDir private Path directory = Path.of("");

    @Test
    void aTopologyFileMayPlaceAsManyRanksAsAJobHas() throws Exception {
        Path topology = Files.writeString(directory.resolve("million.topo"), "far/a 1048570\nfar/b 5\nnear/c 1\n");
        List<String> command = new ArrayList<>(PreparedBraid.launcher());
        command.addAll(List.of("topo", topology.toString()));
        Process braid = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(braid.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, braid.waitFor(), said);
        assertEquals("""
                1048576 ranks
                 site far ranks 0-1048574
                 host a ranks 0-1048569
                 host b ranks 1048570-1048574
                 site near rank 1048575
                 host c rank 1048575
                """, said.replaceAll(" +", " "));
    }
}
