package org.braid.launch.program;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The answer of a process that looks for newer sources while the launcher starts. */
@Timeout(60)
class SourceLookTest {
    @TempDir Path directory = Path.of("");

    private SourceLook look(String answer) throws IOException {
        return new SourceLook(Files.writeString(directory.resolve("look"), answer).toString());
    }

    @Test
    void theBuildItselfIsNoNewerSource() throws IOException {
        assertFalse(look(directory.resolve("current") + "\n").findsNewer());
        assertFalse(Files.exists(directory.resolve("look")));
    }

    @Test
    void anyOtherFileIsOne() throws IOException {
        assertTrue(look("/somewhere/braid-base/src/main/A.java\n").findsNewer());
        assertFalse(Files.exists(directory.resolve("look")));
    }

    /** A clone at home of a user whose name has a letter beyond ASCII looked newer than its build at every start. */
    @Test
    void theBuildIsKnownByAnyLetterThatItsPlaceHas() throws IOException {
        Path home = Files.createDirectory(directory.resolve("m\u00fcller \u65e5"));
        SourceLook look = new SourceLook(Files.writeString(home.resolve("look"), home.resolve("current") + "\n", SourceLook.charset()).toString());
        assertFalse(look.findsNewer());
    }

    @Test
    void anAnswerIsWaitedForToItsEnd() throws IOException {
        SourceLook look = look(directory.resolve("cur").toString());
        CompletableFuture<Boolean> found = CompletableFuture.supplyAsync(look::findsNewer);
        Files.writeString(directory.resolve("look"), "rent\n", StandardOpenOption.APPEND);
        assertFalse(found.join());
    }

    @Test
    void nobodyLooksWithoutAFile() throws IOException {
        assertFalse(new SourceLook("").findsNewer());
        assertFalse(new SourceLook(directory.resolve("look").toString()).findsNewer());
        SourceLook once = look("newer\n");
        assertTrue(once.findsNewer());
        assertFalse(once.findsNewer());
    }
}
