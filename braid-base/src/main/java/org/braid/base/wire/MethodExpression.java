package org.braid.base.wire;
public final class MethodExpression { public record Parameter(String name, String value) {} }
