package android.app;

public class KeyguardManager {
    /** The test changes it. */
    public static volatile boolean locked = false;

    public boolean isDeviceSecure() {
        return true;
    }

    public boolean isDeviceLocked() {
        return locked;
    }
}
