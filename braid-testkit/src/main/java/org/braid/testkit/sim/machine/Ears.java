package org.braid.testkit.sim.machine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.Context;
import org.braid.link.progress.PolledRings;
import org.braid.link.ring.RingConsumer;
import org.braid.link.spi.Doorbell;

/** Looks from outside whether something lies in the rings of a context, for which whoever sleeps there has to be woken. Nothing is taken out. */
final class Ears {
    private static final ValueLayout.OfLong ADDRESS = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final Field RINGS = field(PolledRings.class, "rings");
    private static final Field COUNT = field(PolledRings.class, "count");
    private static final Method MEMORY = memory();
    private static final Field BASE = field(RingConsumer.class, "base");
    private static final Field HEAD = field(RingConsumer.class, "head");
    private static final Field MASK = field(RingConsumer.class, "mask");
    private static final Field LAST_TO = field(RingConsumer.class, "lastTo");

    private final Context context;

    Ears(Context context) {
        this.context = context;
    }

    /** @param need {@link Doorbell#WAITED}: by any frame; {@link Doorbell#IDLE}: by one that says so */
    boolean hear(int need) {
        try {
            RingConsumer[] rings = (RingConsumer[]) RINGS.get(context.progress().rings());
            int count = COUNT.getInt(context.progress().rings());
            for (int i = 0; i < count; i++) {
                if (rings[i].ready() && wakes(rings[i], need)) {
                    return true;
                }
            }
            return false;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A pad wakes nobody: it may be all that is left of a message whose memory refused. What lies behind it is not looked at. */
    private static boolean wakes(RingConsumer ring, int need) throws ReflectiveOperationException {
        MemorySegment memory = (MemorySegment) MEMORY.invoke(ring);
        long at = BASE.getLong(ring) + (HEAD.getLong(ring) & MASK.getInt(ring));
        byte kind = memory.get(ValueLayout.JAVA_BYTE, at);
        if (kind == FrameKind.PAD) {
            return false;
        }
        boolean isRepeat = kind < 0 || kind == FrameKind.REPEAT;
        long to = isRepeat ? LAST_TO.getLong(ring) : memory.get(ADDRESS, at + Integer.BYTES);
        return need == Doorbell.WAITED || ((int) (to >>> Integer.SIZE) & FrameHeader.ROUTE_NEEDS_YOU) != 0;
    }

    private static Method memory() {
        try {
            Method method = RingConsumer.class.getDeclaredMethod("memory");
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("RingConsumer does not say any more what it reads: tell the ears", e);
        }
    }

    private static Field field(Class<?> of, String name) {
        try {
            Field field = of.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(of + " has no " + name + " any more: tell the ears where it is", e);
        }
    }
}
