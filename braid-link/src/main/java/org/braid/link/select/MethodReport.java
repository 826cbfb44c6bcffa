package org.braid.link.select;

import java.util.List;
import org.braid.base.wire.SizeRange;
import org.jspecify.annotations.Nullable;

/**
 * One way to an endpoint, as enquiry functions answer (nexus-multimethod, section 2.2).
 *
 * @param method its name
 * @param whyNot null if it works between here and there, found by trying; else the reason
 * @param inUse whether the startpoint uses it now
 * @param carries the sizes of payload for which it is selected; a lane for long data is opened, and then in use, when the first message needs it
 */
public record MethodReport(String method, @Nullable String whyNot, boolean inUse, List<SizeRange> carries) {}
