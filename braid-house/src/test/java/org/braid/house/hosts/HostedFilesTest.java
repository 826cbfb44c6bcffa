package org.braid.house.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.List;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** One file of ranks on two hosts that see one directory: what is written together, by the shared pointer and in atomic mode is there as a whole, for both; and what fails at one is told at both. */
class HostedFilesTest extends TwoHosts {
    private static final String WRITES = WritesTogether.class.getName();

    @Test
    @Execution(CONCURRENT)
    void whatRanksOnTwoHostsWriteInOneFileBothReadAsAWhole() throws Exception {
        TestHosts hosts = hosts();
        String file = directory.resolve("file").toString();
        try (HostedJob job = HostedJob.serve(hosts, directory, "-n", "4")) {
            job.join(1, "--ranks", "0,2", WRITES, file);
            job.join(2, "--ranks", "1,3", WRITES, file);
            assertEquals(List.of(0, 0, 0), job.codes(), job::said);
            for (int rank = 0; rank < 4; rank++) {
                int host = 1 + rank % 2;
                for (String what : List.of("together", "shared", "ordered", "atomic", "full", "vanished")) {
                    assertTrue(job.said("join" + host + ".out").contains("rank " + rank + " on host" + host + " " + what + " as it must be\n"), job::said);
                }
            }
            assertNothingIsLeft(job);
        }
    }
}
