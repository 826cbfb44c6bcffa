package org.braid.boot;

/**
 * A call of one program's {@code static void main(String[])} in plain bytecode, made by {@link StaticMainFactory}. Reflection would link
 * method handles for its single call, which costs every rank some 10 ms of start-up.
 */
public abstract class StaticMain {
    /** For the generated subclass only. */
    protected StaticMain() {}

    /** Calls the program in this thread. */
    public abstract void call(String[] arguments) throws Throwable;
}
