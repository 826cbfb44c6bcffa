package org.braid.launch.options;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.os.Machine;
import org.braid.launch.text.Words;

/**
 * A host as a line or a file names it.
 *
 * @param name a name or an address
 * @param slots for how many ranks there is said to be room, as in {@code localhost:4}; 0 if that is not said
 */
record NamedHost(String name, int slots) {
    /**
     * Those of a list with commas. Open MPI writes {@code *} or {@code auto} for the cores of a host.
     *
     * @throws org.braid.base.BraidException if a number of slots makes no sense
     */
    static List<NamedHost> list(String option, String text) {
        List<NamedHost> hosts = new ArrayList<>();
        for (String host : Words.split(text, ',')) {
            hosts.add(parse(option, host));
        }
        return hosts;
    }

    /** Behind one colon stands how many ranks; an address with colons of its own may stand in brackets. */
    static NamedHost parse(String option, String text) {
        int bracket = text.indexOf(']');
        if (text.startsWith("[") && bracket > 0) {
            String behind = text.substring(bracket + 1);
            return new NamedHost(text.substring(1, bracket), behind.startsWith(":") ? slots(option, text, behind.substring(1)) : 0);
        }
        int colon = text.indexOf(':');
        boolean isAlone = colon < 0 || colon != text.lastIndexOf(':');
        return isAlone ? new NamedHost(text, 0) : new NamedHost(text.substring(0, colon), slots(option, text, text.substring(colon + 1)));
    }

    /** @param said what is told if it is no number */
    static int slots(String option, String said, String text) {
        if (text.equals("*") || text.equals("auto")) {
            return Machine.usableCores();
        }
        try {
            int slots = Integer.parseInt(text);
            if (slots > 0) {
                return slots;
            }
        } catch (NumberFormatException e) {
            // It is refused below.
        }
        throw RunArguments.wrong(option, "'" + said + "' is no number of slots", "Write how many ranks may be there, as in localhost:4, or localhost slots=4 in a file");
    }
}
