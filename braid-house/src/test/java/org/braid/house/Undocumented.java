package org.braid.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Public types, and public methods and constructors of public types, that nobody has explained. Sources are parsed, not compiled. A method that overrides another one has its words. */
final class Undocumented {
    private Undocumented() {}

    /** What lacks Javadoc in the sources below a folder, as {@code package.Type.method}, in the order of the sources. */
    static List<String> below(Path sources) throws IOException {
        try (Stream<Path> all = Files.walk(sources)) {
            return in(all.filter(path -> path.toString().endsWith(".java") && !path.endsWith("package-info.java")).sorted().toList());
        }
    }

    private static List<String> in(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> missing = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromPaths(files);
            JavacTask task = (JavacTask) compiler.getTask(null, manager, diagnostic -> {}, List.of("-proc:none"), null, units);
            DocTrees docs = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Scanner(docs, Objects.toString(unit.getPackageName()), missing).scan(unit, null);
            }
        }
        return missing;
    }

    private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final DocTrees docs;
        private final String pack;
        private final List<String> missing;

        Scanner(DocTrees docs, String pack, List<String> missing) {
            this.docs = docs;
            this.pack = pack;
            this.missing = missing;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
            if (isPublic(type.getModifiers())) {
                check(type.getSimpleName().toString());
            } else if (!type.getModifiers().getFlags().contains(Modifier.ABSTRACT)) {
                return null; // nobody outside sees what is in it; what an abstract class has, public classes below it may show
            }
            return super.visitClass(type, nothing);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
            ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
            boolean isGiven = method.getModifiers().getAnnotations().stream().anyMatch(each -> each.getAnnotationType().toString().equals("Override"));
            boolean isCompact = owner.getKind() == Tree.Kind.RECORD && method.getReturnType() == null;
            if (isPublic(method.getModifiers()) && !isGiven && !isCompact) {
                check(owner.getSimpleName() + "." + (method.getReturnType() == null ? owner.getSimpleName() : method.getName()));
            }
            return null; // a class inside a method is nobody's business
        }

        /** Members of an interface are public without saying so. */
        private boolean isPublic(ModifiersTree modifiers) {
            TreePath around = getCurrentPath().getParentPath();
            boolean inInterface = around.getLeaf().getKind() == Tree.Kind.INTERFACE && !modifiers.getFlags().contains(Modifier.PRIVATE);
            return inInterface || modifiers.getFlags().contains(Modifier.PUBLIC);
        }

        private void check(String name) {
            String words = docs.getDocComment(getCurrentPath());
            if (words == null || words.isBlank()) {
                missing.add(pack + "." + name);
            }
        }
    }
}
