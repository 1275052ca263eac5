package android.content;

public class IntentFilter {
    public final void addAction(String action) {}
}
