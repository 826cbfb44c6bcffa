package org.braid.transports.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.Policy;
import org.braid.base.wire.PutBuffer;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.region.AtomicWords;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;

/** Another process that owns a region ({@code owner}: prints its capability, adds one to a word that becomes 1, and never polls), or puts into one again and again ({@code initiator CAPABILITY}), until it is killed or refused. */
final class RegionMain {
    static final int BYTES = 1 << 20;
    static final byte[] SECRET = new byte[32];

    private RegionMain() {}

    public static void main(String[] args) throws IOException {
        Context context = open(ThreadLocalRandom.current().nextLong(1 << 20) + 1);
        if (args[0].equals("owner")) {
            own(context);
        } else {
            put(context.regionFrom(new GetBuffer(HexFormat.of().parseHex(args[1]))));
        }
    }

    static Context open(long number) {
        return Context.open(ContextConfig.alone().withId(ContextId.notARank(1, 2, number)).withServes(false).withSecret(SECRET).withPolicy(Policy.parse("shm")).withDirectory(id -> null));
    }

    static String capability(Region region) {
        PutBuffer bytes = new PutBuffer();
        region.put(bytes);
        return HexFormat.of().formatHex(bytes.toBytes());
    }

    private static void own(Context context) throws IOException {
        ByteBuffer memory = context.space().arena().newByteBuffer(BYTES);
        Region region = context.publish(memory, 0, BYTES, Set.of(Right.values()), Long.MAX_VALUE, context.newEndpoint(null));
        System.out.println(capability(region));
        MemorySegment words = Objects.requireNonNull(AtomicWords.of(memory));
        while (AtomicWords.compareAndExchange(words, 8, 1, 2) != 1) {
            Thread.onSpinWait();
        }
        int ignored = System.in.read(); // until it is killed
    }

    private static void put(RemoteRegion region) {
        byte[] data = new byte[BYTES];
        try {
            for (int i = 0; ; i++) {
                region.put(0, data, 0, BYTES);
                if (i == 50) {
                    System.out.println(region.isDirect());
                }
            }
        } catch (BraidException withdrawn) {
            System.out.println(withdrawn.getMessage());
        }
    }
}
