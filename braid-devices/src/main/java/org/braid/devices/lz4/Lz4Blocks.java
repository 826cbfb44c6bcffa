package org.braid.devices.lz4;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * The library, seen alike for every level: blocks without any length of their own. Its plain-Java form, which checks every access, is the one that runs without a warning on every JDK: the others use
 * {@code Unsafe}, or a native library that is unpacked into a file (docs/decisions/lz4-in-plain-java.md).
 */
final class Lz4Blocks {
    /** No block stands for more than so many times its own length, and some bytes. */
    private static final int MOST_GAIN = 255;

    private static final int SLACK_BYTES = 64;

    private final LZ4Compressor compressor;
    private final LZ4SafeDecompressor decompressor;

    Lz4Blocks(int level) {
        LZ4Factory library = LZ4Factory.safeInstance();
        compressor = level == Lz4Device.FAST ? library.fastCompressor() : library.highCompressor(level);
        decompressor = library.safeDecompressor();
    }

    /** What a block of so many bytes may take before it is known how small it becomes. */
    int mostBytes(int bytes) {
        return compressor.maxCompressedLength(bytes);
    }

    /** Returns the block's length; {@code to} has room for {@link #mostBytes} from {@code at} on. */
    int compress(byte[] from, int offset, int bytes, byte[] to, int at) {
        return compressor.compress(from, offset, bytes, to, at, mostBytes(bytes));
    }

    /** Whether a block of {@code blockBytes} can stand for {@code bytes}: asked before memory is found for them. */
    static boolean canBe(int blockBytes, int bytes) {
        return bytes <= (long) MOST_GAIN * blockBytes + SLACK_BYTES;
    }

    /** True if the block stood for exactly {@code bytes}, which are in {@code to} now. Whatever the block holds, nothing else is read or written. */
    boolean decompress(byte[] block, int offset, int blockBytes, byte[] to, int bytes) {
        try {
            return decompressor.decompress(block, offset, blockBytes, to, 0, bytes) == bytes;
        } catch (RuntimeException malformed) {
            return false;
        }
    }
}
