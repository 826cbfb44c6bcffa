package org.braid.base.wire;

import java.util.List;

/** The canonical text of method expressions: one blank after a comma, none elsewhere, quotes only where a value needs them. */
final class MethodPrinter {
    private MethodPrinter() {}

    static String text(MethodExpression expression) {
        var text = new StringBuilder();
        expression.print(text);
        return text.toString();
    }

    static void arguments(StringBuilder to, List<MethodExpression> parts, List<MethodParameter> parameters) {
        to.append('(');
        list(to, parts, parameters);
        to.append(')');
    }

    static void list(StringBuilder to, List<MethodExpression> parts, List<MethodParameter> parameters) {
        String separator = "";
        for (MethodExpression part : parts) {
            part.print(to.append(separator));
            separator = ", ";
        }
        for (MethodParameter parameter : parameters) {
            parameter(to.append(separator), parameter);
            separator = ", ";
        }
    }

    static void parameter(StringBuilder to, MethodParameter parameter) {
        if (!parameter.isUnnamed()) to.append(parameter.key()).append('=');
        String value = parameter.value();
        if (MethodWords.isBare(value)) to.append(value);
        else quoted(to, value);
    }

    private static void quoted(StringBuilder to, String value) {
        to.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') to.append('\\');
            to.append(c);
        }
        to.append('"');
    }
}
