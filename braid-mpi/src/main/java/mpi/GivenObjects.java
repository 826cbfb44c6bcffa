package mpi;

import org.jspecify.annotations.Nullable;

/**
 * Where the objects are that a member gives for one block of a collective.
 *
 * @param array null if there are none
 */
record GivenObjects(Object @Nullable [] array, int offset, int count, Datatype type) {}
