package org.braid.launch.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PassedOptionsTest {
    private static final String LEVEL = Integer.toString(Runtime.version().feature());

    private static List<String> passed(String... given) {
        return PassedOptions.of(List.of(given));
    }

    @Test
    void whatOpensModulesToAProgramIsForItsCompilerToo() {
        assertEquals(List.of("--add-modules", "a", "--add-exports", "b/c=ALL-UNNAMED"), passed("-Xmx1g", "--add-modules", "a", "--add-exports=b/c=ALL-UNNAMED", "--add-opens", "b/d=ALL-UNNAMED"));
        assertEquals(List.of(), passed("-ea", "--add-modules", "ALL-DEFAULT", "--add-modules"));
    }

    @Test
    void previewsComeWithTheLevelThatTheyBelongTo() {
        assertEquals(List.of("--enable-preview", "--source", LEVEL), passed("--enable-preview", "-ea", "--enable-preview"));
    }
}
