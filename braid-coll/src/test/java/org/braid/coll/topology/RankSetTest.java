package org.braid.coll.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every set of up to eleven ranks does what the list of its members does. */
class RankSetTest {
    private static final int RANKS = 11;

    private static int[] members(int bits) {
        return IntStream.range(0, RANKS).filter(rank -> (bits >> rank & 1) == 1).toArray();
    }

    @Test
    void everySetKnowsItsMembersAndTheirPlaces() {
        for (int bits = 1; bits < 1 << RANKS; bits++) {
            int[] members = members(bits);
            RankSet set = RankSet.of(members);
            assertArrayEquals(members, set.ranks());
            assertEquals(members.length, set.size());
            assertEquals(members[0], set.lowest());
            for (int place = 0; place < members.length; place++) {
                assertEquals(members[place], set.at(place));
                assertEquals(place, set.indexOf(members[place]));
            }
            for (int rank = -1; rank <= RANKS + 1; rank++) {
                assertEquals(rank >= 0 && rank < RANKS && (bits >> rank & 1) == 1, set.contains(rank), set + " and " + rank);
            }
        }
    }

    @Test
    void everySetCountsBetweenAnyTwoRanks() {
        for (int bits = 1; bits < 1 << RANKS; bits++) {
            RankSet set = RankSet.of(members(bits));
            for (int first = 0; first <= RANKS; first++) {
                for (int end = first; end <= RANKS + 1; end++) {
                    assertEquals(Integer.bitCount(bits >> first & (1 << end - first) - 1), set.within(first, end), set + " from " + first + " to " + end);
                }
            }
        }
    }

    @Test
    void intervalsOfEverySetAreAsLongAsTheyCanBe() {
        for (int bits = 1; bits < 1 << RANKS; bits++) {
            RankSet set = RankSet.of(members(bits));
            int seen = 0;
            for (int interval = 0; interval < set.intervals(); interval++) {
                assertTrue(set.first(interval) < set.end(interval) && !set.contains(set.first(interval) - 1) && !set.contains(set.end(interval)), set.toString());
                for (int rank = set.first(interval); rank < set.end(interval); rank++) {
                    seen |= 1 << rank;
                }
            }
            assertEquals(bits, seen);
        }
    }

    @Test
    void othersUnionsAndSlicesAreThoseOfTheMembers() {
        for (int bits = 1; bits < 1 << RANKS; bits++) {
            int[] members = members(bits);
            RankSet set = RankSet.of(members);
            int rest = ~bits & (1 << RANKS) - 1;
            assertArrayEquals(members(rest), set.others(RANKS).ranks());
            for (int part = bits; part > 0; part = part - 1 & bits) {
                if (part != bits) {
                    assertArrayEquals(members, RankSet.union(List.of(RankSet.of(members(bits & ~part)), RankSet.of(members(part)))).ranks());
                }
            }
            for (int first = 0; first < members.length; first++) {
                for (int count = 1; count <= members.length; count++) {
                    int from = first;
                    assertArrayEquals(IntStream.range(0, count).map(i -> members[(from + i) % members.length]).sorted().toArray(), set.round(first, count).ranks());
                }
            }
        }
    }

    @Test
    void ranksThatAlternateAreOneRow() {
        for (int together = 1; together <= 4; together++) {
            for (int hosts = 2; hosts <= 5; hosts++) {
                int each = together;
                int all = hosts;
                int[] members = IntStream.range(0, 1000).filter(rank -> rank / each % all == 1).toArray();
                RankSet set = RankSet.of(members);
                assertArrayEquals(members, set.ranks());
                assertTrue(set.rows() <= 2, set.rows() + " rows"); // the last interval may be cut off
                assertTrue(set.intervals() > 40);
            }
        }
    }
}
