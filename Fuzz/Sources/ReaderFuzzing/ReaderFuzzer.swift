import Foundation
import Pipelines
import Recordings

/// A driver that feeds arbitrary bytes to the readers of files and specifications.
///
/// The first byte of an input selects the reader. Errors of the readers are ignored, because the fuzzer looks for
/// crashes and endless loops. One of the readers compares the parsers of delimited text; a difference ends the
/// process.
public final class ReaderFuzzer {
    /// The byte between the files of a recording in an input.
    public static let fileSeparator: UInt8 = 0x1F
    let folder: String
    /// The possible files of a recording, by layout.
    private let files: [String: [String]]
    /// The number of inputs for each reader.
    public private(set) var counts: [String: Int] = [:]
    /// The names of the readers; see ``reader(for:)``.
    private static let names =
        Array(repeating: "recordings", count: 8) + ["delimited text"] + Array(repeating: "layouts", count: 3)
        + [
            "pipelines", "places and routes", "gpx", "zip", "matrix records", "matrix files", "guesses", "typed rows",
            "JSON",
        ]
    /// The files of the previous recording, by layout.
    private var written: [String: Set<String>] = [:]
    private let comparison: ParserComparison
    let matrixLayouts: [Layout]
    let jsonLayouts: [Layout]

    /// Creates a driver and its folder.
    ///
    /// - Throws: the error of the file system if the folder cannot be created, or the error of a faulty layout.
    public init(folder: String) throws {
        self.folder = folder
        matrixLayouts = try Self.matrixLayouts.map { try Layout(yaml: $0, file: "matrices") }
        jsonLayouts = try Self.jsonLayouts()
        comparison = ParserComparison(path: folder + "/data.csv")
        files = Dictionary(uniqueKeysWithValues: LayoutCatalogue.builtIn.layouts.map { ($0.name, Self.files(of: $0)) })
        for layout in LayoutCatalogue.builtIn.layouts {
            for file in ["x"] + files[layout.name, default: []] {
                let url = URL(fileURLWithPath: "\(folder)/\(layout.name)/recording/\(file)").standardizedFileURL
                let parent = url.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            }
        }
    }

    /// Removes the folder and its files.
    public func clear() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Reads one input.
    ///
    /// - Parameters:
    ///   - input: a byte that selects the reader, and the content.
    ///   - only: the byte that selects the reader instead of the first byte of the input.
    public func read(_ input: UnsafeBufferPointer<UInt8>, only: UInt8? = nil) {
        guard input.count > 2 else { return }
        let content = UnsafeBufferPointer(rebasing: input[1...])
        let reader = only ?? Self.reader(for: input[0])
        counts[Self.names[Int(reader) % Self.names.count], default: 0] += 1
        switch reader {
        case 0...7: readRecording(content)
        case 8:
            let difference = comparison.difference(in: content)
            precondition(difference == nil, difference ?? "")
        case 9...11: readLayout(content)
        case 12: _ = try? PipelineSpecification(parsing: String(decoding: content, as: UTF8.self))
        case 13: readPlaces(content)
        case 14: readFile(content, as: "track.gpx", layout: "gpx")
        case 16: readRecords(content)
        case 17: readMatrixFile(content)
        case 18: guess(content)
        case 19: readTypedRows(content)
        case 20: readJSON(content)
        default: readFile(content, as: "recording.zip", layout: nil)
        }
    }

    /// The reader that the first byte of an input selects. The bytes from 0xF0 on select the readers from 16 on.
    private static func reader(for byte: UInt8) -> UInt8 {
        (0xF0...0xF4).contains(byte) ? 16 + (byte & 7) : byte % 16
    }

    /// Reads a recording. The first byte selects the layout, and whether the reader must detect it.
    private func readRecording(_ input: UnsafeBufferPointer<UInt8>) {
        let layouts = LayoutCatalogue.builtIn.layouts
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
        _ = try? LayoutCatalogue.builtIn.layout(named: path)
    }

    /// Reads places or routes. The first byte selects the format, or its detection.
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

    func readFile(_ input: UnsafeBufferPointer<UInt8>, as name: String, layout: String?) {
        let path = "\(folder)/\(name)"
        write(input[...], to: path)
        let layout = layout.flatMap { try? LayoutCatalogue.builtIn.layout(named: $0) }
        _ = try? RecordingReader(layout: layout).read(path: path)
    }

    /// The possible files of the recordings in a layout, with one name for each pattern; empty for single-file
    /// recordings.
    private static func files(of layout: Layout) -> [String] {
        guard layout.container != .file else { return [] }
        var files: [String] = layout.metadata.map { [$0.file] } ?? []
        for stream in layout.variants.flatMap(\.streams) {
            let name = (stream.file ?? "data.csv").replacing("*", with: "x")
            if !files.contains(name) { files.append(name) }
        }
        return files
    }

    func write(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let whole = UnsafeBufferPointer(rebasing: bytes)
        _ = Foundation.write(descriptor, whole.baseAddress, whole.count)
    }
}
