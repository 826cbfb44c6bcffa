package org.braid.boot.server;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The one descriptor by which the ranks of a process, where they are threads, write into the pipe of their host. Any thread; the kernel mixes no two pieces. */
public final class SharedPipe {
    private @Nullable OutputStream opened; // guarded by this

    synchronized OutputStream to(String path) throws IOException {
        OutputStream known = opened;
        if (known == null) {
            known = new FileOutputStream(path, true);
            opened = known;
        }
        return known;
    }
}
