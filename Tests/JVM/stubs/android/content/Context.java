package android.content;

import android.app.KeyguardManager;
import android.content.pm.PackageManager;
import android.os.UserManager;

public class Context {
    public static final String KEYGUARD_SERVICE = "keyguard";
    public static final String USER_SERVICE = "user";

    /** The test sends broadcasts to it. */
    public static volatile BroadcastReceiver receiver;

    public Object getSystemService(String name) {
        return name.equals(KEYGUARD_SERVICE) ? new KeyguardManager() : new UserManager();
    }

    public PackageManager getPackageManager() {
        return new PackageManager();
    }

    public Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter) {
        Context.receiver = receiver;
        return null;
    }

    public final String getString(int resource) {
        return "Cancel";
    }
}
