/**
 * Figures and what is made of them: samples by round, medians, ratios, and how they are written for people and for machines. Pure; must
 * not know processes or files.
 */
@NullMarked
package org.braid.bench.figure;

import org.jspecify.annotations.NullMarked;
