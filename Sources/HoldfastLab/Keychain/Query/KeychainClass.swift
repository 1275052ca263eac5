import HoldfastApple

/// Which columns the tables of the keychain have, and which of them make the primary key.
///
/// - Note: `SecItemSchema.c` and `SecItemConstants.c` in Apple's published Security source.
enum KeychainClass {
    /// How a column takes its values.
    enum Column {
        /// Text or data; compared by its bytes.
        case blob
        /// Text.
        case text
        /// A number, a flag, or a number as text.
        case number
        case date
        case accessibility
        case accessControl
    }

    static let known: Set = ["genp", "inet", "cert", "keys", "idnt"]

    static func column(_ name: String, of itemClass: String) -> Column? {
        columns[name] ?? columnsByClass[itemClass]?[name]
    }

    static func primaryKey(of itemClass: String) -> [String] { primaryKeys[itemClass] ?? [] }

    /// What a primary key column holds if an add does not say.
    static func defaultValue(_ name: String, of itemClass: String) -> SecItemValue {
        column(name, of: itemClass) == .number ? .number(0) : .text("")
    }

    private static let columns: [String: Column] = [
        "pdmn": .accessibility, "accc": .accessControl, "agrp": .text, "sync": .number,
        "cdat": .date, "mdat": .date, "labl": .blob, "desc": .blob, "icmt": .blob,
        "crtr": .number, "type": .number, "invi": .number, "nega": .number, "tkid": .text,
    ]

    private static let columnsByClass: [String: [String: Column]] = [
        "genp": ["acct": .blob, "svce": .blob, "gena": .blob],
        "inet": [
            "acct": .blob, "sdmn": .blob, "srvr": .blob, "ptcl": .number, "atyp": .blob,
            "port": .number, "path": .blob,
        ],
        "cert": ["ctyp": .number, "issr": .blob, "slnr": .blob, "pkhh": .blob, "subj": .blob],
        "keys": [
            "kcls": .number, "klbl": .blob, "atag": .blob, "bsiz": .number, "esiz": .number,
            "sdat": .date, "edat": .date, "perm": .number, "priv": .number, "sign": .number,
            "vrfy": .number, "decr": .number, "drve": .number,
        ],
    ]

    private static let primaryKeys: [String: [String]] = [
        "genp": ["acct", "svce", "agrp", "sync"],
        "inet": ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path", "agrp", "sync"],
        "cert": ["ctyp", "issr", "slnr", "agrp", "sync"],
        "keys": [
            "kcls", "klbl", "atag", "crtr", "type", "bsiz", "esiz", "sdat", "edat", "agrp", "sync",
        ],
    ]
}
