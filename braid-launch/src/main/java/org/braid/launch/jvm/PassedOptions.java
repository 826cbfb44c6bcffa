package org.braid.launch.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * Those options of the ranks' JVM that the compiler needs as well: {@code java} itself hands them to its compiler where it is given a source file (JEP 330).
 *
 * <pre>
 *   --add-modules, --limit-modules, --add-exports, --patch-module    as they are
 *   --enable-preview                                                 with the level of this JDK, without which javac does not take it
 * </pre>
 */
public final class PassedOptions {
    private static final List<String> OF_MODULES = List.of("--add-modules", "--limit-modules", "--add-exports", "--patch-module");
    private static final String PREVIEW = "--enable-preview";

    private PassedOptions() {}

    /**
     * For javac, in the order in which they were given.
     *
     * @param given all that the JVM gets, one by one
     */
    public static List<String> of(List<String> given) {
        List<String> passed = new ArrayList<>();
        for (int at = 0; at < given.size(); at++) {
            String word = given.get(at);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (OF_MODULES.contains(name) && (equals >= 0 || at + 1 < given.size())) {
                String value = equals < 0 ? given.get(++at) : word.substring(equals + 1);
                if (!value.equals("ALL-DEFAULT")) { // javac knows no such set, and needs none
                    passed.add(name);
                    passed.add(value);
                }
            } else if (word.equals(PREVIEW) && !passed.contains(PREVIEW)) {
                passed.addAll(List.of(PREVIEW, "--source", Integer.toString(Runtime.version().feature())));
            }
        }
        return passed;
    }
}
