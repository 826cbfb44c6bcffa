package org.braid.cli.compile;

import java.nio.file.Path;

/** A program that is ready to start: its class directory and its main class's binary name. */
public record CompiledProgram(Path classes, String mainClass) {}
