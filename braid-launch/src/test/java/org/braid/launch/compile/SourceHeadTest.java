package org.braid.launch.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SourceHeadTest {
    @Test
    void packageAndTypesAreFound() {
        SourceHead head = SourceHead.of("/* package wrong; */ package a.b . c; // class No\nimport x.Y;\n@A(\"class Z {\") public class M { class In {} }\nrecord R(int a) {}");
        assertEquals("a.b.c", head.packageName());
        assertEquals(List.of("M", "R"), head.types());
    }

    @Test
    void theClassNamedAfterTheFileIsStarted() {
        assertEquals("Heat", SourceHead.of("class Cell {} public class Heat {}").mainClass("Heat"));
        assertEquals("p.Cell", SourceHead.of("package p; class Cell {} class Heat {}").mainClass("Other"));
    }

    @Test
    void aCompactSourceFileIsNamedAfterTheFile() {
        assertEquals("Hello", SourceHead.of("void main() { IO.println(\"class X\"); char c = '\"'; }").mainClass("Hello"));
        assertEquals("Hello", SourceHead.of("record P(int x) { void main() {} }\nenum E { A }\nvoid main(String[] words) { new P(1); }").mainClass("Hello"));
        assertEquals("P", SourceHead.of("@main(1) record P(int main) { void main() {} }").mainClass("Hello"));
    }

    @Test
    void whatIsImportedOrExtendedMayBeCalledMain() {
        assertEquals("A", SourceHead.of("import static pk.main.Util.main; import main.B; class A extends main.B {}").mainClass("File"));
        assertEquals("A", SourceHead.of("@pk.main(1) class A implements main {}").mainClass("File"));
        assertEquals("File", SourceHead.of("import static pk.Util.main; class A {} void main () {}").mainClass("File"));
    }

    @Test
    void literalsAndTextBlocksHideWhatTheyHold() {
        assertEquals(List.of("A"), SourceHead.of("class A { String s = \"\"\"\n } class B { \"\"\"; char c = '{'; String t = \"\\\"}\"; }").types());
    }
}
