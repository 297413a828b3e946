import Recordings
import SensorModel

/// The text of orientations that a program writes.
struct AnswerText: Sendable, Hashable {
    /// The order of a quaternion's numbers.
    enum Order: String, Sendable, CaseIterable {
        case wxyz
        case xyzw
    }

    /// The largest difference of a quaternion's length from 1. Three decimals are enough for it.
    private static let tolerance = 0.01
    /// The difference from 1 that rounding leaves in a normalised quaternion.
    private static let rounding = 1e-14

    var order = Order.wxyz
    var frame = EarthFrame()

    /// A line that is no orientation: what is wrong with it, as a noun phrase.
    struct Mistake: Error {
        let found: String
    }

    /// Parses the numbers of a line.
    ///
    /// - Parameter expected: how many.
    func numbers(_ line: ArraySlice<UInt8>, expected: Int) throws(Mistake) -> [Double] {
        let text = String(decoding: line, as: UTF8.self)
        let cells = text.split(separator: ",", omittingEmptySubsequences: false)
        var numbers: [Double] = []
        for cell in cells {
            guard let number = Double(cell.trimmingSpaces) else { break }
            numbers.append(number)
        }
        guard numbers.count == expected, cells.count == expected else {
            throw Mistake(found: "'\(Excerpt.text(text))'")
        }
        guard numbers.allSatisfy(\.isFinite) else { throw Mistake(found: "'\(Excerpt.text(text))', not finite") }
        return numbers
    }

    /// The orientation, device → East, North, Up, of four numbers.
    func orientation(_ numbers: some Collection<Double>) throws(Mistake) -> UnitQuaternion {
        let values = Array(numbers)
        let (w, x, y, z) =
            order == .wxyz
            ? (values[0], values[1], values[2], values[3]) : (values[3], values[0], values[1], values[2])
        guard let orientation = Self.unit(w, x, y, z) else {
            let length = (w * w + x * x + y * y + z * z).squareRoot()
            throw Mistake(found: "a quaternion of length \(DecimalText.fixed(length, decimals: 3))")
        }
        return frame.deviceToTrueENU(orientation, declination: nil)
    }

    /// The quaternion with length 1; nil if its length is far from 1 or not finite. Numbers with all digits are not
    /// changed.
    static func unit(_ w: Double, _ x: Double, _ y: Double, _ z: Double) -> UnitQuaternion? {
        let length = (w * w + x * x + y * y + z * z).squareRoot()
        let error = abs(length - 1)
        guard error <= tolerance else { return nil }
        if error < rounding { return UnitQuaternion(unchecked: w, x, y, z) }
        return UnitQuaternion(unchecked: w / length, x / length, y / length, z / length)
    }
}

extension StringProtocol {
    fileprivate var trimmingSpaces: SubSequence {
        var text = self[...]
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
