package org.braid.devices.delay;

import java.util.concurrent.ConcurrentHashMap;

/** The wires of a process that have names. As many as its users have written into methods. */
final class Wires {
    private final ConcurrentHashMap<String, Wire> byGroup = new ConcurrentHashMap<>();

    Wire of(String group) {
        return byGroup.computeIfAbsent(group, name -> new Wire());
    }
}
