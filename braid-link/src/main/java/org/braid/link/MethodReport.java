package org.braid.link;

import org.jspecify.annotations.Nullable;

/**
 * One way to an endpoint, as enquiry functions answer (nexus-multimethod, section 2.2).
 *
 * @param method its name
 * @param whyNot null if it works between here and there, found by trying; else the reason
 * @param inUse whether the startpoint uses it now
 */
public record MethodReport(String method, @Nullable String whyNot, boolean inUse) {}
