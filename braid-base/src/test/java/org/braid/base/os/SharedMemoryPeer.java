package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** The other process of {@link SharedMemoryTest}. */
final class SharedMemoryPeer {
    private SharedMemoryPeer() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "create" -> create(Long.parseLong(args[1]));
            case "attach" -> attach(Long.parseLong(args[1]), Integer.parseInt(args[2]), Long.parseLong(args[3]));
            case "time" -> time();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void create(long bytes) throws Exception {
        SharedSegment shared = SharedMemory.create(bytes);
        shared.segment().set(JAVA_LONG, 0, 42);
        System.out.println(shared.fd());
        int ignored = System.in.read();
        System.out.println(shared.segment().get(JAVA_LONG, 8));
    }

    private static void attach(long pid, int fd, long bytes) {
        try (SharedSegment shared = SharedMemory.attach(pid, fd, bytes)) {
            System.out.println(shared.segment().get(JAVA_LONG, 0));
            shared.segment().set(JAVA_LONG, 8, 43);
        }
    }

    /** The first segment of a process, in microseconds. */
    private static void time() {
        long start = System.nanoTime();
        SharedSegment shared = SharedMemory.create(1 << 20);
        long end = System.nanoTime();
        SharedMemory.create(1 << 20).close();
        System.out.println((end - start) / 1000 + " " + (System.nanoTime() - end) / 1000 + " " + shared.fd());
    }
}
