package org.braid.bench.process;

import java.util.List;

/**
 * A program that takes part, ready to start.
 *
 * @param name as the table shows it
 * @param isPeer whether it is what we compare ourselves with
 * @param operation if not empty, the wall time of the whole command is the figure, under this name; else the command prints its figures
 */
public record Contestant(String name, boolean isPeer, String operation, List<String> command) {}
