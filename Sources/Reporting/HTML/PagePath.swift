import SensorModel

/// SVG paths with coordinates in tenths of a pixel.
enum PagePath {
    /// Rewrites a path of absolute `M` and `L` commands with relative coordinates.
    ///
    /// Moves without a following line are removed. O(length).
    static func compacted(_ data: Substring) -> String {
        var output = ""
        var here = (x: 0, y: 0)
        var move: (x: Int, y: Int)?
        for word in data.split(whereSeparator: \.isWhitespace) {
            guard let command = word.first, let point = point(word.dropFirst()) else { continue }
            if command == "M" {
                move = point
                continue
            }
            guard command == "L" else { continue }
            if let start = move {
                // SVG treats the first pair as absolute, and further pairs as lines.
                output += "m"
                append(start.x - here.x, to: &output)
                append(start.y - here.y, to: &output)
                here = start
                move = nil
            }
            guard point != here else { continue }
            append(point.x - here.x, to: &output)
            append(point.y - here.y, to: &output)
            here = point
        }
        return output
    }

    /// All numbers in a text, in tenths; nil without a number.
    static func numbers(in text: Substring) -> [Int]? {
        let words = text.split { !($0.isNumber || $0 == "." || $0 == "-") }
        let numbers = words.compactMap { Double(String($0)) }.map { tenths($0) }
        return numbers.isEmpty ? nil : numbers
    }

    /// The number in its shortest form, such as `-.3`, `12` or `4.5`.
    static func text(tenths: Int) -> String {
        let (whole, part) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        let sign = tenths < 0 ? "-" : ""
        guard part > 0 else { return "\(sign)\(whole)" }
        return "\(sign)\(whole == 0 ? "" : String(whole)).\(part)"
    }

    private static func point(_ text: Substring) -> (x: Int, y: Int)? {
        let bytes = text.utf8
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")), let x = Double(text[..<comma]),
            let y = Double(text[bytes.index(after: comma)...])
        else { return nil }
        return (tenths(x), tenths(y))
    }

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
