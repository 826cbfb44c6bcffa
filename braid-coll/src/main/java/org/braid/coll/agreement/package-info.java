/**
 * What members of a communicator believe is being called, in one word that travels with every message of a collective: whoever gets another word than its own names both calls instead of waiting for what nobody sends.
 */
@NullMarked
package org.braid.coll.agreement;

import org.jspecify.annotations.NullMarked;
