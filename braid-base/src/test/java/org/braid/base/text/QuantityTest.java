package org.braid.base.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.base.ErrorCode;
import org.braid.base.wire.Refused;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {

    @Test
    void sizesAreReadInPowersOf1024AndWrittenWithTheLargestUnitThatDividesThem() {
        assertEquals(4L << 20, ByteSize.parse("4MiB").bytes());
        assertEquals("64KiB", new ByteSize(65536).toString());
        assertEquals("65537B", new ByteSize(65537).toString());
        assertEquals("0B", ByteSize.parse("0GiB").toString());
        assertEquals("7EiB", ByteSize.parse("0007EiB").toString());
    }

    @Test
    void ratesAreReadInPowersOf1000AndOf1024() {
        assertEquals(100_000_000, DataRate.parse("100MB/s").bytesPerSecond());
        assertEquals("100MB/s", new DataRate(100_000_000).toString());
        assertEquals("1GiB/s", new DataRate(1 << 30).toString());
        assertEquals("1001B/s", new DataRate(1001).toString());
        assertEquals("0B/s", DataRate.parse("0GB/s").toString());
        assertEquals(166_670_000, DataRate.parse("166.67MB/s").bytesPerSecond());
        assertEquals(1, DataRate.parse("0.6B/s").bytesPerSecond());
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> DataRate.parse("1.2.3MB/s"), "no unit");
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> DataRate.parse("12345678.123GiB/s"), "no unit");
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> DataRate.parse("100MB"), "no unit 'MB'", "Did you mean '100MB/s'?");
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> DataRate.parse("100"), "no unit", "B/s, KB/s, KiB/s");
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> new DataRate(-1), "negative");
    }

    @Test
    void timesAreReadAndWrittenInTheirUnits() {
        assertEquals(3_000_000_000L, TimeSpan.parse("3s").ns());
        assertEquals("1h", TimeSpan.parse("60min").toString());
        assertEquals("1500us", new TimeSpan(1_500_000).toString());
        assertEquals("0ns", TimeSpan.parse("0h").toString());
    }

    @Test
    void theLargestValueIsReadAndTheNextIsRefused() {
        assertEquals(Long.MAX_VALUE, ByteSize.parse("9223372036854775807B").bytes());
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> ByteSize.parse("9223372036854775808B"), "too large");
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> ByteSize.parse("8EiB"), "The largest is 7EiB");
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> ByteSize.parse("99999999999999999999999KiB"), "too large");
        assertEquals(Long.MAX_VALUE, TimeSpan.parse("9223372036854775807ns").ns());
        Refused.with(ErrorCode.TIME_SYNTAX, () -> TimeSpan.parse("2562048h"), "too large");
        assertEquals(2562047L * 3_600_000_000_000L, TimeSpan.parse("2562047h").ns());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        4     | no unit       | 64KiB
        0     | no unit       | 64KiB
        4M    | no unit 'M'   | Did you mean '4MiB'?
        4MB   | no unit 'MB'  | Did you mean '4MiB'?
        4kb   | no unit 'kb'  | Did you mean '4KiB'?
        4 MiB | no unit ' MiB'| Did you mean '4MiB'?
        -4MiB | negative      | 64KiB
        +4MiB | start with a digit | 64KiB
        1.5GiB| no unit '.5GiB' |
        MiB   | start with a digit |
        ``    | start with a digit |
        """)
    void sizesThatAreNotExactlyANumberAndAUnitAreRefused(@Nullable String text, String why, @Nullable String whatToDo) {
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> ByteSize.parse(text == null ? "" : text), why, whatToDo == null ? "" : whatToDo);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        3    | no unit
        3m   | Did you mean '3min'?
        3sec | no unit 'sec'
        3S   | Did you mean '3s'?
        3Ms  | Did you mean
        -3s  | negative
        """)
    void timesThatAreNotExactlyANumberAndAUnitAreRefused(String text, String part) {
        Refused.with(ErrorCode.TIME_SYNTAX, () -> TimeSpan.parse(text), part);
    }

    @Test
    void negativeValuesCannotBeMade() {
        Refused.with(ErrorCode.SIZE_SYNTAX, () -> new ByteSize(-1));
        Refused.with(ErrorCode.TIME_SYNTAX, () -> new TimeSpan(-1));
    }
}
