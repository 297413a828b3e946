/// The quaternions of a stream whose length is not 1, so that a number in their row is wrong.
///
/// Their directions are used, because a program may write quaternions without scaling them.
public struct UnscaledQuaternions: Sendable, Hashable, Codable {
    /// A row with such a quaternion.
    public struct Row: Sendable, Hashable, Codable {
        /// The index of the sample in its stream.
        public var sample: Int
        /// The line of the file, counted from 1.
        public var line: Int
        /// The length of the quaternion.
        public var length: Double
    }

    /// The largest deviation of a length from 1 that rounding to a few digits explains.
    static let tolerance = 1e-2
    /// The number of rows that are stored.
    private static let mostRows = 1_000

    /// The number of such quaternions.
    public private(set) var count = 0
    /// The first of their rows.
    public private(set) var rows: [Row] = []

    /// Whether a squared length is that of a quaternion that was rounded to a few digits.
    static func isUnit(squared: Double) -> Bool { abs(squared - 1) <= 2 * tolerance }

    /// Adds a quaternion if its length is not 1.
    mutating func check(_ w: Double, _ x: Double, _ y: Double, _ z: Double, sample: Int, line: Int) {
        let squared = w * w + x * x + y * y + z * z
        guard !Self.isUnit(squared: squared) else { return }
        count += 1
        guard rows.count < Self.mostRows else { return }
        // The largest component where the squares overflow.
        let largest = max(abs(w), abs(x), abs(y), abs(z))
        rows.append(Row(sample: sample, line: line, length: squared.isFinite ? squared.squareRoot() : largest))
    }
}

/// Finds the lines of samples in the files of a recording, by reading the files again.
package struct SampleLines: Sendable {
    /// The lines of every sample, by stream. Empty where the files cannot be read again.
    package let find: @Sendable () -> [StreamKind: [Int]]
}
