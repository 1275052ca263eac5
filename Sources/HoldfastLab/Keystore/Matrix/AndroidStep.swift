public import HoldfastAndroid

/// One thing that happens, or that an app does, in a case of the matrix.
///
/// There is one app with one key; "the value" is what it sealed last.
public enum AndroidStep: Sendable, Hashable {
    /// Something happens to the phone.
    case event(PhoneEvent)
    /// The app starts, and comes to the front where the phone is unlocked.
    case launches
    /// The app makes its key.
    case makes(AndroidKeyKind)
    /// It seals a value, with a prompt that is confirmed where the key wants one.
    case seals
    /// It uses the key: opens the value, signs, or agrees; with a prompt where the key wants one.
    case uses
    /// The same without asking anybody.
    case usesWithoutPrompt
    /// It begins an operation of the key and keeps it.
    case begins
    /// It begins so many, and keeps the first.
    case beginsMany(Int)
    /// It has a prompt authenticate the operation that it keeps.
    case authenticates(PersonAction)
    /// It finishes the operation that it keeps.
    case finishes
    /// It shows a prompt for no operation.
    case prompts(KeySpec.Authenticators, PersonAction)
    /// It asks what could be used for a prompt.
    case canAuthenticate(KeySpec.Authenticators)
    /// It asks whether its key is there.
    case asksForKey
    /// It asks whether the phone is locked.
    case asksWhetherLocked
    /// It removes its key.
    case removesKey
    /// The next call fails so.
    case fails(NativeFailure)
    /// It asks the last exception for its public number.
    case asksForNumericCode
    /// It writes its file of records.
    case writesFile
    /// It looks for its file of records.
    case readsFile
    /// The system backs the app up.
    case backsUp(AutoBackup.Transport, AutoBackup.Manifest)
    /// The app is installed again, with what was backed up.
    case reinstalls
    /// The app is set up on a new phone, with what was backed up.
    case movesToNewPhone
}
