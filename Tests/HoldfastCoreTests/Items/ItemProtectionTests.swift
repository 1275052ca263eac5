import HoldfastCore
import Testing

@Suite struct ItemProtectionTests {
    @Test("P11: of all combinations of options exactly those that fit are valid")
    func combinations() throws {
        var (validCount, count) = (0, 0)
        withEvery("class", in: Accessibility.allCases) { accessibility, trail in
            withEvery("control", in: AccessControl.allCases, after: trail) { control, trail in
                withEvery("validity", in: Self.validities, after: trail) { validity, trail in
                    withEvery("synchronizable", in: [true, false], after: trail) { sync, trail in
                        withEvery("group", in: Self.groups, after: trail) { group, trail in
                            withEvery("storage", in: KeyStorage.allCases, after: trail) {
                                storage, trail in
                                let isValid = check(
                                    ItemProtection(
                                        accessibility: accessibility, accessControl: control,
                                        authValiditySeconds: validity, isSynchronizable: sync,
                                        accessGroup: group, keyStorage: storage), trail)
                                validCount += isValid ? 1 : 0
                                count += 1
                            }
                        }
                    }
                }
            }
        }
        #expect(count == 8_640)
        // 5 classes, 6 storages, 2 groups, 6 controls without and 9 pairs with a validity; and of
        // the synchronizable ones 2 classes with 2 groups.
        #expect(validCount == 5 * 6 * 2 * (6 + 9) + 2 * 2)
    }

    private static let validities = [-1, 0, 1, 30, 86_400, 86_401]
    private static let groups: [String?] = [nil, "", "group.a", "a\0b"]

    /// Compares with the rules as the architecture states them, written a second time.
    private func check(_ protection: ItemProtection, _ trail: Trail) -> Bool {
        let fitsSync =
            !protection.isSynchronizable
            || ([.whenUnlocked, .afterFirstUnlock].contains(protection.accessibility)
                && protection.accessControl == .none && protection.keyStorage == .automatic)
        let reusable: [AccessControl] = [.biometryAny, .biometryAnyOrPasscode, .devicePasscode]
        let fitsValidity =
            protection.authValiditySeconds == 0
            || (reusable.contains(protection.accessControl)
                && (1...86_400).contains(protection.authValiditySeconds))
        let fitsGroup = [nil, "group.a"].contains(protection.accessGroup)
        let isValid = fitsSync && fitsValidity && fitsGroup
        do {
            try protection.validate()
            #expect(isValid, "taken: \(trail)")
        } catch {
            #expect(!isValid, "refused: \(trail)")
            #expect(error.code == .invalidArgument, "\(trail)")
            #expect(!error.message.isEmpty, "\(trail)")
        }
        return isValid
    }

    @Test("what stays on the device and what is readable while locked is as the names say")
    func classes() {
        for accessibility in Accessibility.allCases {
            #expect(
                accessibility.isThisDeviceOnly
                    == accessibility.rawValue.hasSuffix("ThisDeviceOnly"))
            #expect(
                accessibility.isReadableWhileLocked
                    == accessibility.rawValue.hasPrefix("afterFirstUnlock"))
            #expect(!StoreAvailability.beforeFirstUnlock.isReadable(accessibility))
            #expect(StoreAvailability.unlocked.isReadable(accessibility))
            #expect(
                StoreAvailability.locked.isReadable(accessibility)
                    == accessibility.isReadableWhileLocked)
            let failure = KeychainError(.unknown, "no answer")
            #expect(!StoreAvailability.unavailable(failure).isReadable(accessibility))
        }
    }

    @Test("a use has a protection that is valid and stays on the device")
    func uses() throws {
        for use in KeyUse.allCases {
            try use.protection.validate()
            #expect(use.protection.accessibility.isThisDeviceOnly)
            #expect(WriteOptions.for(use).protection == use.protection)
            #expect(WriteOptions.for(use).condition == .always)
        }
        #expect(KeyUse.background.protection.accessibility.isReadableWhileLocked)
        #expect(!KeyUse.foreground.protection.accessibility.isReadableWhileLocked)
        #expect(KeyUse.highValue.protection.accessControl != .none)
        #expect(WriteOptions.standard.protection == nil)
    }

    @Test("a refused access control has the code of its reason")
    func refusals() {
        let codes: [AccessControlAvailability: KeychainError.Code?] = [
            .available: nil, .noHardware: .biometryNotAvailable,
            .notEnrolled: .biometryNotEnrolled, .passcodeNotSet: .passcodeNotSet,
            .unsupportedOS: .unsupported,
        ]
        #expect(codes.count == AccessControlAvailability.allCases.count)
        for (availability, code) in codes { #expect(availability.refusal?.code == code) }
    }
}
