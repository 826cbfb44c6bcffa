package org.braid.mpi.window.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Three ranks that lock and unlock one word, each step of each in every order: whoever has the exclusive lock has it alone, and nobody is shut out for ever. */
class LockWordTest {
    private static final int IDLE = 0;
    private static final int TRIES = 1;
    private static final int HOLDS = 2;
    private static final int DONE = 3;

    /** What each rank does now, and what it has seen of the word; all that there is. */
    private record World(long word, List<Integer> doing, List<Long> seen) {}

    /** How a rank computes the next word: the right way, or one with a bug in it. */
    private interface Protocol {
        long acquire(long word, int rank, boolean exclusive, boolean patient);
    }

    private static final Protocol RIGHT = (word, rank, exclusive, patient) -> exclusive ? LockWord.exclusive(word, rank) : LockWord.shared(word, patient);

    @Test
    void whoeverHasTheExclusiveLockHasItAloneAndEverybodyCanFinish() {
        for (int kinds = 0; kinds < 8; kinds++) {
            assertEquals("", explore(kinds, RIGHT), "kinds " + kinds);
        }
    }

    @Test
    void aProtocolThatForgetsSharersIsCaught() {
        Protocol forgets = (word, rank, exclusive, patient) -> exclusive ? LockWord.exclusive(word & ~0xFFFF_FFFFL, rank) : LockWord.shared(word, patient);
        assertTrue(explore(0b001, forgets).startsWith("not alone"));
    }

    @Test
    void aProtocolWhoseWishStaysForEverIsCaught() {
        Protocol shutsOut = (word, rank, exclusive, patient) -> exclusive ? LockWord.exclusive(word, rank) | 1L << 62 : LockWord.shared(word, true);
        assertTrue(explore(0b001, shutsOut).startsWith("stuck"));
    }

    /** What goes wrong; empty if nothing does. */
    private static String explore(int exclusiveOnes, Protocol protocol) {
        World first = new World(LockWord.FREE, List.of(IDLE, IDLE, IDLE), List.of(0L, 0L, 0L));
        Map<World, Set<World>> before = new HashMap<>();
        ArrayDeque<World> open = new ArrayDeque<>(List.of(first));
        before.put(first, new HashSet<>());
        while (!open.isEmpty()) {
            World world = open.poll();
            if (!isAlone(world, exclusiveOnes)) {
                return "not alone: " + world;
            }
            for (World next : steps(world, exclusiveOnes, protocol)) {
                if (!before.containsKey(next)) {
                    open.add(next);
                }
                before.computeIfAbsent(next, none -> new HashSet<>()).add(world);
            }
        }
        return stuck(before);
    }

    private static boolean isAlone(World world, int exclusiveOnes) {
        int holders = 0;
        boolean exclusive = false;
        for (int rank = 0; rank < 3; rank++) {
            boolean holds = world.doing.get(rank) == HOLDS;
            holders += holds ? 1 : 0;
            exclusive |= holds && isExclusive(exclusiveOnes, rank);
        }
        return !exclusive || holders == 1;
    }

    private static boolean isExclusive(int exclusiveOnes, int rank) {
        return (exclusiveOnes >> rank & 1) != 0;
    }

    /** From every world some way must lead to the one in which all are done. */
    private static String stuck(Map<World, Set<World>> before) {
        Set<World> good = new HashSet<>();
        ArrayDeque<World> open = new ArrayDeque<>();
        for (World world : before.keySet()) {
            if (world.doing.equals(List.of(DONE, DONE, DONE))) {
                open.add(world);
                good.add(world);
            }
        }
        while (!open.isEmpty()) {
            for (World earlier : before.getOrDefault(open.remove(), Set.of())) {
                if (good.add(earlier)) {
                    open.add(earlier);
                }
            }
        }
        for (World world : before.keySet()) {
            if (!good.contains(world)) {
                return "stuck: " + world;
            }
        }
        return "";
    }

    private static List<World> steps(World world, int exclusiveOnes, Protocol protocol) {
        List<World> next = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            boolean exclusive = isExclusive(exclusiveOnes, rank);
            switch (world.doing.get(rank)) {
                case IDLE -> next.add(with(world, world.word, rank, TRIES, LockWord.FREE));
                case TRIES -> {
                    tries(world, next, rank, exclusive, protocol, true);
                    tries(world, next, rank, exclusive, protocol, false);
                }
                case HOLDS -> next.add(with(world, exclusive ? LockWord.withoutHolder(world.word) : LockWord.withoutSharer(world.word), rank, DONE, 0));
                default -> {} // done
            }
        }
        return next;
    }

    /** One compare-and-swap, from what it has seen. */
    private static void tries(World world, List<World> next, int rank, boolean exclusive, Protocol protocol, boolean patient) {
        long seen = world.seen.get(rank);
        long wanted = protocol.acquire(seen, rank, exclusive, patient);
        boolean busy = wanted == LockWord.BUSY;
        long written = busy ? exclusive ? LockWord.wanted(seen) : seen : wanted;
        boolean swapped = world.word == seen;
        next.add(with(world, swapped ? written : world.word, rank, swapped && !busy ? HOLDS : TRIES, swapped && !busy ? 0 : swapped ? written : world.word));
    }

    private static World with(World world, long word, int rank, int doing, long seen) {
        List<Integer> all = new ArrayList<>(world.doing);
        List<Long> words = new ArrayList<>(world.seen);
        all.set(rank, doing);
        words.set(rank, seen);
        return new World(word, List.copyOf(all), List.copyOf(words));
    }
}
