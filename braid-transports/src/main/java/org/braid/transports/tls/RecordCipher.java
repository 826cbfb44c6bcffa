package org.braid.transports.tls;

import java.security.GeneralSecurityException;
import java.security.Key;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals the records of one direction, or opens them. One thread at a time.
 *
 * <pre>
 *  byte 0        1                    4                                  4 + bytes              20 + bytes
 *      +---------+--------------------+----------------------------------+----------------------+
 *      | kind u8 | bytes u24          | plain bytes, encrypted           | tag, 16 bytes        |
 *      +---------+--------------------+----------------------------------+----------------------+
 *       in clear, vouched for by the tag
 * </pre>
 *
 * <p>AES in Galois counter mode. A record's nonce is its number, from 0 with each key, mixed into the key's iv (RFC 8446 section 5.3). After {@link #RECORDS_OF_A_KEY} records both ends take the next key: 2^31 blocks of
 * AES at most, where RFC 8446 section 5.5 allows 2^34.
 */
final class RecordCipher {
    static final int HEAD_BYTES = 4;
    static final int TAG_BYTES = 16;

    /** In front of the plain bytes and behind them. */
    static final int EXTRA_BYTES = HEAD_BYTES + TAG_BYTES;

    /** Plain bytes of one record. Larger ones are opened faster, and later. */
    static final int MOST_BYTES = 1 << 15;

    static final long RECORDS_OF_A_KEY = 1 << 20;

    private static final int TAG_BITS = 8 * TAG_BYTES;

    private final int mode;
    private final TrafficKeys keys;
    private final Cipher cipher;
    private final byte[] nonce;
    private Key key;
    private byte[] iv;
    private long number;

    private RecordCipher(int mode, TrafficKeys keys) {
        this.mode = mode;
        this.keys = keys;
        try {
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw impossible(e);
        }
        key = keys.key();
        iv = keys.iv();
        nonce = iv.clone();
    }

    static RecordCipher sealing(TrafficKeys keys) {
        return new RecordCipher(Cipher.ENCRYPT_MODE, keys);
    }

    static RecordCipher opening(TrafficKeys keys) {
        return new RecordCipher(Cipher.DECRYPT_MODE, keys);
    }

    /** Which kind it is, by a record's head. */
    static int kind(int head) {
        return head >>> 24;
    }

    /** Plain bytes that a record has by its head: 0 to 2^24 - 1, whatever is allowed. */
    static int plainBytes(int head) {
        return head & 0xff_ffff;
    }

    /** Seals in place, from the array's first byte on: the plain bytes stand behind room for the head, and have room for the tag behind them. */
    void seal(byte kind, byte[] record, int plainBytes) {
        record[0] = kind;
        record[1] = (byte) (plainBytes >>> 16);
        record[2] = (byte) (plainBytes >>> 8);
        record[3] = (byte) plainBytes;
        try {
            begin(record);
            number++; // spent, whatever is thrown: a record that is missing breaks the connection, a nonce that comes twice the cipher
            cipher.doFinal(record, HEAD_BYTES, plainBytes, record, HEAD_BYTES);
        } catch (GeneralSecurityException e) {
            throw impossible(e);
        }
        end();
    }

    /**
     * Opens a whole record.
     *
     * @param plainBytes by its head
     * @param into other memory, with room for them
     * @return false if it was altered, is another one's, or comes out of turn: what stands in {@code into} then means nothing
     */
    boolean open(byte[] record, int plainBytes, byte[] into, int intoAt) {
        try {
            begin(record);
            cipher.doFinal(record, HEAD_BYTES, plainBytes + TAG_BYTES, into, intoAt);
        } catch (AEADBadTagException altered) {
            return false;
        } catch (GeneralSecurityException e) {
            throw impossible(e);
        }
        number++;
        end();
        return true;
    }

    private void begin(byte[] record) throws GeneralSecurityException {
        for (int i = 0; i < Long.BYTES; i++) {
            int place = nonce.length - 1 - i;
            nonce[place] = (byte) (iv[place] ^ number >>> 8 * i);
        }
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(record, 0, HEAD_BYTES);
    }

    /** No nonce is used twice with one key, on either end. */
    private void end() {
        if (number >= RECORDS_OF_A_KEY) {
            keys.advance();
            key = keys.key();
            iv = keys.iv();
            number = 0;
        }
    }

    private static IllegalStateException impossible(GeneralSecurityException e) {
        return new IllegalStateException("every JDK has AES in Galois counter mode", e);
    }
}
