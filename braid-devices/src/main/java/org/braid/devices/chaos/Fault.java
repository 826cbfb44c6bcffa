package org.braid.devices.chaos;

import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Transport.Parameter;

/** A kind of fault: which parameter sets how often it happens to a frame, what is said and counted of it, and what a stream must put up with. */
enum Fault {
    KILL("kill", "ends the lane", DeliveryClass.ORDERED),
    STALL("stall", "lets nothing pass for a while", DeliveryClass.ORDERED),
    CORRUPT("corrupt", "changes a bit of the payload", DeliveryClass.ORDERED),
    TRUNCATE("truncate", "takes away the end of the payload", DeliveryClass.ORDERED),
    DROP("drop", "loses the frame", DeliveryClass.UNRELIABLE),
    DUPLICATE("duplicate", "doubles the frame", DeliveryClass.UNRELIABLE),
    REORDER("reorder", "lets the next frame pass first", DeliveryClass.UNORDERED);

    private final String key;
    private final String help;
    private final DeliveryClass needs;

    Fault(String key, String help, DeliveryClass needs) {
        this.key = key;
        this.help = help;
        this.needs = needs;
    }

    String key() {
        return key;
    }

    DeliveryClass needs() {
        return needs;
    }

    Parameter parameter() {
        return new Parameter(key, "share", "0", help + "; a share of all frames such as 0.01 or 1%");
    }
}
