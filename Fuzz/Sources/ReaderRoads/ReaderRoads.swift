import Foundation
import Pipelines
import Recordings

/// What a user's files and words go through, fed with any bytes.
///
/// The first byte says which road; what the roads throw is dropped, for only what ends the process or never ends is
/// looked for. On one of them the ways of reading delimited text are compared, and a difference ends the process.
public final class ReaderRoads {
    /// Stands between the files of a recording.
    public static let fileSeparator: UInt8 = 0x1F
    private let folder: String
    /// The files that a layout's recordings may have.
    private let files: [String: [String]]
    /// How often each road was taken.
    public private(set) var taken: [String: Int] = [:]
    /// By the first byte of an input.
    private static let names =
        Array(repeating: "recordings", count: 8) + ["delimited text"] + Array(repeating: "layouts", count: 3)
        + ["pipelines", "places and routes", "gpx", "zip"]
    /// Files that the last recording left, by layout.
    private var written: [String: Set<String>] = [:]
    private let comparison: RoadComparison

    /// Works in a new folder.
    public init(folder: String) throws {
        self.folder = folder
        comparison = RoadComparison(path: folder + "/data.csv")
        files = Dictionary(uniqueKeysWithValues: LayoutCatalogue.builtIn.map { ($0.name, Self.files(of: $0)) })
        for layout in LayoutCatalogue.builtIn {
            for file in ["x"] + files[layout.name, default: []] {
                let url = URL(fileURLWithPath: "\(folder)/\(layout.name)/recording/\(file)").standardizedFileURL
                let parent = url.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            }
        }
    }

    /// Removes the folder.
    public func clear() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// `only` takes the road of this first byte, whatever the input's own is.
    public func take(_ input: UnsafeBufferPointer<UInt8>, only: UInt8? = nil) {
        guard input.count > 2 else { return }
        let rest = UnsafeBufferPointer(rebasing: input[1...])
        let road = (only ?? input[0]) % 16
        taken[Self.names[Int(road)], default: 0] += 1
        switch road {
        case 0...7: readRecording(rest)
        case 8:
            let difference = comparison.difference(in: rest)
            precondition(difference == nil, difference ?? "")
        case 9...11: readLayout(rest)
        case 12: _ = try? PipelineSpecification(parsing: String(decoding: rest, as: UTF8.self))
        case 13: readPlaces(rest)
        case 14: readFile(rest, as: "track.gpx", layout: "gpx")
        default: readFile(rest, as: "recording.zip", layout: nil)
        }
    }

    /// The first byte says which layout, and whether it is told.
    private func readRecording(_ input: UnsafeBufferPointer<UInt8>) {
        let layouts = LayoutCatalogue.builtIn
        let layout = layouts[Int(input[0] & 0x7F) % layouts.count]
        let recording = "\(folder)/\(layout.name)/recording"
        let files = files[layout.name, default: []]
        let isFile = files.isEmpty
        let pieces = input[1...].split(separator: Self.fileSeparator, omittingEmptySubsequences: false)
        var now: Set<String> = []
        for (file, piece) in zip(isFile ? ["data.csv"] : files, pieces) where isFile || !piece.isEmpty {
            write(piece, to: "\(recording)/\(file)")
            now.insert(file)
        }
        for file in written[layout.name, default: []].subtracting(now) { unlink("\(recording)/\(file)") }
        written[layout.name] = now
        let reader = RecordingReader(layout: input[0] & 0x80 == 0 ? layout : nil)
        _ = try? reader.read(path: isFile ? recording + "/data.csv" : recording)
    }

    private func readLayout(_ input: UnsafeBufferPointer<UInt8>) {
        let path = folder + "/layout.yaml"
        write(input[...], to: path)
        _ = try? LayoutCatalogue.layout(named: path)
    }

    /// The first byte says which form of places or routes, or that it is told.
    private func readPlaces(_ input: UnsafeBufferPointer<UInt8>) {
        let path = folder + "/places"
        write(input[1...], to: path)
        let (places, routes) = (PlaceFormat.allCases, RouteFormat.allCases)
        switch Int(input[0] % 16) {
        case let choice where choice < places.count: _ = try? PlaceReader.read(path: path, format: places[choice])
        case let choice where choice - places.count < routes.count:
            _ = try? RouteReader.read(path: path, format: routes[choice - places.count])
        case let choice where choice % 2 == 0: _ = try? RouteReader.read(path: path)
        default: _ = try? PlaceReader.read(path: path)
        }
    }

    private func readFile(_ input: UnsafeBufferPointer<UInt8>, as name: String, layout: String?) {
        let path = "\(folder)/\(name)"
        write(input[...], to: path)
        let layout = layout.flatMap { try? LayoutCatalogue.layout(named: $0) }
        _ = try? RecordingReader(layout: layout).read(path: path)
    }

    /// The files that a layout's recordings may have, one name for each pattern; none where they are single files.
    private static func files(of layout: Layout) -> [String] {
        guard layout.container != .file else { return [] }
        var files: [String] = layout.metadata.map { [$0.file] } ?? []
        for stream in layout.variants.flatMap(\.streams) {
            let name = (stream.file ?? "data.csv").replacing("*", with: "x")
            if !files.contains(name) { files.append(name) }
        }
        return files
    }

    private func write(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let whole = UnsafeBufferPointer(rebasing: bytes)
        _ = Foundation.write(descriptor, whole.baseAddress, whole.count)
    }
}
