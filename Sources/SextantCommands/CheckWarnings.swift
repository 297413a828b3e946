import Evaluation

/// What does not agree with physics, on standard error.
enum CheckWarnings {
    /// Whoever has more of them looks into the reports.
    private static let most = 20

    static func show(_ warnings: [BatchOutcome.Warning]) {
        for warning in warnings.prefix(most) {
            Terminal.printError("sextant: warning: \(warning.path): \(warning.mismatch)\n")
        }
        guard warnings.count > most else { return }
        Terminal.printError("sextant: and \(warnings.count - most) warnings more; the reports have all of them\n")
    }
}
