package org.braid.coll.select;

/** Is told which rule has decided, whenever a call is not like the one of its operation before. */
@FunctionalInterface
public interface ChoiceListener {
    /**
     * Runs inside the call: it must not wait, nor call the engine.
     *
     * @param size members of the communicator
     * @param bytes the size that the choice depended on; 0 if members don't know it alike
     */
    void chosen(Rule rule, int size, long bytes);
}
