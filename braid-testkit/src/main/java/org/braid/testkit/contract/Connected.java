package org.braid.testkit.contract;

/** Opens contexts that reach each other by the one method under test. */
public interface Connected {
    /**
     * @param contexts how many
     * @param serves whether background threads run their handlers; else the test steps them by {@link World#turn}
     */
    World open(int contexts, boolean serves);

    /** Contexts that move only when the test steps them. */
    default World open(int contexts) {
        return open(contexts, false);
    }
}
