package org.braid.house.hosts;

import java.lang.reflect.Method;
import org.braid.testkit.hosts.TestHosts;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Tests that need hosts run where these can be made; where they cannot, CI's script says so. */
final class WhereHostsCanBeMade implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(Invocation<Void> test, ReflectiveInvocationContext<Method> of, ExtensionContext in) throws Throwable {
        if (TestHosts.areThere()) {
            test.proceed();
        } else {
            test.skip();
        }
    }
}
