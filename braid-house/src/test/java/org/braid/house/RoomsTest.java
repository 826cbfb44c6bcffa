package org.braid.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages are small, and the types of a module depend on each other in no large circle, its packages in none. A module is added here, by a line, as soon as it keeps to it. */
class RoomsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {
        "org.braid.base",
        "org.braid.link",
        "org.braid.pipe",
        "org.braid.transports",
        "org.braid.devices",
        "org.braid.boot",
        "org.braid.coll",
        "org.braid.mpi",
        "org.braid.mpix",
        "org.braid.launch",
        "org.braid.bench",
        "org.braid.cli"
    })
    void theModuleKeepsToIt(String root) {
        JavaClasses module = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).withImportOption(location -> !location.contains("-tests.jar")).importPackages(root);
        assertFalse(module.isEmpty(), () -> "no class of " + root + " was read");
        assertEquals(List.of(), Rooms.violations(module, root));
    }

    @Test
    void circlesAreFoundWhereverTheyBegin() {
        Map<String, Set<String>> uses = Map.of("a", Set.of("b"), "b", Set.of("c", "x"), "c", Set.of("a"), "x", Set.of("y"), "y", Set.of());
        assertEquals(List.of(Set.of("a", "b", "c")), Circles.of(uses));
        assertEquals(List.of(), Circles.of(Map.of("a", Set.of("b"), "b", Set.of("c"))));
    }

    @Test
    void aPackageOfTooManyTypesIsFound() {
        Plant plant = new Plant();
        for (int i = 0; i <= Rooms.MOST_TYPES; i++) {
            plant.add("org.braid.launch", "");
        }
        assertCaught(plant, "org.braid.launch.planted has 26 types, more than 25");
    }

    @Test
    void aCircleOfTooManyTypesIsFound() {
        Plant plant = new Plant();
        for (int i = 0; i <= Rooms.LARGEST_CIRCLE; i++) {
            plant.add("org.braid.launch", "Planted" + (i + 1) % (Rooms.LARGEST_CIRCLE + 1) + " next;");
        }
        assertCaught(plant, "9 types use each other in a circle");
    }

    @Test
    void packagesThatUseEachOtherAreFound() {
        Plant plant = new Plant();
        plant.add("org.braid.launch.one", "public static class Of {} org.braid.launch.two.planted.Planted1.Of other;").add("org.braid.launch.two", "public static class Of {} org.braid.launch.one.planted.Planted0.Of other;");
        assertCaught(plant, "packages use each other in a circle: [org.braid.launch.one.planted, org.braid.launch.two.planted]");
    }

    private void assertCaught(Plant plant, String violation) {
        List<String> found = Rooms.violations(plant.grow(directory), "org.braid.launch");
        assertTrue(found.stream().anyMatch(line -> line.startsWith(violation)), found.toString());
    }
}
