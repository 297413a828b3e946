import SensorModel

/// SVG paths with coordinates in tenths of a pixel.
package enum PagePath {
    /// The path through points in pixels, with relative coordinates; empty for fewer than two different points.
    ///
    /// Points are rounded to a tenth of a pixel; a point that equals the last one is omitted. O(points).
    package static func line(_ points: some Collection<(x: Double, y: Double)>) -> String {
        var output = ""
        var here: (x: Int, y: Int)?
        var count = 0
        for point in points {
            let next = (x: tenths(point.x), y: tenths(point.y))
            guard let last = here else {
                output = "M" + text(tenths: next.x)
                append(next.y, to: &output)
                output += "l"
                here = next
                continue
            }
            guard next != last else { continue }
            append(next.x - last.x, to: &output)
            append(next.y - last.y, to: &output)
            here = next
            count += 1
        }
        return count == 0 ? "" : output
    }

    /// The number in its shortest form, such as `-.3`, `12` or `4.5`.
    package static func text(tenths: Int) -> String {
        let (whole, part) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        let sign = tenths < 0 ? "-" : ""
        guard part > 0 else { return "\(sign)\(whole)" }
        return "\(sign)\(whole == 0 ? "" : String(whole)).\(part)"
    }

    /// A length in pixels, rounded to a tenth.
    package static func text(_ pixels: Double) -> String { text(tenths: tenths(pixels)) }

    /// The number in tenths, limited so that the difference of two fits an `Int`.
    private static func tenths(_ number: Double) -> Int {
        Int(saturating: min(max((number * 10).rounded(), -1e15), 1e15))
    }

    /// Appends the number, after a blank if the digits of two numbers would otherwise join.
    private static func append(_ tenths: Int, to output: inout String) {
        let number = text(tenths: tenths)
        if let last = output.utf8.last, last >= UInt8(ascii: "0"), last <= UInt8(ascii: "9"), tenths >= 0 {
            output += " "
        }
        output += number
    }
}
