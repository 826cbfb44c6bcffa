package org.braid.launch.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentFilesTest {
    @Test
    void theWordsOfAFileStandInItsPlaceAsJavacReadsThem(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("sources"), "# a comment\nA.java\t'B C.java'\n  \"D\\\"E.java\"x\n\n-d out\n''\n");
        assertEquals(List.of("-g", "A.java", "B C.java", "D\"E.javax", "-d", "out", "", "Z.java"), ArgumentFiles.expanded(List.of("-g", "@" + file, "Z.java")));
    }

    @Test
    void aWordThatNamesNoFileStays() throws IOException {
        assertEquals(List.of("@/nonexistent", "@x", "@"), ArgumentFiles.expanded(List.of("@/nonexistent", "@@x", "@")));
    }
}
