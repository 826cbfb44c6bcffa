package org.braid.launch.compile;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names that two imports on demand bring: {@code import mpi.*} and {@code import java.io.*} have both a {@code File}. A program that was right for a library whose package mpi had none means the other one, and one for a library that had it
 * never compiled; so what collides is left out of package mpi, for this program.
 */
final class Ambiguity {
    private static final Pattern OURS = Pattern.compile("\\bmpi\\.(\\p{Upper}\\w*)");

    private Ambiguity() {}

    /**
     * Classes of package mpi that the compiler names together with one of the same name in another package, as it does where it can't choose; its words are in the user's language.
     *
     * @return their names without the package
     */
    static Set<String> in(String messages) {
        Set<String> found = new HashSet<>();
        for (String line : messages.split("\\R")) {
            for (Matcher ours = OURS.matcher(line); ours.find(); ) {
                if (Pattern.compile("\\b(?!mpi\\.)[a-z][\\w.]*\\." + ours.group(1) + "\\b").matcher(line).find()) {
                    found.add(ours.group(1));
                }
            }
        }
        return found;
    }
}
