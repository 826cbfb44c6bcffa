package org.braid.coll.algorithm;

/** What an algorithm asks for. */
enum Ability { ANY, COMMUTATIVE, POWER_OF_TWO, COMMUTATIVE_POWER_OF_TWO, EVEN }
