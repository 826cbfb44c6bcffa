package org.braid.base.os;
public final class Membarrier { public static void global() {} public static boolean available() { return false; } }
