/// Encrypted preferences whose every byte Tink itself made (its Python package 1.16.1).
///
/// Keysets of the templates `AES256_SIV` and `AES256_GCM`, wrapped as `AndroidKeystoreAesGcm` does;
/// names and values sealed as `EncryptedSharedPreferences` calls Tink.
enum TinkSample {
    static let fileName = "secret_prefs"
    /// What the Keystore's key was, bytes 0 to 31, and stands in front of it: a nonce of 12 bytes.
    static let masterKey = [UInt8](0..<32)
    static let nameKeyset =
        "12a901d4330545e9e0a17c69449580cf4ebe84f3f842574d53b40ccabf57a660acc56a409c8e"
        + "677b00ad0b0fda4a257f1a770d19f966c80a3e073c8c09989f8c1608441ffe75a27bea0d8de8"
        + "6a0bb13b5148adc4ea1a67c1f242512987daabf583ef3abac8822ded4e850d681217a955e02f"
        + "d1bf3b9ff85c5680283cd0a08b9e26f85a96631157e9391525bf4fe05591597d9269541526df"
        + "9e4f5b0409ed078252d65809426699a260d6a7291a44089dd4b9b303123c0a30747970652e67"
        + "6f6f676c65617069732e636f6d2f676f6f676c652e63727970746f2e74696e6b2e4165735369"
        + "764b65791001189dd4b9b3032001"
    static let valueKeyset =
        "12880151607b032d2b95e23e76716c341c19ccd7a9b6d8e9624d6f4d5982d81ae7fe339a191b"
        + "27083363fb28d1ed22ee5d029ee47dca565cae828fad457d0781190793bbd8da61b3013a536b"
        + "123fc34214ddf13034f138d87eb92c99db8dcd7f8c39fb28ceb929fbc52d2169d6f37aa88d14"
        + "9d600a7939426610ebf2e8d009d89502b762b7f3d6330d4e7f1a4408c0c99cd304123c0a3074"
        + "7970652e676f6f676c65617069732e636f6d2f676f6f676c652e63727970746f2e74696e6b2e"
        + "41657347636d4b6579100118c0c99cd3042001"

    /// Sealed name and sealed value, by name.
    static let entries: [String: (name: String, value: String)] = [
        "token": (
            "ATZuah1AVjbBfRHh6rxZ04sWG7YRSEkX4lE=",
            "AUpnJMB16xVqPLoJz9opR6/XI9HqAjX21ELragFJUoUJX4rEZZwfUt0szdIbzGlnpVdjTpYydEhf"
        ),
        "naïve": (
            "ATZuah2VSGvNQ3xPtYKC2Vymn6OyJeucvioq",
            "AUpnJMC2l5tczCz2/YUVsrdhdXfoUBAVJmCkV1CKYXTsAhJX3kPJj6wW0za1qKHRYvqx"
        ),
        "empty": (
            "ATZuah269CNIWckAykH2sZ/CTyDdN0V0Qrg=",
            "AUpnJMAHtFkTHiFA9cDuz7VNKss7wLh2Dl8T2Mn0sfGX4TmpotppHRc="
        ),
        "count": (
            "ATZuah02s3EpWNa0L0t48z4Gt4A/bvt5PPI=",
            "AUpnJMA5ckA7+VjG1pmUQKKCpcHPHN/3eSGUT2gFoT0ZwDcSjInurOo="
        ),
        "nothing": (
            "ATZuah0D3OR8MikezrEdfqtMPZQ4DDyfzxT/RQ==",
            "AUpnJMBxmTZklGbqKNZwVwCayAo92E92DrSYn1YCBmJxhcrFAeWJws6lCfveiYl1mQ=="
        ),
    ]

    /// The values that are texts and can be items.
    static let texts = ["token": "a secret of Tink", "naïve": "päss\nword", "empty": ""]
}
