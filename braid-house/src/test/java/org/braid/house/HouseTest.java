package org.braid.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The classes of every module keep to the layer table and to the rules of the house. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HouseTest {
    private JavaClasses braid;

    @BeforeAll
    void readEveryModule() {
        ImportOption shipped = location -> !location.contains("braid-testkit") && !location.contains("-tests.jar");
        braid = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).withImportOption(shipped).importPackages("org.braid", "mpi");
    }

    @Test
    void everyModuleIsSeen() {
        for (Layers.Row row : Layers.ROWS) {
            String root = row.who().replace("..", "");
            assertTrue(braid.stream().anyMatch(c -> c.getPackageName().startsWith(root)), () -> "no class of " + root + " was read");
        }
    }

    @Test
    void eachRowUsesOnlyTheRowsAboveIt() {
        for (ArchRule rule : Layers.all()) {
            rule.check(braid);
        }
    }

    @Test
    void protocolCoresArePure() {
        Layers.coresArePure().check(braid);
    }

    @Test
    void nothingBelowTheFacadeHasAMutableStatic() {
        House.noMutableStaticBelowTheFacade().check(braid);
    }

    @Test
    void nothingIsUnsafeAndNothingLogs() {
        House.nothingUnsafeAndNoLogging().check(braid);
    }

    @Test
    void theEngineKnowsNoTimeButItsAddressSpaces() {
        House.onlyTheClockOfAnAddressSpaceIsRead().check(braid);
    }

    @Test
    void noTestLibraryIsUsedByMainCode() {
        House.noTestLibraryInMainCode().check(braid);
    }

    @Test
    void onlyTheCommandLineUsesLibraries() {
        House.onlyTheCommandLineUsesLibraries().check(braid);
        House.oneDeviceUsesOneLibrary().check(braid);
        House.theAuthorityUsesOneLibrary().check(braid);
    }

    @Test
    void devicesDoNotKnowEachOther() {
        Layers.devicesDoNotKnowEachOther().check(braid);
    }

    @Test
    void whatNobodyElseCallsIsPackagePrivate() {
        Visibility.publicMethodsHaveCallersElsewhere().check(braid);
        assertEquals(Set.of(), Visibility.listedInVain(braid));
    }
}
