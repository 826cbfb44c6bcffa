package org.braid.house;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Who depends on each other in a circle: the strongly connected components of a graph that are larger than one (Tarjan 1972, "Depth-first search and linear graph algorithms"). */
final class Circles {
    private final Map<String, Set<String>> uses;
    private final Map<String, Integer> number = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> found = new ArrayList<>();

    private Circles(Map<String, Set<String>> uses) {
        this.uses = uses;
    }

    /** @param uses for each name those that it uses */
    static List<Set<String>> of(Map<String, Set<String>> uses) {
        Circles circles = new Circles(uses);
        for (String name : uses.keySet()) {
            if (!circles.number.containsKey(name)) {
                circles.visit(name);
            }
        }
        return circles.found;
    }

    private void visit(String name) {
        number.put(name, number.size());
        lowest.put(name, number.get(name));
        open.push(name);
        for (String used : uses.getOrDefault(name, Set.of())) {
            if (!number.containsKey(used)) {
                visit(used);
                lowest.merge(name, lowest.get(used), Math::min);
            } else if (open.contains(used)) {
                lowest.merge(name, number.get(used), Math::min);
            }
        }
        if (lowest.get(name).equals(number.get(name))) {
            close(name);
        }
    }

    private void close(String name) {
        Set<String> circle = new TreeSet<>();
        String member;
        do {
            member = open.pop();
            circle.add(member);
        } while (!member.equals(name));
        if (circle.size() > 1) {
            found.add(circle);
        }
    }
}
