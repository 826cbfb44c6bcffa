package org.braid.coll.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.braid.coll.algorithm.generator.AlongLevels;
import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.tree.TreeNames;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the rows of the catalogue hold: objects of classes with names, since others are linked in every rank that starts (docs/decisions/plans-by-name.md), and without anything that can change, since all threads use them. */
class GeneratorsTest {
    /** Of a generator, and of what it works with, whatever is wrong. */
    private static List<String> violations(Object generator) throws IllegalAccessException {
        List<String> wrong = new ArrayList<>();
        if (generator.getClass().isHidden()) {
            wrong.add("a lambda");
        }
        for (Field field : generator.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            if (!Modifier.isFinal(field.getModifiers())) {
                wrong.add(field.getName() + " can change");
            }
            if (TreeGenerator.class.isAssignableFrom(field.getType())) {
                field.setAccessible(true);
                wrong.addAll(violations(field.get(generator)));
            }
        }
        return wrong;
    }

    @ParameterizedTest
    @EnumSource
    void aRowHasAnObjectOfANamedClassThatCannotChange(Algorithm algorithm) throws IllegalAccessException {
        assertEquals(List.of(), violations(algorithm.generator));
    }

    /** Keeps count. */
    private static final class Counting implements Generator {
        private int calls;

        @Override
        public Schedule generate(Shape shape, Told told) {
            calls++;
            return new ScheduleBuilder(shape).build();
        }
    }

    @Test
    void whatWouldBeWrongIsFound() throws IllegalAccessException {
        Generator lambda = (shape, told) -> new ScheduleBuilder(shape).build();
        TreeGenerator inside = (shape, trees, segments) -> new ScheduleBuilder(shape).build();
        assertEquals(List.of("a lambda"), violations(lambda));
        assertEquals(List.of("a lambda"), violations(new AlongLevels(TreeNames.LINEAR, inside)));
        assertEquals(List.of("calls can change"), violations(new Counting()));
    }

    /** Each says it itself, wherever it stands in the catalogue. */
    @Test
    void thoseThatKeepTheBitsAndThoseThatGoInPartsAreKnown() {
        Set<String> keepBits = new TreeSet<>();
        Set<String> inParts = new TreeSet<>();
        Arrays.stream(Algorithm.values()).filter(each -> each.generator.isReproducible()).forEach(each -> keepBits.add(each.name()));
        Arrays.stream(Algorithm.values()).filter(Algorithm::isOfParts).forEach(each -> inParts.add(each.name()));
        assertEquals(
                Set.of("LINEAR_NEIGHBOR_REDUCE", "MULTILEVEL_CANONICAL_REDUCE", "MULTILEVEL_CANONICAL_ALLREDUCE", "MULTILEVEL_CANONICAL_REDUCE_SCATTER", "MULTILEVEL_CANONICAL_SCAN", "MULTILEVEL_CANONICAL_EXSCAN"),
                keepBits);
        assertEquals(Set.of("MULTILEVEL_LANES_BCAST", "MULTILEVEL_LANES_REDUCE", "MULTILEVEL_LANES_ALLREDUCE"), inParts);
        assertTrue(Algorithm.BINOMIAL_BCAST.isReproducible(), "nothing is combined");
        assertFalse(Algorithm.BINOMIAL_REDUCE.isReproducible());
    }
}
