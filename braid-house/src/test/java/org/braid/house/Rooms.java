package org.braid.house;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** How large a package may be, and who in a module may depend on whom in a circle. Nested types belong to those around them. */
final class Rooms {
    static final int MOST_TYPES = 25;
    static final int LARGEST_CIRCLE = 8;

    private Rooms() {}

    /** What is wrong with the packages at and below a root, a line each. */
    static List<String> violations(JavaClasses all, String root) {
        Predicate<JavaClass> inside = type -> type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
        List<String> wrong = new ArrayList<>();
        Circles.of(uses(all, inside, JavaClass::getPackageName)).forEach(circle -> wrong.add("packages use each other in a circle: " + circle));
        for (Map.Entry<String, Set<String>> room : types(all, inside).entrySet()) {
            if (room.getValue().size() > MOST_TYPES) {
                wrong.add(room.getKey() + " has " + room.getValue().size() + " types, more than " + MOST_TYPES);
            }
            Predicate<JavaClass> here = type -> type.getPackageName().equals(room.getKey());
            for (Set<String> circle : Circles.of(uses(all, here, Rooms::outermost))) {
                if (circle.size() > LARGEST_CIRCLE) {
                    wrong.add(circle.size() + " types use each other in a circle, more than " + LARGEST_CIRCLE + ": " + circle);
                }
            }
        }
        return wrong;
    }

    private static Map<String, Set<String>> types(JavaClasses all, Predicate<JavaClass> inside) {
        Map<String, Set<String>> types = new TreeMap<>();
        all.stream().filter(inside).filter(type -> !type.getSimpleName().equals("package-info")).forEach(type -> types.computeIfAbsent(type.getPackageName(), name -> new TreeSet<>()).add(outermost(type)));
        return types;
    }

    private static Map<String, Set<String>> uses(JavaClasses all, Predicate<JavaClass> inside, Function<JavaClass, String> name) {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass type : all) {
            if (inside.test(type)) {
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass used = dependency.getTargetClass().getBaseComponentType();
                    if (inside.test(used) && !name.apply(used).equals(name.apply(type))) {
                        uses.computeIfAbsent(name.apply(type), from -> new TreeSet<>()).add(name.apply(used));
                    }
                }
            }
        }
        return uses;
    }

    private static String outermost(JavaClass type) {
        return type.getEnclosingClass().map(Rooms::outermost).orElse(type.getName());
    }
}
