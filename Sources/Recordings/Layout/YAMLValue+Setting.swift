package import SensorModel
import Yams

extension YAMLValue {
    /// A number within the range of a setting.
    package func number(_ setting: Setting) throws(InputError) -> Double {
        let number = try number(setting.name)
        guard setting.accepts(number) else { throw outside(setting) }
        return number
    }

    /// A whole number within the range of a setting; digits may have `_` between them.
    package func wholeNumber(_ setting: Setting) throws(InputError) -> Int {
        let text = try text(setting.name)
        guard let number = Int(text.filter { $0 != "_" }), setting.accepts(number) else { throw outside(setting) }
        return number
    }

    /// Where random numbers start.
    package func seed(_ key: String) throws(InputError) -> UInt64 {
        let text = try text(key)
        guard let seed = UInt64(text.filter { $0 != "_" }) else {
            throw error(
                found: "\(key) '\(text)'",
                expected: "a whole number from 0 to 2^64 - 1",
                remedy: "correct it"
            )
        }
        return seed
    }

    private func outside(_ setting: Setting) -> InputError {
        let text = node.scalar?.string ?? ""
        return error(found: "\(setting.name) '\(text)'", expected: setting.expectation, remedy: "correct it")
    }
}
