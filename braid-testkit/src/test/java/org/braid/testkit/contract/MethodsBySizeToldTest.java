package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.select.MethodReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which method carries which sizes: what is selected, what is refused, and what users are told of it. */
@Timeout(60)
class MethodsBySizeToldTest {
    @ParameterizedTest(name = "by {0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            shm(max=4KiB), tcp                             | shm up to 4KiB, tcp from 4097B
            tcp(min=64KiB), shm                            | shm up to 65535B, tcp from 64KiB
            shm(max=4KiB), tcp(max=64KiB), shm             | shm up to 4KiB, shm from 65537B, tcp 4097B to 64KiB
            auto(max=4KiB), tcp                            | shm up to 4KiB, tcp from 4097B
            shm(max=4KiB), auto                            | shm up to 4KiB, unix from 4097B
            local(max=4KiB), shm, tcp                      | shm all sizes
            shm(max=4KiB), local                           | shm all sizes
            shm(max=4KiB)                                  | shm all sizes
            shm(max=4KiB), tcp(min=8KiB, max=16KiB)        | shm up to 8191B, tcp from 8KiB
            shm, tcp(min=8KiB)                             | shm all sizes
            """)
    void enquiryTellsWhichMethodCarriesWhichSizes(String order, String expected) throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            List<String> carried = new ArrayList<>();
            for (MethodReport each : SplitLinks.by(world, 1, order).methods()) {
                each.carries().forEach(sizes -> carried.add(each.method() + " " + sizes));
            }
            assertEquals(expected, String.join(", ", carried));
        }
    }

    @ParameterizedTest(name = "policy {0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            host=shm(max=64KiB)          | shm (prescribed by the policy, up to 64KiB)                                | unix (fastest that works, from 65537B); not shm: it carries up to 64KiB, local: another process
            *=tcp(max=4KiB)              | tcp (prescribed by the policy, up to 4KiB)                                 | shm (fastest that works, from 4097B); not tcp: it carries up to 4KiB, local: another process
            host=shm(min=1MiB), *=tcp    | unix (fastest that works, up to 1048575B); not shm: it carries from 1MiB, local: another process | shm (prescribed by the policy, from 1MiB)
            self=local, *=tcp(max=4KiB)  | tcp (prescribed by the policy, up to 4KiB)                                 | shm (fastest that works, from 4097B); not tcp: it carries up to 4KiB, local: another process
            """)
    void theReportOfLinksHasALineForEachMethodInUse(String policy, String shorter, String longer) throws InterruptedException {
        try (World world = World.apart(2, policy, false)) {
            List<String> lines = new ArrayList<>();
            world.at(0).onLane(link -> lines.add(link.toString()));
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            transfer.move(Store.ARRAY, Store.ARRAY, 1000);
            assertEquals(List.of("0 -> 1: " + shorter), lines);
            transfer.move(Store.ARRAY, Store.ARRAY, 1 << 20);
            transfer.move(Store.ARRAY, Store.ARRAY, 1 << 20);
            assertEquals(List.of("0 -> 1: " + shorter, "0 -> 1: " + longer), lines);
        }
    }

    @Test
    void aLinkThatNoShortMessageCanTakeIsRefused() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            BraidException none = assertThrows(BraidException.class, () -> SplitLinks.by(world, 1, "shm(min=1KiB), local").lane());
            assertEquals(ErrorCode.NO_METHOD, none.code());
            assertEquals("shm: it carries from 1KiB; local: another process", none.why());
            BraidException impossible = assertThrows(BraidException.class, () -> SplitLinks.by(world, 1, "shm(min=2KiB, max=1KiB)"));
            assertEquals(ErrorCode.METHOD_PARAMETER, impossible.code());
        }
    }

    @Test
    void aSizeThatNobodyCarriesGoesAsTheNextSmallerOneDoes() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            Startpoint link = SplitLinks.by(world, 1, "shm(max=1KiB), tcp(min=100KiB, max=200KiB)");
            for (int bytes : new int[] {1024, 1025, (100 << 10) - 1}) {
                transfer.move(link, Store.ARRAY, Store.ARRAY, bytes);
                assertEquals("[shm]", SplitLinks.used(link));
            }
            for (int bytes : new int[] {100 << 10, (200 << 10) + 1, 1 << 20}) {
                long byTcp = SplitLinks.frames(world, "tcp");
                transfer.move(link, Store.ARRAY, Store.ARRAY, bytes);
                assertEquals("[shm, tcp]", SplitLinks.used(link));
                assertTrue(SplitLinks.frames(world, "tcp") > byTcp);
            }
        }
    }

    @Test
    void aMistakeInTheMethodOfLongDataIsToldToWhoeverSendsTheFirst() throws InterruptedException {
        try (World world = World.apart(2, "auto", false)) {
            SizeContract.Transfer transfer = new SizeContract.Transfer(world);
            Startpoint link = SplitLinks.by(world, 1, "shm(max=1KiB), tcp(sndbuf=1B)");
            transfer.move(link, Store.ARRAY, Store.ARRAY, 1024);
            BraidException mistake = assertThrows(BraidException.class, () -> link.start(1000, 0, 0, 0, 0, new byte[4000], 0, 4000, new Completion()));
            assertEquals(ErrorCode.METHOD_PARAMETER, mistake.code());
            transfer.move(link, Store.ARRAY, Store.ARRAY, 1024);
        }
    }
}
