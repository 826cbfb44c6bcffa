package org.braid.launch.text;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file could not be had, in words: some of the JDK's exceptions say its name or a length alone. */
public final class FileFailures {
    private FileFailures() {}

    /** A sentence about the file, without its name. */
    public static String why(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "this user may not";
            case CharacterCodingException _ -> "it is no text";
            case FileSystemException file when file.getReason() != null -> file.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }
}
