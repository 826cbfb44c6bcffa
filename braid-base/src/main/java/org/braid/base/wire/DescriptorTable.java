package org.braid.base.wire;
import java.util.List;
public record DescriptorTable(List<Descriptor> descriptors) { public static DescriptorTable of(List<Descriptor> d) { return new DescriptorTable(d);} }
