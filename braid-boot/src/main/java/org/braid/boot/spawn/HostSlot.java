package org.braid.boot.spawn;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * One of the hosts that the hint {@code host} names, as MPI libraries take it: {@code one,two} or {@code one:2,two:2}.
 *
 * @param host its name or address, or what {@link #isOwn} knows
 * @param count how many processes it has before the next one named has some, at least 1
 */
public record HostSlot(String host, int count) {
    private static final String THIS_HOST = "localhost";

    /**
     * What the hint names, one after the other; "" if it names nothing.
     *
     * @throws BraidException if there is nothing between two commas, or before the only colon
     */
    public static List<String> names(String hint) {
        List<String> names = Arrays.stream(hint.split(",", -1)).map(String::strip).toList();
        if (names.stream().anyMatch(name -> name.isEmpty() ? names.size() > 1 : name.startsWith(":") && name.indexOf(':', 1) < 0)) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "the hint host", "'" + hint + "' has an empty name in it", "Write names with one comma in between");
        }
        return names;
    }

    /**
     * Reads one of these names.
     *
     * @param isHost whether all of it is a name or an address, which may have colons in it
     * @throws BraidException if there is no count behind its colon
     */
    public static HostSlot of(String named, Predicate<String> isHost) {
        int colon = named.lastIndexOf(':');
        if (colon < 0 || isHost.test(named)) {
            return new HostSlot(named, 1);
        }
        try {
            int count = Integer.parseInt(named, colon + 1, named.length(), 10);
            if (count > 0) {
                return new HostSlot(named.substring(0, colon), count);
            }
        } catch (NumberFormatException none) {
            // It is told below.
        }
        throw new BraidException(ErrorCode.OPTION_VALUE, "the hint host", "'" + named + "' has no number of processes behind its colon", "Write NAME, or NAME:COUNT, with commas in between");
    }

    /** Whether a name leaves the host open, or means that of the process that asks. */
    public static boolean isOwn(String name) {
        return name.isEmpty() || name.equals(THIS_HOST);
    }
}
