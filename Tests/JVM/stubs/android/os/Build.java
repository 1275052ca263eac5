package android.os;

public class Build {
    public static class VERSION {
        /** The test chooses the level. */
        public static final int SDK_INT = Integer.getInteger("holdfast.sdk", 36);
    }
}
