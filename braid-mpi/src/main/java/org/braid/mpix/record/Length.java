package org.braid.mpix.record;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Of a component of a record that is an array of primitives: how many elements it has, in every record. {@code record Particle(@Length(3) double[] position, int charge)} lies in memory as {@code struct { double position[3]; int charge; }} does. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Length {
    /** 1 or more. */
    int value();
}
