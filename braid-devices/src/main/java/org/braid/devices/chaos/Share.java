package org.braid.devices.chaos;

import java.math.BigDecimal;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodParameter;

/** A share of all frames as people write it: {@code 0.01}, {@code 1%}, {@code 0.5%}. */
final class Share {
    private static final int MOST_CHARS = 20;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private Share() {}

    /**
     * The share as a number from 0 to 1.
     *
     * @throws BraidException {@code METHOD_PARAMETER} if the value is none
     */
    static double of(MethodParameter given) {
        String text = given.value();
        boolean percent = text.endsWith("%");
        String digits = percent ? text.substring(0, text.length() - 1) : text;
        if (!isDecimal(digits)) {
            throw refused(given, "it is no share of all frames");
        }
        BigDecimal number = new BigDecimal(digits);
        BigDecimal share = percent ? number.divide(HUNDRED) : number;
        if (share.compareTo(BigDecimal.ONE) > 0) {
            throw refused(given, "it is more than all frames");
        }
        return share.doubleValue();
    }

    private static boolean isDecimal(String digits) {
        int points = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            points += c == '.' ? 1 : 0;
            if (c != '.' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return points <= 1 && digits.length() > points && digits.length() <= MOST_CHARS;
    }

    private static BraidException refused(MethodParameter given, String why) {
        return new BraidException(ErrorCode.METHOD_PARAMETER, "parameter " + given + " is not valid", why, "Use a number from 0 to 1, such as 0.01, or from 0% to 100%");
    }
}
