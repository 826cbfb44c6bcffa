@NullMarked
package org.braid.link.chain;

import org.jspecify.annotations.NullMarked;
