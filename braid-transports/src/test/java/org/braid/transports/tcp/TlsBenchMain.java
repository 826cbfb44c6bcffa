package org.braid.transports.tcp;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Locale;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.braid.transports.tls.TlsTransport;

/** Lanes of {@code tls} beside those of {@code tcp} and the cipher alone, in one run, interleaved. Not a test. */
final class TlsBenchMain {
    private static final int ROUNDS = Integer.getInteger("rounds", 15);
    private static final int RECORD_BYTES = 16 << 10;

    private final Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    private final SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
    private final byte[] nonce = new byte[12];
    private final byte[] plain = new byte[RECORD_BYTES];
    private final byte[] sealed = new byte[RECORD_BYTES + 16];
    private long sequence;

    /** A round of one kind of work; returns ns per unit. */
    private interface Work {
        double run() throws Exception;
    }

    private TlsBenchMain() throws GeneralSecurityException {}

    public static void main(String[] args) throws Exception {
        TlsBenchMain bench = new TlsBenchMain();
        try (TimedLanes tcp = new TimedLanes(); TimedLanes tls = new TimedLanes(new TlsTransport())) {
            boolean alone = Boolean.getBoolean("alone");
            for (int bytes : Boolean.getBoolean("long") ? new int[0] : new int[] {8, 1024}) {
                race(bytes + " B, ns one way", () -> alone ? tcp.alone(bytes, 1000) : tcp.pingPong(bytes, 1000), () -> alone ? tls.alone(bytes, 1000) : tls.pingPong(bytes, 1000), () -> bench.seal(bytes, 1000));
            }
            int bytes = 256 << 10;
            race("256 KiB fragments, ns per KiB", () -> (alone ? tcp.stream(bytes, 100) : tcp.flood(bytes, 100)) / 256, () -> (alone ? tls.stream(bytes, 100) : tls.flood(bytes, 100)) / 256,
                    () -> bench.seal(RECORD_BYTES, 1000) / 16);
        }
    }

    /** The cipher alone, in one thread; ns per call. */
    private double seal(int bytes, int times) throws GeneralSecurityException {
        long startNs = System.nanoTime();
        for (int i = 0; i < times; i++) {
            sequence++;
            for (int b = 0; b < 8; b++) {
                nonce[b] = (byte) (sequence >>> 8 * b);
            }
            cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
            cipher.doFinal(plain, 0, bytes, sealed, 0);
        }
        return (double) (System.nanoTime() - startNs) / times;
    }

    private static void race(String what, Work... works) throws Exception {
        double[][] ns = new double[works.length][ROUNDS];
        for (int i = -20; i < ROUNDS; i++) {
            for (int w = 0; w < works.length; w++) {
                double one = works[w].run();
                if (i >= 0) {
                    ns[w][i] = one;
                }
            }
        }
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-32s", what));
        String[] names = {"tcp", "tls", "cipher"};
        for (int w = 0; w < works.length; w++) {
            Arrays.sort(ns[w]);
            line.append(String.format(Locale.ROOT, "  %s %8.1f (best %8.1f)", names[w], ns[w][ROUNDS / 2], ns[w][0]));
        }
        line.append(String.format(Locale.ROOT, "  tls/tcp %.2f (best %.2f)  cipher/tls %.2f (best %.2f)", ns[1][ROUNDS / 2] / ns[0][ROUNDS / 2], ns[1][0] / ns[0][0], ns[2][ROUNDS / 2] / ns[1][ROUNDS / 2], ns[2][0] / ns[1][0]));
        System.out.println(line);
    }
}
