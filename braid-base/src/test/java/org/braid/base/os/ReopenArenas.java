package org.braid.base.os;

/** The process of {@link FullFileSystemTest} that opens and closes three arenas, one after the other, of which its /dev/shm of 256 KiB has room for one. */
final class ReopenArenas {
    private ReopenArenas() {}

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            try (SharedArena arena = new SharedArena(1 << 20)) {
                arena.allocate(120_000).free();
            }
        }
        System.out.println("room for each");
    }
}
