package org.braid.launch.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;

class AmbiguityTest {
    @Test
    void aNameOfTwoPackagesIsFoundInWhateverLanguage() {
        assertEquals(Set.of("File"), Ambiguity.in("Clash.java:4: error: reference to File is ambiguous\n  both class mpi.File in mpi and class java.io.File in java.io match\n"));
        assertEquals(Set.of("File"), Ambiguity.in("Clash.java:4: Fehler: Referenz zu File ist mehrdeutig\n  Sowohl Klasse java.io.File in java.io als auch Klasse mpi.File in mpi stimmen überein\n"));
    }

    @Test
    void anErrorAboutOneOfOursAloneIsNone() {
        assertEquals(Set.of(), Ambiguity.in("A.java:1: error: incompatible types: String cannot be converted to mpi.File\nA.java:2: error: cannot find symbol java.io.Fil\n"));
        assertEquals(Set.of(), Ambiguity.in(""));
        assertEquals(Set.of(), Ambiguity.in("both class mpi.Win in mpi and class java.io.Winner in java.io"));
    }
}
