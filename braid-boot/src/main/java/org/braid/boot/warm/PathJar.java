package org.braid.boot.warm;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A jar without classes, whose manifest names a class path: a JVM that was started with it as its own class path, before it was there, looks into it when the first class is asked for. Written by hand, since the JDK's writer may look for
 * time zones by the application's class loader, which would find that there is no jar.
 *
 * <pre>
 *   local header 30 | name | manifest | central header 46 | name | end 22      (APPNOTE.TXT, one entry that is stored)
 * </pre>
 */
final class PathJar {
    private static final String NAME = "META-INF/MANIFEST.MF";
    private static final int LOCAL = 0x04034b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;
    private static final int LOCAL_BYTES = 30;
    private static final int CENTRAL_BYTES = 46;
    private static final int END_BYTES = 22;
    private static final short VERSION = 10;
    private static final short FIRST_DAY = 0x21; // of 1980

    /** A line of a manifest has at most 72 bytes; what follows begins with a space (JAR specification). */
    private static final int LINE = 70;

    private PathJar() {}

    static byte[] of(List<String> classPath) {
        byte[] manifest = manifest(classPath);
        byte[] name = NAME.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(manifest);
        int central = LOCAL_BYTES + NAME.length() + manifest.length;
        ByteBuffer out = ByteBuffer.allocate(central + CENTRAL_BYTES + NAME.length() + END_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(LOCAL).putShort(VERSION);
        common(out, sum, manifest.length).put(name).put(manifest);
        out.putInt(CENTRAL).putShort(VERSION).putShort(VERSION);
        common(out, sum, manifest.length).putShort((short) 0).putShort((short) 0).putShort((short) 0).putInt(0).putInt(0).put(name);
        out.putInt(END).putInt(0).putShort((short) 1).putShort((short) 1).putInt(CENTRAL_BYTES + NAME.length()).putInt(central).putShort((short) 0);
        return out.array();
    }

    /** Flags, method, time, day, sum, both sizes, lengths of name and extra. */
    private static ByteBuffer common(ByteBuffer out, CRC32 sum, int size) {
        return out.putShort((short) 0).putShort((short) 0).putShort((short) 0).putShort(FIRST_DAY).putInt((int) sum.getValue()).putInt(size).putInt(size).putShort((short) NAME.length()).putShort((short) 0);
    }

    private static byte[] manifest(List<String> classPath) {
        StringBuilder line = new StringBuilder("Class-Path:");
        for (String entry : classPath) {
            line.append(' ').append(url(entry));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("Manifest-Version: 1.0\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] all = line.toString().getBytes(StandardCharsets.US_ASCII);
        for (int at = 0; at < all.length; at += LINE) {
            out.writeBytes((at == 0 ? "" : " ").getBytes(StandardCharsets.US_ASCII));
            out.write(all, at, Math.min(LINE, all.length - at));
            out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    /** A directory's ends with a slash, by which the JDK's loader knows it. */
    private static String url(String entry) {
        try {
            String path = entry.endsWith("/") || !Files.isDirectory(Path.of(entry)) ? entry : entry + "/";
            return new URI("file", null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("a class path with " + entry, e);
        }
    }
}
