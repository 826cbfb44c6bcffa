package org.braid.coll.agreement;

/** What the codes of operators and element types are called, for people: the names of MPI's Java bindings. */
final class CodeNames {
    private static final int OBJECT = 10;

    private CodeNames() {}

    /** The operator with this code, see {@link Signature#of}; empty if it is not known. */
    static String operator(int code) {
        return switch (code) {
            case 0 -> "";
            case 1 -> "MAX";
            case 2 -> "MIN";
            case 3 -> "SUM";
            case 4 -> "PROD";
            case 5 -> "LAND";
            case 6 -> "BAND";
            case 7 -> "LOR";
            case 8 -> "BOR";
            case 9 -> "LXOR";
            case 10 -> "BXOR";
            case 11 -> "MAXLOC";
            case 12 -> "MINLOC";
            case 13 -> "REPLACE";
            case 14 -> "NO_OP";
            default -> "an operator of the program's own";
        };
    }

    /** So many bytes in elements of the type with this code, see {@link Signature#of}: {@code 100 MPI.INT}; in bytes if that is no whole number, or the type is not known. Of objects the bytes are those of what goes ahead of them, and tell nothing. */
    static String count(long bytes, int type) {
        String name = type(type);
        if (type == OBJECT) {
            return name;
        }
        return name.isEmpty() || bytes % bytesOf(type) != 0 ? bytes + " bytes" : bytes / bytesOf(type) + " " + name;
    }

    /** {@code " of MPI.INT"}; empty if the type is not known. */
    static String of(int type) {
        String name = type(type);
        return name.isEmpty() ? "" : " of " + name;
    }

    private static int bytesOf(int type) {
        return switch (type) {
            case 2, 3 -> 2;
            case 5, 7 -> 4;
            case 6, 8 -> 8;
            default -> 1;
        };
    }

    private static String type(int code) {
        return switch (code) {
            case 1 -> "MPI.BYTE";
            case 2 -> "MPI.CHAR";
            case 3 -> "MPI.SHORT";
            case 4 -> "MPI.BOOLEAN";
            case 5 -> "MPI.INT";
            case 6 -> "MPI.LONG";
            case 7 -> "MPI.FLOAT";
            case 8 -> "MPI.DOUBLE";
            case 9 -> "MPI.PACKED";
            case OBJECT -> "MPI.OBJECT";
            default -> "";
        };
    }
}
