package org.braid.link.spi;

/**
 * News about a lane that no frame carries, on its way up the chain (charm-on-vmi, section 4.4: the alert chain).
 *
 * @param source the device or transport that raises it, as a user writes it
 * @param severity how much it matters
 * @param text one line that says what happened, and why if that is known
 */
public record Alert(String source, Severity severity, String text) {
    /** How much an alert matters. */
    public enum Severity {
        /** Worth knowing: told to whoever asks for notices. */
        NOTICE,
        /** Something is slower or less safe than it should be: shown to the user once. */
        WARNING,
        /** The lane is given up; its stream goes on by another one if there is one. */
        FAILURE
    }
}
