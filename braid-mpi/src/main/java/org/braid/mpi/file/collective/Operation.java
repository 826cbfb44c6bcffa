package org.braid.mpi.file.collective;

/** The calls that all ranks of a file make together, by the names that users write; they travel, so that ranks that call differently are told what each has called. Append only. */
public enum Operation {
    OPEN("new File"),
    CLOSE("close"),
    SET_SIZE("setSize"),
    PREALLOCATE("preallocate"),
    SET_INFO("setInfo"),
    SET_VIEW("setView"),
    SET_ATOMICITY("setAtomicity"),
    SYNC("sync"),
    SEEK_SHARED("seekShared"),
    READ_ALL("readAll"),
    WRITE_ALL("writeAll"),
    READ_AT_ALL("readAtAll"),
    WRITE_AT_ALL("writeAtAll"),
    READ_ORDERED("readOrdered"),
    WRITE_ORDERED("writeOrdered");

    private final String text;

    Operation(String text) {
        this.text = text;
    }

    /** The name in messages. */
    public String text() {
        return text;
    }

    static String textOf(long ordinal) {
        return ordinal >= 0 && ordinal < values().length ? values()[(int) ordinal].text : "something else";
    }
}
