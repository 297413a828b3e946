import ReadingWorkload
import Recordings

/// A method of reading a file, with its name on the command line and its description in the table.
enum ReadingWay: String, CaseIterable {
    case libcsvAlone = "libcsv-alone"
    case plainScan = "plain-scan"
    case libcsv1 = "libcsv-1"
    case libcsv2 = "libcsv-2"
    case fast1 = "fast-1"
    case fast2 = "fast-2"
    case fastSome = "fast-1-some"
    case fastDigest = "fast-2-sha256"
    case streaming = "streaming"
    case streamingLibcsv = "streaming-libcsv"
    case recording = "recording-1"

    var words: String {
        switch self {
        case .libcsvAlone: "libcsv, empty callbacks"
        case .plainScan: "fast_float in C++, nothing stored"
        case .libcsv1: "libcsv parser, 1 thread"
        case .libcsv2: "libcsv parser, 2 threads"
        case .fast1: "fast parser, 1 thread"
        case .fast2: "fast parser, 2 threads"
        case .fastSome: "fast parser, 1 thread, 3 columns"
        case .fastDigest: "fast parser, 2 threads, SHA-256"
        case .streaming: "streaming, fast parser"
        case .streamingLibcsv: "streaming, libcsv parser"
        case .recording: "recording, 1 thread"
        }
    }

    func run(_ path: String) throws {
        switch self {
        case .libcsvAlone: _ = try ReadingMethod.libcsvAlone(path)
        case .plainScan: _ = ReadingMethod.plainScan(path)
        case .libcsv1: _ = try ReadingMethod.columns(path, DelimitedReading(parser: .libcsv, threads: 1))
        case .libcsv2: _ = try ReadingMethod.columns(path, DelimitedReading(parser: .libcsv, threads: 2))
        case .fast1: _ = try ReadingMethod.columns(path, DelimitedReading(threads: 1))
        case .fast2: _ = try ReadingMethod.columns(path, DelimitedReading(threads: 2))
        case .fastSome: _ = try ReadingMethod.someColumns(path, DelimitedReading(threads: 1))
        case .fastDigest: _ = try ReadingMethod.columnsAndDigest(path, DelimitedReading(threads: 2))
        case .streaming: _ = try ReadingMethod.streaming(path)
        case .streamingLibcsv: _ = try ReadingMethod.streaming(path, DelimitedReading(parser: .libcsv))
        case .recording: _ = try ReadingMethod.recording(path, DelimitedReading(threads: 1))
        }
    }
}
