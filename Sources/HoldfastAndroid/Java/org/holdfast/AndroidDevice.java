package org.holdfast;

import android.app.KeyguardManager;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.Build;
import android.os.UserManager;

/** What the system says about the device, for the Swift side. */
final class AndroidDevice {
    private static Context context;

    private AndroidDevice() {}

    /** Takes the application's context, and tells the Swift side of each change of the lock. */
    static void setContext(Context application) {
        context = application;
        BiometricPrompts.setContext(application);
        IntentFilter filter = new IntentFilter();
        filter.addAction(Intent.ACTION_SCREEN_OFF);
        filter.addAction(Intent.ACTION_USER_PRESENT);
        filter.addAction("android.intent.action.USER_UNLOCKED");
        filter.addAction("android.intent.action.DEVICE_LOCKED_CHANGED");
        application.registerReceiver(new LockReceiver(), filter);
    }

    static boolean isDeviceSecure() {
        return keyguard().isDeviceSecure();
    }

    static boolean isDeviceLocked() {
        return keyguard().isDeviceLocked();
    }

    /** Before API 24 there is no storage that waits for the first unlock. */
    static boolean isUserUnlocked() {
        return Build.VERSION.SDK_INT < 24
                || ((UserManager) context.getSystemService(Context.USER_SERVICE)).isUserUnlocked();
    }

    static boolean hasStrongBox() {
        return context.getPackageManager().hasSystemFeature("android.hardware.strongbox_keystore");
    }

    private static KeyguardManager keyguard() {
        return (KeyguardManager) context.getSystemService(Context.KEYGUARD_SERVICE);
    }

    private static final class LockReceiver extends BroadcastReceiver {
        @Override
        public void onReceive(Context receiving, Intent intent) {
            lockChanged();
        }
    }

    private static native void lockChanged();
}
