/** What a rank asks its launcher for when its program starts more processes, and what it hears of them. Knows neither how processes are started nor how they meet; must not know the rank server. */
@NullMarked
package org.braid.boot.spawn;

import org.jspecify.annotations.NullMarked;
