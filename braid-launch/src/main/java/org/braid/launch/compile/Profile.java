package org.braid.launch.compile;

import java.util.Set;

/** What a program sees of package mpi. The types that MPJ Express and mpiJava did not have are those whose simple names clash with others' (reference: MPI for Java, section 2.2). */
final class Profile {
    /** The one with the types of MPJ Express alone. */
    static final String MPJ = "mpj";

    /** Public types of package mpi that came with Open MPI's bindings. */
    static final Set<String> UNKNOWN_TO_MPJ = Set.of(
            "CartComm", "Count", "DistGraphNeighbors", "DoubleComplex", "DoubleInt", "File", "FileView", "FloatComplex", "FloatInt", "GraphComm",
            "Info", "Int2", "LongInt", "Message", "ShortInt", "Struct", "UserFunction", "Version", "Win");

    private Profile() {}

    /** Which types a profile leaves out. */
    static Set<String> hidden(String profile) {
        return profile.equals(MPJ) ? UNKNOWN_TO_MPJ : Set.of();
    }

    /** What a user can do where the compiler can't choose between a type of ours and another. */
    static String advice(Set<String> ambiguous) {
        return "braid: " + String.join(", ", ambiguous.stream().sorted().toList()) + ": package mpi has a type of that name, and so has another package that is imported whole\n"
                + "  hint         Import the one you mean by name, or leave out what MPJ Express did not have: --profile " + MPJ + "\n";
    }
}
