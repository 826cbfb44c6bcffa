/**
 * How far hosts of a job are from each other, as round trips between them say, and which of them are near each other therefore ({@code docs/decisions/measured-levels.md}). Knows hosts by number, and times; must not know who
 * carries questions and answers between them.
 */
@NullMarked
package org.braid.launch.distance;

import org.jspecify.annotations.NullMarked;
