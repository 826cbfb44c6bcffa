package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The three properties of every codec: round trip, truncation, corruption; and that anything at all is survived. */
class DecodersTest {

    @ParameterizedTest
    @EnumSource(Decoder.class)
    void whatWasEncodedIsDecodedToTheSameValue(Decoder decoder) {
        Seeds.each(150, random -> decoder.accept(decoder.sample(random)));
    }

    @ParameterizedTest
    @EnumSource(value = Decoder.class, names = {"HELLO", "TABLE", "STARTPOINT", "CAPABILITY", "ACCESS"})
    void everyTruncationIsRefused(Decoder decoder) {
        Seeds.each(30, random -> {
            byte[] good = decoder.sample(random);
            for (int bytes = 0; bytes < good.length; bytes++) assertFalse(decoder.survive(Arrays.copyOf(good, bytes)), bytes + " bytes");
        });
    }

    @ParameterizedTest
    @EnumSource(value = Decoder.class, names = {"GET_BUFFER", "METHOD", "ORDER", "POLICY", "RATE", "SIZE", "TIME"})
    void everyTruncationOfWhatMayEndEarlierIsRefusedOrMeansSomething(Decoder decoder) {
        Seeds.each(6, random -> {
            byte[] good = decoder.sample(random);
            for (int bytes = 0; bytes < good.length; bytes++) decoder.survive(Arrays.copyOf(good, bytes));
        });
    }

    @ParameterizedTest
    @EnumSource(Decoder.class)
    void everyCorruptionOfOneByteIsRefusedOrMeansSomethingElse(Decoder decoder) {
        Seeds.each(2, random -> {
            byte[] good = smallSample(decoder, random);
            byte[] bad = good.clone();
            for (int at = 0; at < good.length; at++) {
                for (int flip = 1; flip < 256; flip++) {
                    bad[at] = (byte) (good[at] ^ flip);
                    decoder.survive(bad);
                }
                bad[at] = good[at];
            }
        });
    }

    @ParameterizedTest
    @EnumSource(value = Decoder.class, names = {"HELLO", "TABLE", "STARTPOINT", "CAPABILITY", "ACCESS"})
    void bytesAfterTheEndAreRefused(Decoder decoder) {
        Seeds.each(100, random -> {
            byte[] good = decoder.sample(random);
            assertFalse(decoder.survive(Arrays.copyOf(good, good.length + 1)));
        });
    }

    @ParameterizedTest
    @EnumSource(Decoder.class)
    void splicedAndMutatedBytesAreSurvivedAndBothOutcomesOccur(Decoder decoder) {
        int[] outcomes = new int[2];
        Seeds.each(700, random -> outcomes[decoder.survive(Mutation.of(decoder, random)) ? 1 : 0]++);
        assertTrue(outcomes[0] > 0 && outcomes[1] > 0, decoder + " refused " + outcomes[0] + ", accepted " + outcomes[1]);
    }

    @ParameterizedTest
    @EnumSource(Decoder.class)
    void allInputsOfNoneOneAndTwoBytesAreSurvived(Decoder decoder) {
        decoder.survive(new byte[0]);
        int values = decoder.isText ? 128 : 256;
        for (int one = 0; one < values; one++) {
            decoder.survive(new byte[] {(byte) one});
            for (int two = 0; two < values; two++) decoder.survive(new byte[] {(byte) one, (byte) two});
        }
    }

    private static byte[] smallSample(Decoder decoder, SplittableRandom random) {
        byte[] sample = decoder.sample(random);
        while (sample.length > (decoder.isText ? 30 : 200)) sample = decoder.sample(random);
        return sample;
    }
}
