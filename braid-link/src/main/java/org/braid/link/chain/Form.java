package org.braid.link.chain;

import org.braid.base.memory.Memory;
import org.braid.link.spi.Frame;
import org.jspecify.annotations.Nullable;

/** Whether what a device puts in place of a frame can be one: same header, and a payload that exists and fits. */
final class Form {
    private Form() {}

    /**
     * Judges one form.
     *
     * @param given the frame that it stands for; null for one that had waited
     * @return null if it can be, else what a device did that passed it on
     */
    @SuppressWarnings("ReferenceEquality") // most devices pass on the very frame that they were given
    static @Nullable String wrong(Frame form, @Nullable Frame given, int mostBytes) {
        if (form != given) {
            if (given != null && !form.hasHeaderOf(given)) {
                return "changed the header of a frame";
            }
            if (form.length() > 0 && !holdsPayload(form)) {
                return "passed on a payload of " + form.length() + " bytes that is not there";
            }
        }
        return form.length() < 0 || form.length() > mostBytes ? "passed on a payload of " + form.length() + " bytes, where 0 to " + mostBytes + " are possible" : null;
    }

    private static boolean holdsPayload(Frame form) {
        Object base = form.base();
        try {
            return base != null && form.offset() >= 0 && form.offset() <= Memory.capacityBytes(base) - form.length();
        } catch (RuntimeException notMemory) {
            return false;
        }
    }
}
