package org.braid.coll.algorithm.tree;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The trees that there are, by the names that people write. */
public final class TreeNames {
    public static final Tree LINEAR = new LinearTree();
    public static final Tree BINOMIAL = new KnomialTree(2);
    public static final Tree CHAIN = new ChainTree();
    public static final Tree BINARY = new BinaryTree();

    /** A radix, or a λ, that is larger makes a tree of at most so many ranks linear, or nearly. */
    public static final int MOST_WAYS = 1024;

    private static final Pattern WITH_NUMBER = Pattern.compile("(knomial|postal)\\(([0-9]{1,4})\\)");

    private TreeNames() {}

    /** The k-nomial tree of that radix, 2 to {@link #MOST_WAYS}. */
    public static Tree knomial(int radix) {
        return new KnomialTree(radix);
    }

    /** The postal model's tree for that λ, 1 to {@link #MOST_WAYS}. */
    public static Tree postal(int lambda) {
        return new PostalTree(lambda);
    }

    /** The tree that is called so; null if there is none. */
    public static @Nullable Tree parse(String text) {
        for (Tree each : new Tree[] {LINEAR, BINOMIAL, CHAIN, BINARY}) {
            if (each.text().equals(text)) {
                return each;
            }
        }
        Matcher numbered = WITH_NUMBER.matcher(text);
        if (!numbered.matches()) {
            return null;
        }
        int number = Integer.parseInt(numbered.group(2));
        boolean isKnomial = numbered.group(1).equals("knomial");
        return number < (isKnomial ? 2 : 1) || number > MOST_WAYS ? null : isKnomial ? knomial(number) : postal(number);
    }
}
