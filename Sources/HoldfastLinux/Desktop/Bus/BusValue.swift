#if os(Linux) && Desktop
/// One value out of a D-Bus message, copied out of the library's memory.
///
/// - Note: D-Bus Specification, "Type System". Integers of all widths are one case each for signed
///   and unsigned ones: what a reader expects is a range, not a width.
package indirect enum BusValue: Sendable, Equatable {
    /// `s`, `o` or `g`.
    case text(String)
    /// `b`.
    case flag(Bool)
    /// `n`, `i` or `x`.
    case integer(Int64)
    /// `y`, `q`, `u` or `t`.
    case unsigned(UInt64)
    /// `d`.
    case double(Double)
    /// `h`.
    case descriptor(OpenDescriptor)
    /// `a`, and `()` as well: a reader knows which one it asked for.
    case list([BusValue])
    /// `{}`.
    case entry(BusValue, BusValue)
    /// `v`.
    case variant(BusValue)

    /// The text, where it is one.
    package var text: String? {
        if case .text(let text) = plain { text } else { nil }
    }

    /// The truth value, where it is one.
    package var flag: Bool? {
        if case .flag(let flag) = plain { flag } else { nil }
    }

    /// The number, where it is one without a sign.
    package var unsigned: UInt64? {
        if case .unsigned(let number) = plain { number } else { nil }
    }

    /// The open file, where it is one.
    package var descriptor: OpenDescriptor? {
        if case .descriptor(let descriptor) = plain { descriptor } else { nil }
    }

    /// The elements of an array or of a structure.
    package var elements: [BusValue]? {
        if case .list(let elements) = plain { elements } else { nil }
    }

    /// The values of an array of entries by their names, as `GetAll` answers.
    package var members: [String: BusValue]? {
        guard let elements else { return nil }
        var members: [String: BusValue] = [:]
        for element in elements {
            guard case .entry(let name, let value) = element, let text = name.text else {
                return nil
            }
            members[text] = value
        }
        return members
    }

    /// The value inside of all variants around it.
    private var plain: BusValue {
        if case .variant(let value) = self { value.plain } else { self }
    }
}
#endif
