import Foundation
import Measuring
import Pipelines
import SensorModel

/// Prints the cost of a frame of a described system by the numbers of stored and shown places.
///
/// `frame-cost [SECONDS [PLACES]]`: SECONDS is the duration of the walk (default: an hour) at 30 frames per second;
/// PLACES selects one number of stored places. Times are processor times. The memory is the peak of the process so
/// far.
@main
enum FrameCost {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let seconds = arguments.first.map { Int($0) ?? 0 } ?? 3600
        let count = arguments.dropFirst().first.map { Int($0) ?? 0 }
        guard seconds > 0, count.map({ $0 > 0 }) ?? true else {
            throw Failure(description: "frame-cost [SECONDS [PLACES]]: both are at least 1")
        }
        print("\(seconds) s of walking and turning, 30 pictures and a fix a second, radius 20 km")
        print(row("stored", "spread", "within", "shown", "us/picture", "us/shown", "index s", "MB"))
        for spread in Spread.allCases {
            // With a hundred thousand places on the screen, fewer frames are measured.
            let duration = spread == .crowded ? min(seconds, 20) : seconds
            for stored in count.map({ [$0] }) ?? [1000, 10_000, 100_000, 1_000_000] {
                let walk = Walk(stored: stored, spread: spread)
                print(try measure(walk, seconds: duration))
            }
        }
    }

    private static func measure(_ walk: Walk, seconds: Int) throws -> String {
        let places = walk.places()
        let start = ProcessorTime.process.nanoseconds
        let set = PlaceSet(places)
        let indexed = ProcessorTime.process.nanoseconds
        let shown = walk.shown(of: set, seconds: seconds)
        let end = ProcessorTime.process.nanoseconds
        guard shown > 0 else { throw Failure(description: "no place was ever shown") }
        let time = (end - indexed) / 1000
        let pictures = Double(seconds * Walk.picturesPerSecond)
        return row(
            String(walk.stored),
            walk.spread.rawValue,
            String(walk.within(set)),
            decimal(Double(shown) / pictures, 1),
            decimal(time / pictures, 1),
            decimal(time / Double(shown), 2),
            decimal((indexed - start) * 1e-9, 2),
            decimal(peakMemory() / 1e6, 0)
        )
    }

    /// The peak memory in bytes.
    private static func peakMemory() -> Double {
        var usage = rusage()
        #if os(Linux)
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return Double(usage.ru_maxrss) * 1024
        #else
        getrusage(RUSAGE_SELF, &usage)
        return Double(usage.ru_maxrss)
        #endif
    }

    private static func row(_ cells: String...) -> String {
        zip(cells, [8, 9, 9, 10, 12, 10, 9, 7]).map { cell, width in
            String(repeating: " ", count: max(0, width - cell.count)) + cell
        }
        .joined()
    }
}
