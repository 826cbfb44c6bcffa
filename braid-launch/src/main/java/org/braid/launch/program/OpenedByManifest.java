package org.braid.launch.program;

import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import org.braid.launch.text.Words;
import org.jspecify.annotations.Nullable;

/** What the manifest of a jar that is started opens to it (JEP 261, JEP 472), as options of a JVM that is not started by {@code -jar}. */
final class OpenedByManifest {
    private OpenedByManifest() {}

    /** Packages that this JDK does not have are left out, as {@code java} does: the JVM would complain about its options. */
    static List<String> options(Attributes manifest) {
        List<String> options = new ArrayList<>();
        add(options, "--add-exports=", manifest.getValue("Add-Exports"));
        add(options, "--add-opens=", manifest.getValue("Add-Opens"));
        String access = manifest.getValue("Enable-Native-Access");
        if (access != null && access.strip().equals("ALL-UNNAMED")) {
            options.add("--enable-native-access=ALL-UNNAMED");
        }
        return options;
    }

    private static void add(List<String> options, String option, @Nullable String packages) {
        if (packages != null) {
            for (String each : Words.split(packages, ' ')) {
                if (isKnown(each)) {
                    options.add(option + each + "=ALL-UNNAMED");
                }
            }
        }
    }

    private static boolean isKnown(String modulesPackage) {
        int slash = modulesPackage.indexOf('/');
        Optional<ModuleReference> module = slash < 0 ? Optional.empty() : ModuleFinder.ofSystem().find(modulesPackage.substring(0, slash));
        return module.isPresent() && module.get().descriptor().packages().contains(modulesPackage.substring(slash + 1));
    }
}
