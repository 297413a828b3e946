import Recordings
import SensorModel

/// The text format in which a program writes orientations.
struct AnswerText: Sendable, Hashable {
    /// The maximum difference between a quaternion's length and 1. Components with three decimals meet this limit.
    private static let tolerance = 0.01
    /// The maximum rounding error of a normalised quaternion's length.
    private static let rounding = 1e-14

    var order = EstimateConventions.Order.wxyz
    var frame = EarthFrame()

    /// The reason why a line does not contain an estimate.
    struct Mistake: Error {
        let message: String

        init(message: String) { self.message = message }

        /// Creates the reason from the quoted line and a description of its fault.
        init(quoting line: ArraySlice<UInt8>, _ fault: String = "") {
            message = "'\(Excerpt.text(String(decoding: line, as: UTF8.self)))'" + (fault.isEmpty ? "" : " \(fault)")
        }
    }

    /// Parses the comma-separated numbers of a line.
    ///
    /// - Parameters:
    ///   - line: line to parse.
    ///   - expected: number of values that the line must have.
    func numbers(_ line: ArraySlice<UInt8>, expected: Int) throws(Mistake) -> [Double] {
        let text = String(decoding: line, as: UTF8.self)
        let cells = text.split(separator: ",", omittingEmptySubsequences: false)
        var numbers: [Double] = []
        for cell in cells {
            guard let number = Double(cell.trimmingSpaces) else { break }
            numbers.append(number)
        }
        guard numbers.count == expected, cells.count == expected else {
            throw Mistake(quoting: line)
        }
        guard numbers.allSatisfy(\.isFinite) else { throw Mistake(quoting: line, "is not finite") }
        return numbers
    }

    /// Returns the orientation, device → Earth (East, North, Up), from four components in the format's order and frame.
    func orientation(_ numbers: some Collection<Double>) throws(Mistake) -> UnitQuaternion {
        let values = Array(numbers)
        let (w, x, y, z) =
            order == .wxyz
            ? (values[0], values[1], values[2], values[3]) : (values[3], values[0], values[1], values[2])
        guard let orientation = Self.unit(w, x, y, z) else {
            let length = DecimalText.fixed((w * w + x * x + y * y + z * z).squareRoot(), decimals: 3)
            throw Mistake(message: "the length of the quaternion is \(length), but must be 1")
        }
        return frame.deviceToTrueENU(orientation, declination: nil)
    }

    /// Returns the quaternion with length 1; `nil` if its length differs too much from 1 or is not finite. A quaternion
    /// whose length differs from 1 only by rounding is returned unchanged.
    static func unit(_ w: Double, _ x: Double, _ y: Double, _ z: Double) -> UnitQuaternion? {
        let length = (w * w + x * x + y * y + z * z).squareRoot()
        let error = abs(length - 1)
        guard error <= tolerance else { return nil }
        if error < rounding { return UnitQuaternion(unchecked: w, x, y, z) }
        return UnitQuaternion(unchecked: w / length, x / length, y / length, z / length)
    }
}
