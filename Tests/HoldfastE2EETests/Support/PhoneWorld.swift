import HoldfastCore
import HoldfastE2EE
import HoldfastWire

@testable import HoldfastLab

/// The phones on which identities live in tests.
enum PhoneKind: String, CaseIterable {
    case iPhone
    case iPhoneThatHides
    case iPhoneWithoutEnclave
    case android
    case androidBeforeFirstUnlock
    case androidWithoutStrongBox
    case oldAndroid

    var profile: PhoneProfile {
        switch self {
        case .iPhone: return .iPhone()
        case .iPhoneThatHides:
            var profile = IOSProfile()
            // Before the first unlock this phone says "there is no such item".
            profile.readBeforeFirstUnlock = .notFound
            return .iOS(profile)
        case .iPhoneWithoutEnclave:
            var profile = IOSProfile()
            profile.hasSecureEnclave = false
            return .iOS(profile)
        case .android: return .androidPhone()
        case .androidBeforeFirstUnlock:
            var profile = AndroidProfile()
            profile.isDirectBootAware = true
            return .android(profile)
        case .androidWithoutStrongBox:
            var profile = AndroidProfile(apiLevel: 33)
            profile.hasStrongBox = false
            return .android(profile)
        case .oldAndroid: return .android(AndroidProfile(apiLevel: 28))
        }
    }

    var isApple: Bool { profile.phoneSystem == .iOS }

    /// Where the keys of a new identity are.
    var grades: (signing: GradeCode, agreement: GradeCode) {
        switch self {
        case .iPhone, .iPhoneThatHides: (.secureEnclave, .secureEnclave)
        case .iPhoneWithoutEnclave: (.software, .software)
        case .android, .androidBeforeFirstUnlock, .androidWithoutStrongBox:
            (.trustedEnvironment, .trustedEnvironment)
        case .oldAndroid: (.trustedEnvironment, .softwareWrapped)
        }
    }
}

/// A phone with an app and a server: what outlives the app's process.
final class PhoneWorld {
    static let app = ScenarioRun.app
    let directory: MemoryDirectory
    private(set) var phone: SimulatedPhone
    private let presence: AccessControl?

    init(
        _ profile: PhoneProfile, directory: MemoryDirectory = MemoryDirectory(),
        presence: AccessControl? = nil
    ) {
        self.presence = presence
        phone = SimulatedPhone(profile)
        self.directory = directory
        for event: PhoneEvent in [.lock, .unlock, .install(Self.app)] { phone.send(event) }
    }

    /// A phone whose identity was made.
    static func settled(_ kind: PhoneKind) async throws -> (PhoneWorld, IdentityRecord) {
        let world = PhoneWorld(kind.profile)
        let identity = world.identity()
        _ = try await identity.open(.foreground)
        return (world, try await identity.begin(named: "phone", recovery: nil))
    }

    /// The identity in a new process of the app.
    func identity(inForeground: Bool = true) -> DeviceIdentity {
        if inForeground { phone.send(.foreground(Self.app)) }
        var parts = phone.launch(Self.app).identityParts(directory)
        parts.presence = presence
        return DeviceIdentity(parts)
    }

    /// Goes on with another phone on which a backup of this one was restored.
    func move(by kind: PhoneBackup.Kind) {
        let backup = phone.backUp(kind)
        phone = SimulatedPhone(phone.profile, hardware: 2, seed: 2)
        phone.restore(backup)
        for event: PhoneEvent in [.setPasscode, .lock, .unlock] { phone.send(event) }
    }

    /// The keys that are on the phone.
    func keyNames() async throws -> Set<String> {
        let parts = phone.launch(Self.app).identityParts(directory)
        let keys = try await parts.keys.list(service: nil)
        let agreementKeys = try await parts.agreementKeys.list(service: nil)
        return Set((keys + agreementKeys).map(\.name.account))
    }
}
