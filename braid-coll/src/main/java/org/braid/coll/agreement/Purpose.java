package org.braid.coll.agreement;

/** Calls that are made of an operation but go by another name. The name travels with their messages, so that a mismatch names what the program called. Append only. */
public enum Purpose {
    DUP("dup"),
    SPLIT("split"),
    CREATE("create"),
    FINALIZE("MPI.Finalize"),
    CALL_OFF("it off after an error of its own"),
    CREATE_CART("createCart"),
    CREATE_GRAPH("createGraph"),
    CREATE_DIST_GRAPH("createDistGraph"),
    CREATE_DIST_GRAPH_ADJACENT("createDistGraphAdjacent"),
    SUB("sub"),
    CREATE_INTERCOMM("createIntercomm"),
    MERGE("merge"),
    WIN("Win"),
    FENCE("fence"),
    WIN_FREE("Win.free"),
    PERSISTENT("the Init of a persistent collective"),
    SPAWN("spawn"),
    ACCEPT("accept"),
    CONNECT("connect"),
    JOIN("join"),
    MEET_PARENT("MPI.Init of a spawned process"),
    PROFILE("its first collective under BRAID_PROFILE, with the checksum in place of a size"),
    EARLIER("something else some calls ago"),
    FREE("free"),
    ANOTHER("another collective before free"),
    REDUCE_OBJECTS("reduce", true),
    ALLREDUCE_OBJECTS("allreduce"),
    SCAN_OBJECTS("scan"),
    EXSCAN_OBJECTS("exscan"),
    REDUCE_SCATTER_OBJECTS("reduceScatter"),
    REDUCE_SCATTER_BLOCK_OBJECTS("reduceScatterBlock"),
    MEASURE("MPI.Init under BRAID_PROFILE=measured"),
    LOST("it off for a member that is lost");

    private final String text;
    private final boolean rooted;

    Purpose(String text) {
        this(text, false);
    }

    Purpose(String text, boolean rooted) {
        this.text = text;
        this.rooted = rooted;
    }

    /** Whether ranks find out by it whether they have the same data to choose by, so that nobody may choose by these how it goes. */
    public boolean isBeforeAgreement() {
        return this == PROFILE || this == MEASURE;
    }

    /** Whether it has a root. */
    boolean isRooted() {
        return rooted;
    }

    /** The name in messages, as users of MPI write it. */
    public String text() {
        return text;
    }
}
