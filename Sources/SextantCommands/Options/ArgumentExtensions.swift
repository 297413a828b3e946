public import ArgumentParser
import Evaluation
import Positions
public import Recordings
import Reporting
import SensorModel

extension PlaceFormat: ExpressibleByArgument {}
extension RouteFormat: ExpressibleByArgument {}
extension WrittenTrajectory.Stream: ExpressibleByArgument {}
extension PoseAlignment: ExpressibleByArgument {}
extension PosePart: ExpressibleByArgument {}
extension UndecidedPolicy: ExpressibleByArgument {}
extension PosePairing.Unit: ExpressibleByArgument {}
extension TrajectoryMatching.Method: ExpressibleByArgument {}
extension TrajectoryFormat: ExpressibleByArgument {}
extension DelimitedReading.Parser: ExpressibleByArgument {}

extension Setting {
    /// Checks an option's value against the range of this setting. A missing value is accepted.
    ///
    /// - Parameter option: Name of the option without dashes, or `nil` if the option has the same name as the setting.
    /// - Throws: `ValidationError` that names the option, the value and the range.
    func validate(_ value: Double?, option: String? = nil) throws {
        guard let value, !accepts(value) else { return }
        throw ValidationError("--\(option ?? name) is \(value); use \(expectation).")
    }

    /// Checks an option's whole number against the range of this setting. A missing number is accepted.
    ///
    /// - Parameter option: Name of the option without dashes, or `nil` if the option has the same name as the setting.
    /// - Throws: `ValidationError` that names the option, the value and the range.
    func validate(_ count: Int?, option: String? = nil) throws {
        guard let count, !accepts(count) else { return }
        throw ValidationError("--\(option ?? name) is \(count); use \(expectation).")
    }
}

extension [String] {
    /// Checks that no value of a repeatable argument occurs twice.
    ///
    /// - Parameter label: the start of the message: the option with its dashes, or words for a positional argument.
    /// - Throws: `ValidationError` that names the first repeated value.
    func validateDistinct(_ label: String) throws {
        var seen: Set<String> = []
        for value in self where !seen.insert(value).inserted {
            throw ValidationError("\(label) \(value) is given twice; remove one.")
        }
    }
}

extension Association {
    /// The maximum number of seconds in an argument such as `nearest:0.01`.
    private static let longestTime = 60.0

    /// Parses `interpolated[:SECONDS]`, `nearest:SECONDS` or `exact`.
    ///
    /// - Throws: `ValidationError` for any other text.
    init(argument: String) throws {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let seconds = parts.count > 1 ? Double(parts[1]) : nil
        let isTime = seconds.map { $0 > 0 && $0 <= Self.longestTime } ?? (parts.count == 1)
        switch (parts.first, seconds) {
        case ("interpolated", _) where isTime: self = .interpolated(longestGap: seconds)
        case ("nearest", let limit?) where isTime: self = .nearest(limit: limit)
        case ("exact", nil) where parts.count == 1: self = .exact
        default:
            throw ValidationError(
                "'\(argument)' must be interpolated, interpolated:SECONDS, nearest:SECONDS or exact, "
                    + "where SECONDS is above 0 and at most \(DecimalText.exact(Self.longestTime)); for example "
                    + "nearest:0.01"
            )
        }
    }
}

extension HeadingAlignment {
    /// The accepted words, separated by vertical bars, for help texts.
    static var choices: String { allCases.map(\.rawValue).joined(separator: "|") }
}

extension Array where Element: RawRepresentable<String> {
    /// Returns the element whose raw value is the argument.
    ///
    /// - Parameter separator: the text between the accepted words in the message.
    /// - Throws: `ValidationError` for any other text.
    func choice(_ argument: String, separator: String = "|") throws -> Element {
        if let choice = first(where: { $0.rawValue == argument }) { return choice }
        throw ValidationError("'\(argument)' must be one of \(map(\.rawValue).joined(separator: separator))")
    }
}
