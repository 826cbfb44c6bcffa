package org.braid.bench.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FigureTest {
    @Test
    void aLineOfFiveWordsIsAFigure() {
        assertEquals(new Figure("latency", "byte[]", 8, 0.25, "us"), Figure.parse("latency byte[] 8 0.25 us"));
    }

    @Test
    void aShareAndAMultipleAreFiguresToo() {
        assertEquals(new Figure("threads.8.share", "byte[]", 8, 0.7, "share"), Figure.parse("threads.8.share byte[] 8 0.7 share"));
        assertEquals(new Figure("calls.put-over-message", "-", 8, 1.1, "times"), Figure.parse("calls.put-over-message - 8 1.1 times"));
    }

    @Test
    void threeWordsMoreAreItsConditions() {
        assertEquals(new Figure("latency", "byte[]", 8, 0.25, "us", CoreState.NEAR, true), Figure.parse("latency byte[] 8 0.25 us 34.1 35 still"));
        assertEquals(new Figure("latency", "c", 8, 0.25, "us", CoreState.MIXED, false), Figure.parse("latency c 8 0.25 us 34.1 160 young"));
        assertEquals(new Figure("barrier.np8", "c", 0, 9, "us", CoreState.ANY, true), Figure.parse("barrier.np8 c 0 9 us 0.0 0.0 still"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "hello from 0 of 2", "latency c 8 0.25 lightyears", "latency c eight 0.25 us", "latency c 8 fast us", "latency c -1 0.25 us",
        "latency c 8 -0.25 us", "latency c 8 NaN us", "latency c 8 Infinity us", "latency c 8 0.25 us more", "latency c 8 0.25 us 34 35", "latency c 8 0.25 us near 35 still"
    })
    void whateverElseAProgramSaysIsNone(String line) {
        assertNull(Figure.parse(line));
    }
}
