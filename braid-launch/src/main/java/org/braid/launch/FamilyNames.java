package org.braid.launch;

/** Who answers what ranks of spawned jobs ask about names of ports. Main thread only. */
interface FamilyNames {
    /** There is no register: see {@link NameKeeper#NONE}. */
    FamilyNames NONE = new FamilyNames() {
        @Override
        public void ask(SpawnedJob job, int rank, byte[] request) {
            NameKeeper.refuse(job.ranks(), rank, request);
        }

        @Override
        public void gone(SpawnedJob job, int rank) {}

        @Override
        public void over(SpawnedJob job) {}
    };

    /** A rank asks. */
    void ask(SpawnedJob job, int rank, byte[] request);

    /** A rank has ended. */
    void gone(SpawnedJob job, int rank);

    /** So have all of them. */
    void over(SpawnedJob job);
}
