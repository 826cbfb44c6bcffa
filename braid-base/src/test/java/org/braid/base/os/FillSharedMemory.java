package org.braid.base.os;

import java.io.File;
import org.braid.base.BraidException;

/** The process of {@link FullFileSystemTest}: asks for more than its /dev/shm of 256 KiB has, then for less. */
final class FillSharedMemory {
    private FillSharedMemory() {}

    public static void main(String[] args) {
        try (SharedSegment unexpected = SharedMemory.create(1 << 20)) {
            System.out.println("got " + unexpected.bytes());
        } catch (BraidException e) {
            try (SharedSegment less = SharedMemory.create(1 << 17)) {
                String[] left = new File("/dev/shm").list();
                System.out.println(e.code() + " " + e.why() + ", " + less.bytes() + " bytes afterwards, files left: "
                        + (left == null ? "?" : left.length));
            }
        }
    }
}
