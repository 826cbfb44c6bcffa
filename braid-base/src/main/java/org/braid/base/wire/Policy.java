package org.braid.base.wire;
public final class Policy { public boolean mentions(String m) { return true; } }
