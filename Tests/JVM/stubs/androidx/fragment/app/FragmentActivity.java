package androidx.fragment.app;

import android.content.Context;

public class FragmentActivity extends Context {
    public final void runOnUiThread(Runnable action) {
        new Thread(action, "main of the stand-in").start();
    }
}
