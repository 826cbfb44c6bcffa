package org.braid.base.wire;
public record Descriptor(String method, byte[] body) {}
