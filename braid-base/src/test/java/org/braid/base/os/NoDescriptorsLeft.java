package org.braid.base.os;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Asks the kernel for a process, by its number and start, and for one that does not exist, with no file descriptor left. */
final class NoDescriptorsLeft {
    private NoDescriptorsLeft() {}

    public static void main(String[] args) throws IOException {
        long pid = Long.parseLong(args[0]);
        long startTicks = Long.parseLong(args[1]);
        boolean warm = Machine.isAlive(pid, startTicks) && !Machine.isAlive(Integer.MAX_VALUE, startTicks); // classes need descriptors
        List<Closeable> taken = new ArrayList<>();
        takeAll(taken);
        long start = Machine.startTicks(pid);
        boolean alive = Machine.isAlive(pid, startTicks);
        boolean dead = Machine.isAlive(Integer.MAX_VALUE, startTicks);
        for (Closeable each : taken) {
            each.close();
        }
        System.out.println(warm ? "start " + start + ", alive " + alive + ", dead " + dead : "wrong with all descriptors");
    }

    private static void takeAll(List<Closeable> taken) {
        try {
            while (true) {
                taken.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException full) {
            // that is what was wanted
        }
    }
}
