import Foundation

/// The table rows of both comparisons.
enum Measures {
    static func row(_ name: String, _ band: String, _ numbers: String...) -> String {
        let words = zip([name, band], [20, 9]).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
        let columns = numbers.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }
        return (words + columns).joined()
    }
}
