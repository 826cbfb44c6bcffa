/**
 * What an algorithm is to the catalogue: a {@link org.braid.coll.algorithm.generator.Generator generator} of schedules, which may be {@linkplain org.braid.coll.algorithm.generator.Told told} how to work, or makes them along {@linkplain
 * org.braid.coll.algorithm.generator.Trees trees} that it is given. Knows shapes, trees and the format of schedules; must not know any algorithm, nor who chooses one. Pure.
 */
@NullMarked
package org.braid.coll.algorithm.generator;

import org.jspecify.annotations.NullMarked;
