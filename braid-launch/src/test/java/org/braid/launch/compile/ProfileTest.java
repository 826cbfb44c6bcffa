package org.braid.launch.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ProfileTest {
    /** The types of mpiJava and MPJ Express (their interface of things that can be freed included). */
    private static final Set<String> OF_MPJ = Set.of(
            "CartParms", "Cartcomm", "Comm", "Datatype", "Errhandler", "Freeable", "GraphParms", "Graphcomm", "Group", "Intercomm", "Intracomm", "MPI", "MPIException", "Op", "Prequest", "Request", "ShiftParms", "Status", "User_function");

    private static final ClassDesc MPI = ClassDesc.of("mpi.MPI");
    private static final ClassDesc FILE = ClassDesc.of("mpi.File");

    /** A type that is added to package mpi comes into one of the two lists. */
    @Test
    void eachPublicTypeOfPackageMpiWasKnownToMpjOrIsHidden() throws IOException {
        Set<String> all = new TreeSet<>();
        try (var files = Files.list(Path.of("").toAbsolutePath().resolveSibling("braid-mpi/src/main/java/mpi"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                if (Files.readString(file).matches("(?s).*\\npublic [a-z ]*(class|interface|record|enum) " + name + "\\b.*")) {
                    all.add(name);
                }
            }
        }
        Set<String> both = new TreeSet<>(OF_MPJ);
        both.addAll(Profile.hidden("mpj"));
        assertEquals(both, all);
        assertEquals(Set.of(), Profile.hidden("all"));
        assertTrue(OF_MPJ.stream().noneMatch(Profile.UNKNOWN_TO_MPJ::contains));
    }

    @Test
    void membersThatNameAHiddenTypeAreMissingAndTheOthersStay() {
        byte[] whole = ClassFile.of().build(MPI, made -> {
            for (ClassDesc type : new ClassDesc[] {FILE, FILE.arrayType(), ClassDesc.of("mpi.File$View"), ClassDesc.of("java.io.File"), ClassDesc.of("mpi.FileX"), ConstantDescs.CD_int}) {
                String name = type.descriptorString().replaceAll("\\W", "");
                made.withField("field" + name, type, ClassFile.ACC_PUBLIC);
                made.withMethod("take" + name, MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, type), ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT, method -> method.with(ExceptionsAttribute.ofSymbols()));
                made.withMethod("give" + name, MethodTypeDesc.of(type), ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT, method -> {});
            }
        });
        ClassModel narrowed = ClassFile.of().parse(NarrowedClass.of(whole, Set.of("File")));
        assertEquals(Set.of("fieldLjavaioFile", "fieldLmpiFileX", "fieldI"), names(narrowed.fields().stream().map(field -> field.fieldName().stringValue()).toList()));
        assertEquals(
                Set.of("takeLjavaioFile", "giveLjavaioFile", "takeLmpiFileX", "giveLmpiFileX", "takeI", "giveI"),
                names(narrowed.methods().stream().map(method -> method.methodName().stringValue()).toList()));
    }

    private static Set<String> names(Iterable<String> all) {
        Set<String> names = new TreeSet<>();
        all.forEach(names::add);
        return names;
    }
}
