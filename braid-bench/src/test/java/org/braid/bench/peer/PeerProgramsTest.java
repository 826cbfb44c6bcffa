package org.braid.bench.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerProgramsTest {
    @TempDir Path directory = Path.of("");

    @Test
    void thePeersProgramIsMadeAnewUnderTheSameNameAndNothingElseStays() throws Exception {
        Path compiler = Files.writeString(directory.resolve("cc"), "#!/bin/sh\ncp \"$4\" \"$3\"\n");
        assertTrue(compiler.toFile().setExecutable(true));
        for (int i = 0; i < 2; i++) {
            Path program = new PeerPrograms(directory.resolve("peers")).compiled("peer", "some", compiler);
            assertEquals(directory.resolve("peers/peer.some"), program);
            assertTrue(Files.readString(program).contains("MPI_Init"));
        }
        try (var files = Files.list(directory.resolve("peers"))) {
            assertEquals(List.of("lock", "peer.c", "peer.h", "peer.some", "turns.h"), files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }
}
