package org.braid.bench.rank;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Arguments: {@code SCALE BYTES...}. What the cipher alone takes for as many bytes, in one thread, in records as long as those of {@code tls}, each with a nonce of its own: no protection by records can be quicker. One rank.
 */
public final class CipherProgram {
    private static final String CIPHER = "AES-128-GCM";
    private static final int MOST_RECORD_BYTES = 32 << 10;
    private static final int TAG_BITS = 128;
    private static final int NONCE_BYTES = 12;
    private static final int BLOCKS = 25;

    private final Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    private final SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
    private final byte[] nonce = new byte[NONCE_BYTES];
    private final byte[] plain = new byte[MOST_RECORD_BYTES];
    private final byte[] sealed = new byte[MOST_RECORD_BYTES + TAG_BITS / Byte.SIZE];
    private final Speaker speaker = new Speaker(0);
    private final double scale;
    private long sequence;

    private CipherProgram(double scale) throws GeneralSecurityException {
        this.scale = scale;
    }

    /** Runs as the only rank. */
    public static void main(String[] arguments) throws GeneralSecurityException {
        CipherProgram program = new CipherProgram(Double.parseDouble(arguments[0]));
        for (String bytes : Arrays.copyOfRange(arguments, 1, arguments.length)) {
            program.measure(Integer.parseInt(bytes));
        }
    }

    /** In blocks, of which the median counts. */
    private void measure(int bytes) throws GeneralSecurityException {
        int count = Math.max(1, Counts.messages(scale, bytes) / BLOCKS);
        long[][] ns = new long[2][BLOCKS];
        for (int block = -BLOCKS; block < BLOCKS; block++) {
            long startNs = System.nanoTime();
            for (int i = 0; i < count; i++) {
                seal(bytes);
            }
            long sealedNs = System.nanoTime();
            for (int i = 0; i < count; i++) {
                open(bytes);
            }
            ns[0][Math.max(0, block)] = sealedNs - startNs;
            ns[1][Math.max(0, block)] = System.nanoTime() - sealedNs;
        }
        say("seal", bytes, ns[0], count);
        say("open", bytes, ns[1], count);
    }

    private void say(String operation, int bytes, long[] ns, int count) {
        Arrays.sort(ns);
        double us = ns[BLOCKS / 2] / 1e3 / count;
        speaker.say(operation, CIPHER, bytes, us, "us");
        if (bytes >= MOST_RECORD_BYTES) {
            speaker.say(operation, CIPHER, bytes, bytes / us, "MB/s");
        }
    }

    /** Records of one length, as few as may be. */
    private static int records(int bytes) {
        return Math.max(1, Math.ceilDiv(bytes, MOST_RECORD_BYTES));
    }

    private void seal(int bytes) throws GeneralSecurityException {
        int records = records(bytes);
        for (int i = 0; i < records; i++) {
            sequence++;
            begin(Cipher.ENCRYPT_MODE);
            cipher.doFinal(plain, 0, bytes / records, sealed, 0);
        }
    }

    /** The last record again and again: only its nonce opens it. */
    private void open(int bytes) throws GeneralSecurityException {
        int records = records(bytes);
        for (int i = 0; i < records; i++) {
            begin(Cipher.DECRYPT_MODE);
            cipher.doFinal(sealed, 0, bytes / records + TAG_BITS / Byte.SIZE, plain, 0);
        }
    }

    private void begin(int mode) throws GeneralSecurityException {
        for (int i = 0; i < Long.BYTES; i++) {
            nonce[i] = (byte) (sequence >>> Byte.SIZE * i);
        }
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    }
}
