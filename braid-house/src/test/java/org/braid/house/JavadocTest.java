package org.braid.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is public is explained. A module is added here, by a line, as soon as it keeps to it. */
class JavadocTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {
        "braid-coll",
        "braid-mpi"
    })
    void theModuleExplainsWhatIsPublic(String module) throws IOException {
        Path sources = Path.of("..", module, "src", "main", "java");
        assertEquals(List.of(), Undocumented.below(sources));
    }

    @Test
    void whatNobodyHasExplainedIsFound() throws IOException {
        Files.writeString(directory.resolve("Planted.java"), """
                package planted;
                public class Planted {
                    /** Explained. */
                    public void explained() {}
                    public void silent() {}
                    public Planted(int silent) {}
                    @Override public String toString() { return ""; }
                    void inside() {}
                    /** Explained. */
                    public interface Door { void open(); }
                    private static class Hidden { public void silent() {} }
                }
                """);
        assertEquals(List.of("planted.Planted", "planted.Planted.silent", "planted.Planted.Planted", "planted.Door.open"), Undocumented.below(directory));
    }
}
