package android.content;

public class Intent {
    public static final String ACTION_SCREEN_OFF = "android.intent.action.SCREEN_OFF";
    public static final String ACTION_USER_PRESENT = "android.intent.action.USER_PRESENT";
}
