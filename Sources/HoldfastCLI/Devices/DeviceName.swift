import Glibc
import HoldfastCore
import HoldfastWire

/// What a device is called.
enum DeviceName {
    /// The name that a command line gives, else the machine's.
    ///
    /// - Throws: `INVALID_ARGUMENT` for a name that no device can have.
    static func wanted(
        _ arguments: ParsedArguments, _ action: String
    ) throws(Failure) -> String {
        try checked(arguments.value(of: .deviceName) ?? ofMachine(), action)
    }

    /// A name that a device can have.
    static func checked(_ name: String, _ action: String) throws(Failure) -> String {
        guard DeviceRecord.isValidName(name) else {
            throw Failure(
                KeychainError(
                    .invalidArgument,
                    "a device's name has 1 to 64 characters, and none that breaks a line"), action)
        }
        return name
    }

    private static func ofMachine() -> String {
        var name = [CChar](repeating: 0, count: 65)
        guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return "device" }
        let text = String(exactly: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
        guard let text, DeviceRecord.isValidName(text) else { return "device" }
        return text
    }
}
