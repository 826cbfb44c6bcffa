/** What words mean before a command carries anything out: which page they ask for, and whether ranks could take what they are told. Knows algorithms by their names; must not know how a job is started. */
@NullMarked
package org.braid.cli.words;

import org.jspecify.annotations.NullMarked;
