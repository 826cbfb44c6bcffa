package org.braid.devices.delay;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;

/** The wires of a process that have names. As many as its users have written into methods. */
final class Wires {
    private final ConcurrentHashMap<String, Wire> byGroup = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, LinkClocks> byFile = new ConcurrentHashMap<>();

    /** What processes share by a file. */
    LinkClocks clocks(String file) {
        return byFile.computeIfAbsent(file, name -> LinkClocks.open(Path.of(name)));
    }

    Wire of(String group) {
        return byGroup.computeIfAbsent(group, name -> new OwnWire());
    }
}
