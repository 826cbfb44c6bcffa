package org.braid.mpi.window.layout;

/** Cuts a layout into parts that messages can carry. */
final class LayoutSplitter {
    private final int mostBytes;
    private final Layout.Parts parts;
    private LayoutBuilder part = new LayoutBuilder();
    private long packed; // before the part at hand

    LayoutSplitter(int mostBytes, Layout.Parts parts) {
        this.mostBytes = mostBytes;
        this.parts = parts;
    }

    void split(Layout whole) {
        whole.forEach((at, ignored, bytes) -> add(at, bytes));
        end();
    }

    private void add(long at, long bytes) {
        if (part.length() == Layout.MOST_BLOCKS || part.sizeBytes() + bytes > mostBytes) {
            end();
        }
        for (long done = 0; done < bytes; done += mostBytes) {
            long length = Math.min(mostBytes, bytes - done);
            part.addApart(at + done, length);
            if (length < bytes) {
                end();
            }
        }
    }

    private void end() {
        if (part.length() > 0) {
            Layout built = part.build();
            part = new LayoutBuilder();
            parts.part(built, packed);
            packed += built.sizeBytes();
        }
    }
}
