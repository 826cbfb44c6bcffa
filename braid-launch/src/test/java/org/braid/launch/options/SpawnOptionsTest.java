package org.braid.launch.options;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.braid.boot.spawn.SpawnRequest;
import org.junit.jupiter.api.Test;

/** What is spawned is found where the asking program was, and where {@code braid run} would look for it. */
class SpawnOptionsTest {
    private static String classPath(List<String> asking, Map<String, String> hints) {
        RunOptions job = RunArguments.parse(JobCommand.RUN, asking);
        return SpawnOptions.of(job, List.of("/classes/of/Parent"), new SpawnRequest.Command("pkg.Child", List.of(), 2, hints), 0).classPath();
    }

    @Test
    void aProgramFromASourceFileSpawnsClassesOfItsDirectory() {
        assertEquals("/classes/of/Parent:.", classPath(List.of("-n", "1", "Parent.java"), Map.of()));
        assertEquals("/more:/classes/of/Parent:.", classPath(List.of("-n", "1", "Parent.java"), Map.of("path", "/more")));
    }

    @Test
    void aClassPathThatWasNamedIsTheWholeOfIt() {
        assertEquals("/classes/of/Parent", classPath(List.of("-n", "1", "-cp", "/lib", "Parent.java"), Map.of()));
    }
}
