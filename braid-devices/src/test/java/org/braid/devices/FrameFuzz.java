package org.braid.devices;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Coverage-guided fuzzing of every {@link FrameDecoder}, one at a time: {@code mvn -Pfuzz -pl braid-devices -am test -Dtest=FrameFuzz#lz4}. No part of the normal build; what it found is kept in {@code FrameFuzzInputs/} and
 * replayed there by {@link KeptFramesTest}.
 */
class FrameFuzz {
    @FuzzTest(maxDuration = "1m")
    void lz4(byte[] bytes) {
        FrameDecoder.LZ4.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void checksum(byte[] bytes) {
        FrameDecoder.CHECKSUM.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void delay(byte[] bytes) {
        FrameDecoder.DELAY.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void lz4_over_checksum(byte[] bytes) {
        FrameDecoder.LZ4_OVER_CHECKSUM.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void delay_over_lz4(byte[] bytes) {
        FrameDecoder.DELAY_OVER_LZ4.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void text(byte[] bytes) {
        FrameDecoder.TEXT.survive(bytes);
    }
}
