package org.braid.base.text;

/** Texts from outside, as they may be shown to people: without control or direction characters, and not longer than they may be. */
public final class Text {
    private static final int SHOWN_CHARS = 60;

    private Text() {}

    public static boolean hasControl(String text) {
        for (int i = 0; i < text.length(); i++) if (isControl(text.charAt(i))) return true;
        return false;
    }

    /** The text with control characters replaced and its end cut, for use in messages. */
    public static String shown(String text) {
        return shown(text, SHOWN_CHARS);
    }

    /** As {@link #shown(String)}, with room for a sentence that names more than one thing. */
    public static String shown(String text, int mostChars) {
        int chars = Math.min(text.length(), mostChars);
        var shown = new StringBuilder(chars + 1);
        for (int i = 0; i < chars; i++) shown.append(isControl(text.charAt(i)) ? '\ufffd' : text.charAt(i));
        return chars < text.length() ? shown.append('…').toString() : shown.toString();
    }

    /** C0, C1, line and paragraph separators, and the characters that turn the direction of writing (they can forge what is read). */
    public static boolean isControl(char c) {
        return c < 0x20 || c >= 0x7f && c < 0xa0 || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
    }
}
