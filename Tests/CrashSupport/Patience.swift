import Glibc

/// How much longer than on a quiet machine a test waits before it calls something stuck.
///
/// `HOLDFAST_TEST_PATIENCE=N` multiplies by N, from 1 to 100: for instrumented programs and busy
/// machines. It never shortens a wait and never changes what a test expects.
package enum Patience {
    package static let factor: Int = {
        guard let text = getenv("HOLDFAST_TEST_PATIENCE"), let number = Int(String(cString: text))
        else { return 1 }
        return min(max(number, 1), 100)
    }()
}
