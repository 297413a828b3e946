import ArgumentParser
import SensorModel

extension Setting {
    /// Checks what an option was given; nothing where it was not.
    ///
    /// - Parameter option: its name without dashes; nil where it is called as the setting.
    /// - Throws: `ValidationError` that names the option, the value and the range.
    func validate(_ value: Double?, option: String? = nil) throws {
        guard let value, !accepts(value) else { return }
        throw ValidationError("--\(option ?? name) is \(value); give \(expectation).")
    }

    /// The same for a whole number.
    func validate(_ count: Int?, option: String? = nil) throws {
        guard let count, !accepts(count) else { return }
        throw ValidationError("--\(option ?? name) is \(count); give \(expectation).")
    }
}
