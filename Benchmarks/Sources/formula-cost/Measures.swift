import Foundation

/// What both comparisons measure and print with.
enum Measures {
    /// What the work takes of the processor's time, in nanoseconds: on a busy machine the time on the wall is that of
    /// others.
    static func nanoseconds(_ work: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
        let start = now()
        work()
        return now() - start
    }

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    static func decimal(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

    static func row(_ name: String, _ band: String, _ numbers: String...) -> String {
        let words = zip([name, band], [20, 9]).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
        let columns = numbers.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }
        return (words + columns).joined()
    }
}

struct Failure: Error, CustomStringConvertible {
    let description: String
}
