import SensorModel

/// A reader of a route in the encoded polyline format (Google Maps Platform, Encoded Polyline Algorithm Format). The
/// format stores differences of latitudes and longitudes in units of 1e-5 degrees, with five bits per character.
struct PolylineRoute {
    static let maximumBytes = 1 << 24
    /// The number that is added to five bits and a continuation bit to form an ASCII character.
    private static let offset: UInt8 = 63
    private static let characters: ClosedRange<UInt8> = 63...126
    private static let unitsPerDegree = 1e5

    private let path: String
    private let bytes: [UInt8]
    private var index: Int
    private let end: Int

    /// Returns whether the first bytes of a file may belong to an encoded polyline.
    static func mayBe(_ head: [UInt8]) -> Bool {
        let text = head.dropFirst(head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        let line = text.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
        return !line.isEmpty && line.allSatisfy(characters.contains) && text[line.endIndex...].allSatisfy { $0 <= 0x20 }
    }

    static func read(path: String) throws(InputError) -> RouteFile {
        var line = try PolylineRoute(path: path)
        let route = try Route(vertices: line.vertices()).complete {
            InputError(file: path, message: $0.message, advice: "check that the file is complete")
        }
        return RouteFile(format: .polyline, routes: [route])
    }

    private init(path: String) throws(InputError) {
        self.path = path
        bytes = try ByteSource.contents(of: path, limit: Self.maximumBytes, advice: "split the route")
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        index = bytes[start...].firstIndex { $0 > 0x20 } ?? bytes.count
        end = (bytes.lastIndex { $0 > 0x20 } ?? -1) + 1
    }

    private mutating func vertices() throws(InputError) -> [Route.Vertex] {
        var vertices: [Route.Vertex] = []
        var (latitude, longitude) = (0, 0)
        while index < end {
            let start = index
            latitude += try difference()
            longitude += try difference()
            let degrees = (Double(latitude) / Self.unitsPerDegree, Double(longitude) / Self.unitsPerDegree)
            let text = CoordinateText(latitude: "\(degrees.0)", longitude: "\(degrees.1)")
            let point = try text.point { message, advice in
                error(at: start, message: message, advice: "check that the polyline has precision 5")
            }
            vertices.append(Route.Vertex(point: point))
        }
        return vertices
    }

    /// Decodes the difference between the next coordinate and the previous one. Each character has five bits, lowest
    /// bits first. The lowest bit of the decoded number is its sign.
    private mutating func difference() throws(InputError) -> Int {
        var (value, shift) = (0, 0)
        while true {
            guard index < end else {
                throw error(at: index, message: "the polyline ends in the middle of a point")
            }
            let byte = bytes[index]
            guard Self.characters.contains(byte) else {
                throw error(at: index, message: "byte value \(byte) is not a polyline character ('?' to '~')")
            }
            // Six characters can encode differences above 360°.
            guard shift <= 25 else {
                throw error(at: index, message: "a coordinate difference has more than 30 bits, so it exceeds 360°")
            }
            let chunk = Int(bytes[index] - Self.offset)
            index += 1
            value |= (chunk & 0x1F) << shift
            shift += 5
            if chunk < 0x20 { break }
        }
        return value & 1 == 0 ? value >> 1 : ~(value >> 1)
    }

    private func error(
        at index: Int,
        message: String,
        advice: String = "check that the polyline is complete"
    ) -> InputError {
        InputError(file: path, offset: index, in: bytes, message: message, advice: advice)
    }
}
