package org.braid.base.wire;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.ByteSize;
import org.braid.base.text.DataRate;
import org.braid.base.text.Spelling;
import org.braid.base.text.Text;
import org.braid.base.text.TimeSpan;

/**
 * A parameter of a method or device, {@code sndbuf=4MiB}. The value is text; its type is known to the method, which asks for it.
 *
 * @param key a word, dots allowed inside; empty for a value without a name, as in {@code delay(1ms)}, which is that of the device's first parameter
 * @param value 0 to {@link Limits#MAX_VALUE_CHARS} characters without control characters, printed in quotes where needed; without a name it begins with a digit and needs none
 */
public record MethodParameter(String key, String value) {

    public MethodParameter {
        if (key.isEmpty()) MethodWords.requireUnnamed(value);
        else MethodWords.requireKey(key);
        if (value.length() > Limits.MAX_VALUE_CHARS || Text.hasControl(value) || !MethodWords.isUnicode(value))
            throw MethodWords.refused("value of parameter " + key,
                "it has more than " + Limits.MAX_VALUE_CHARS + " characters, control characters, or half a surrogate pair");
    }

    /** A value without a name. */
    static MethodParameter unnamed(String value) {
        return new MethodParameter("", value);
    }

    /** True if the user wrote the value alone. */
    public boolean isUnnamed() {
        return key.isEmpty();
    }

    /** @throws BraidException {@link ErrorCode#METHOD_PARAMETER} unless the value is a size from {@code min} to {@code max} bytes */
    public long bytes(long min, long max) {
        return inRange(ByteSize.parse(value).bytes(), min, max, new ByteSize(min).toString(), new ByteSize(max).toString());
    }

    /** @throws BraidException {@link ErrorCode#METHOD_PARAMETER} unless the value is a rate from {@code min} to {@code max} bytes per second */
    public long bytesPerSecond(long min, long max) {
        return inRange(DataRate.parse(value).bytesPerSecond(), min, max, new DataRate(min).toString(), new DataRate(max).toString());
    }

    /** @throws BraidException {@link ErrorCode#METHOD_PARAMETER} unless the value is a time from {@code minNs} to {@code maxNs} */
    public long ns(long minNs, long maxNs) {
        return inRange(TimeSpan.parse(value).ns(), minNs, maxNs, new TimeSpan(minNs).toString(), new TimeSpan(maxNs).toString());
    }

    /** @throws BraidException {@link ErrorCode#METHOD_PARAMETER} unless the value is a whole number from {@code min} to {@code max} */
    public int number(int min, int max) {
        try {
            return (int) inRange(Long.parseLong(value), min, max, Integer.toString(min), Integer.toString(max));
        } catch (NumberFormatException notANumber) {
            throw refused("it is not a whole number", "Use a number from " + min + " to " + max);
        }
    }

    /** @throws BraidException {@link ErrorCode#METHOD_PARAMETER} unless the value is one of {@code choices}, which it returns */
    String oneOf(List<String> choices) {
        if (choices.contains(value)) return value;
        throw refused("it is not one of " + String.join(", ", choices), Spelling.didYouMean(value, choices, "Choose one of them"));
    }

    /** @throws BraidException {@link ErrorCode#METHOD_PARAMETER} unless the value is {@code true} or {@code false} */
    public boolean flag() {
        return oneOf(List.of("true", "false")).equals("true");
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        MethodPrinter.parameter(text, this);
        return text.toString();
    }

    private long inRange(long actual, long min, long max, String minText, String maxText) {
        if (actual >= min && actual <= max) return actual;
        throw refused("it is out of range", "Use " + minText + " to " + maxText);
    }

    private BraidException refused(String why, String whatToDo) {
        return new BraidException(ErrorCode.METHOD_PARAMETER, "parameter " + this + " is not valid", why, whatToDo);
    }
}
