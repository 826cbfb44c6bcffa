package org.braid.link.region;

import org.braid.base.wire.HandlerId;

/**
 * What runs at the owner of a region after the data of a put is there: a handler of the endpoint that the region was published with, with four ints and no payload (charm-on-vmi, section 4.4: the notification callback).
 *
 * @param handler its id, as {@code Context.register} returned it
 */
public record Notice(int handler, int a0, int a1, int a2, int a3) {
    /** Nobody is notified. */
    public static final Notice NONE = new Notice(HandlerId.NONE, 0, 0, 0, 0);
}
