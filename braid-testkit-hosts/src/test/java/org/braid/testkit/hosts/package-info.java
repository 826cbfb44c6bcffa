@NullMarked
package org.braid.testkit.hosts;

import org.jspecify.annotations.NullMarked;
