package org.braid.base.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.List;
import org.braid.base.os.ChildJvm;
import org.braid.base.os.SharedMemory;
import org.braid.base.os.SharedSegment;
import org.junit.jupiter.api.Test;

/** A mapped file may become shorter at any time; the machine then refuses the access in the middle of a copy. */
class MappedFilesTest {
    @Test
    void aFileThatWasTruncatedUnderItsMappingIsRefusedWhateverTheKindAndTheLength() throws IOException {
        try (ChildJvm child = ChildJvm.start(TruncatedFile.class, List.of("--enable-native-access=ALL-UNNAMED", "-XX:-CreateCoredumpOnCrash", "-XX:CompileThresholdScaling=0.001"))) {
            List<String> lines = child.lines();
            assertEquals(List.of(), lines.stream().filter(line -> !line.startsWith("refused ")).toList());
            assertEquals(24, lines.size(), lines::toString);
            assertEquals(0, child.exitCode());
        }
    }

    @Test
    void ourOwnSharedMemoryIsNoUsersFile() {
        try (SharedSegment shared = SharedMemory.create(4096)) {
            assertFalse(shared.segment().isMapped(), "what comes from it would not be streamed");
        }
    }
}
