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

    @ParameterizedTest
    @ValueSource(strings = {
        "", "hello from 0 of 2", "latency c 8 0.25 lightyears", "latency c eight 0.25 us", "latency c 8 fast us", "latency c -1 0.25 us",
        "latency c 8 -0.25 us", "latency c 8 NaN us", "latency c 8 Infinity us", "latency c 8 0.25 us more"
    })
    void whateverElseAProgramSaysIsNone(String line) {
        assertNull(Figure.parse(line));
    }
}
