package android.content.pm;

public class PackageManager {
    public boolean hasSystemFeature(String name) {
        return true;
    }
}
