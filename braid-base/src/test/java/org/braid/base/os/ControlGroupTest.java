package org.braid.base.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel's files say of a control group's memory. */
class ControlGroupTest {
    @TempDir Path mounts = Path.of("");

    private void write(String file, String text) throws IOException {
        Path path = mounts.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void assertAllows(long bytes, long kills, String memberships) {
        ControlGroup group = assertNotNullGroup(ControlGroup.of(memberships, mounts));
        assertEquals(bytes, group.memoryLimitBytes());
        assertEquals(kills, group.memoryKills());
    }

    private static ControlGroup assertNotNullGroup(@Nullable ControlGroup group) {
        assertNotNull(group);
        return group;
    }

    @Test
    void versionTwoNamesItsLimitAndItsKills() throws IOException {
        write("a/b/memory.max", "209715200\n");
        write("a/b/memory.events", "low 0\nhigh 0\nmax 42\noom 3\noom_kill 3\noom_group_kill 0\n");
        assertAllows(200 << 20, 3, "0::/a/b\n");
    }

    @Test
    void versionOneNamesItsLimitAndItsKills() throws IOException {
        write("memory/a/memory.limit_in_bytes", "419430400\n");
        write("memory/a/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n");
        assertAllows(400 << 20, 1, "9:name=systemd:/\n5:cpu,memory:/a\n0::/\n");
    }

    @Test
    void theTightestOfTheGroupsAroundItCounts() throws IOException {
        write("a/memory.max", "1000\n");
        write("a/b/memory.max", "max\n");
        write("a/b/memory.events", "oom_kill 0\n");
        assertAllows(1000, 0, "0::/a/b\n");
    }

    @Test
    void aGroupWithoutALimitHasNone() throws IOException {
        write("memory/memory.limit_in_bytes", "9223372036854771712\n");
        write("memory/memory.oom_control", "oom_kill 0\n");
        assertAllows(Long.MAX_VALUE, 0, "4:memory:/\n");
    }

    @Test
    void inAContainerTheGroupIsTheOneThatIsMounted() throws IOException {
        write("memory.max", "5000\n");
        write("memory.events", "oom_kill 7\n");
        assertAllows(5000, 7, "0::/../../host/side\n");
    }

    @Test
    void whereThereAreNoGroupsThereIsNone() {
        assertNull(ControlGroup.of("", mounts));
        assertAllows(Long.MAX_VALUE, 0, "0::/nothing/mounted\n");
    }

    @Test
    void thisMachineAnswers() {
        ControlGroup mine = ControlGroup.ofThisProcess();
        assertTrue(mine == null || mine.memoryLimitBytes() > 0 && mine.memoryKills() >= 0);
    }
}
