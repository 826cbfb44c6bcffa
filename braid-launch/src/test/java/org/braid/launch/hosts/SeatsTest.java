package org.braid.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class SeatsTest {
    private static final int ANY = HostProtocol.ANY;

    private final Seats<String> seats = new Seats<>(4);

    private BraidException refused(Integer... wanted) {
        int before = seats.free();
        BraidException refusal = assertThrows(BraidException.class, () -> seats.take("late", List.of(wanted)));
        assertEquals(before, seats.free());
        return refusal;
    }

    @Test
    void ranksAreNumberedInTheOrderOfJoining() {
        assertArrayEquals(new int[] {0, 1}, seats.take("a", List.of(ANY, ANY)));
        assertArrayEquals(new int[] {2}, seats.take("b", List.of(ANY)));
        assertEquals(1, seats.free());
    }

    @Test
    void ranksThatAreNamedGoRoundInAnyPlacement() {
        assertArrayEquals(new int[] {0, 2}, seats.take("a", List.of(0, 2)));
        assertArrayEquals(new int[] {3, 1}, seats.take("b", List.of(3, 1)));
        assertEquals(0, seats.free());
    }

    @Test
    void thoseThatMayBeAnyTakeWhatOthersHaveNotNamed() {
        assertArrayEquals(new int[] {1, 0, 2}, seats.take("a", List.of(ANY, 0, ANY)));
        assertArrayEquals(new int[] {3}, seats.take("b", List.of(ANY)));
    }

    @Test
    void moreThanThereAreAreRefusedAsAWhole() {
        seats.take("a", List.of(ANY, ANY, ANY));
        assertEquals(ErrorCode.JOB_COMPLETE, refused(ANY, ANY).code());
        seats.take("b", List.of(ANY));
        assertTrue(refused(ANY).why().contains("all of its 4 ranks"));
    }

    @Test
    void theFirstThatAsksForARankHasItAndIsNamedToTheSecond() {
        seats.take("host a", List.of(2));
        BraidException refusal = refused(1, 2);
        assertEquals(ErrorCode.RANK_DUPLICATE, refusal.code());
        assertTrue(refusal.why().contains("host a"));
        assertArrayEquals(new int[] {1}, seats.take("b", List.of(1)), "nothing of a refused wish is kept");
    }

    @Test
    void ranksThatTheJobDoesNotHaveAreRefused() {
        assertEquals(ErrorCode.JOB_SIZE_DIFFERS, refused(4).code());
        assertEquals(ErrorCode.JOB_SIZE_DIFFERS, refused(0, -2).code());
    }

    @Test
    void whatIsGivenBackIsFree() {
        int[] had = seats.take("a", List.of(ANY, ANY, ANY, ANY));
        seats.giveBack(had);
        assertEquals(4, seats.free());
        assertArrayEquals(new int[] {3}, seats.take("b", List.of(3)));
    }
}
