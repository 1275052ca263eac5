package org.holdfast;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes exceptions apart for the Swift side. */
final class JavaExceptions {
    private static final int MAXIMUM_DEPTH = 8;
    private static final String KEYSTORE_EXCEPTION = "android.security.KeyStoreException";
    /** How the text of a {@code KeyStoreException} tells the number, from API 31 on. */
    private static final Pattern INTERNAL_CODE =
            Pattern.compile("internal Keystore code: (-?\\d+)");

    private JavaExceptions() {}

    /**
     * Four texts for the exception and each of its causes: class, message, the Keystore's internal
     * number, its public number; null for what is not there.
     */
    static String[] describe(Throwable exception) {
        List<String> texts = new ArrayList<>();
        Throwable level = exception;
        for (int depth = 0; level != null && depth < MAXIMUM_DEPTH; depth++) {
            texts.add(level.getClass().getName());
            texts.add(level.getMessage());
            boolean isKeystore = level.getClass().getName().equals(KEYSTORE_EXCEPTION);
            texts.add(isKeystore ? internalCode(level) : null);
            texts.add(isKeystore ? number(level, "getNumericErrorCode") : null);
            level = level.getCause();
        }
        return texts.toArray(new String[0]);
    }

    /** The text tells it from API 31 on; before, only a method that is not public does. */
    private static String internalCode(Throwable exception) {
        Matcher matcher = INTERNAL_CODE.matcher(String.valueOf(exception.getMessage()));
        return matcher.find() ? matcher.group(1) : number(exception, "getErrorCode");
    }

    private static String number(Throwable exception, String method) {
        try {
            return String.valueOf(exception.getClass().getMethod(method).invoke(exception));
        } catch (ReflectiveOperationException notThere) {
            // This system's class does not have it, which is an answer: the number is not known.
            return null;
        }
    }
}
