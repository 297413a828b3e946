import Foundation
import TestSupport

/// A copy of the recording pan in which something is written as other people write it.
final class TrapRecording {
    typealias Row = [Double]

    private let folder: TemporaryFolder
    let path: String

    /// - Parameter changes: what becomes of a stream's rows, time first, by the stream's name.
    init(_ changes: [String: (Row) -> Row]) throws {
        folder = try TemporaryFolder()
        let copy = folder.url.appendingPathComponent("pan")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: InputFixture.pan), to: copy)
        path = copy.path
        for (stream, change) in changes {
            let lines = try String(contentsOf: copy.appendingPathComponent("\(stream).csv"), encoding: .utf8)
                .split(separator: "\n")
            let rows = lines.dropFirst().map { line in
                change(line.split(separator: ",").compactMap { Double($0) }).map { "\($0)" }.joined(separator: ",")
            }
            try folder.write(([String(lines[0])] + rows).joined(separator: "\n") + "\n", to: "pan/\(stream).csv")
        }
    }

    /// The same change of several streams.
    convenience init(_ streams: [String], _ change: @escaping (Row) -> Row) throws {
        try self.init(Dictionary(uniqueKeysWithValues: streams.map { ($0, change) }))
    }
}
