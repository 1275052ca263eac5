/// The cases that need a passcode or a lock screen: without one nothing locks, nothing prompts and no
/// key is ever lost.
enum PromisesOfLocking {
    static let all: Set = [
        "P11: a prompt-free call on a protected item is AUTH_REQUIRED",
        "P11: contradictions are refused before the device is asked",
        "P11: looking and removing never prompt",
        "P1: a tombstone is not created over or updated",
        "P1: an item whose key is lost is KEY_INVALIDATED until handled",
        "P1: availability follows the device",
        "P1: before the first unlock a read throws and is never nil",
        "P1: before the first unlock no name is looked up",
        "P1: readOrCreate creates nothing while the store cannot answer",
        "P1: waiting ends when the class is readable, and not before",
        "P1: while locked each class is readable as it says",
        "P1: while locked, names and attributes of every item are there",
        "P2: a plain write replaces a tombstone",
        "P2: a prompt that is not confirmed changes nothing",
        "P2: a write that the lock refuses leaves the old value",
        "P2: replaceInvalidated goes through a tombstone once",
        "P5: a tombstone is there after reopening",
        "P6: a tombstone can be removed",
        "P6: an item can be removed while locked",
    ]
}
