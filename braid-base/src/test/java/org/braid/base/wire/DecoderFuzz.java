package org.braid.base.wire;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Coverage-guided fuzzing of every {@link Decoder}, one at a time: {@code mvn -Pfuzz -pl braid-base -am test -Dtest=DecoderFuzz#table}.
 *
 * <p>No part of the normal build (Jazzer would attach an agent to the test JVM for several seconds); what it found is kept in
 * {@code DecoderFuzzInputs/} and replayed there by {@link KeptInputsTest}.
 */
class DecoderFuzz {

    @FuzzTest(maxDuration = "1m")
    void hello(byte[] bytes) {
        Decoder.HELLO.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void table(byte[] bytes) {
        Decoder.TABLE.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void startpoint(byte[] bytes) {
        Decoder.STARTPOINT.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void capability(byte[] bytes) {
        Decoder.CAPABILITY.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void access(byte[] bytes) {
        Decoder.ACCESS.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void get_buffer(byte[] bytes) {
        Decoder.GET_BUFFER.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void method(byte[] bytes) {
        Decoder.METHOD.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void order(byte[] bytes) {
        Decoder.ORDER.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void policy(byte[] bytes) {
        Decoder.POLICY.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void rate(byte[] bytes) {
        Decoder.RATE.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void size(byte[] bytes) {
        Decoder.SIZE.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void time(byte[] bytes) {
        Decoder.TIME.survive(bytes);
    }
}
