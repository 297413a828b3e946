import CatalogueWorkload
import Foundation
import Measuring

/// Prints the time and the allocations of every entry of every catalogue.
///
/// - `catalogue-cost [NAME…]` prints a table of all cases, or of the cases with the given prefixes.
/// - `catalogue-cost list` prints the names of the cases.
/// - `catalogue-cost serve` answers the lines of standard input. For `NAME PIECES`, the answer is the processor time
///   of PIECES pieces of work, in nanoseconds. For `NAME allocations`, it is the number of allocations of one piece.
@main
enum CatalogueCost {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "list": for subject in MeasuredCase.all { print(subject.name) }
        case "serve": try await serve()
        default: try await printTable(of: arguments)
        }
    }

    private static func printTable(of prefixes: [String]) async throws {
        print("fastest of 5 times 2 ms at least, processor time")
        print(row("case", "ns/unit", "allocations/unit", "unit"))
        for subject in MeasuredCase.all where prefixes.isEmpty || prefixes.contains(where: subject.name.hasPrefix) {
            let work = try await subject.prepare()
            let pieces = try await pieces(of: work, subject)
            var fastest = Double.infinity
            for _ in 0..<5 { fastest = min(fastest, try await time(work, subject, pieces: pieces)) }
            let allocations = try await AllocationCount.of(subject).map {
                decimal(Double($0) / Double(subject.unitsAtOnce), $0 % subject.unitsAtOnce == 0 ? 0 : 3)
            }
            let time = decimal(fastest / Double(pieces * subject.unitsAtOnce), 1)
            print(row(subject.name, time, allocations ?? "not measured", subject.unit))
        }
    }

    /// The number of pieces of work that take two milliseconds.
    private static func pieces(of work: MeasuredCase.Work, _ subject: MeasuredCase) async throws -> Int {
        var pieces = 1
        while try await time(work, subject, pieces: pieces) < 2e6 { pieces *= 2 }
        return pieces
    }

    private static func serve() async throws {
        let cases = Dictionary(uniqueKeysWithValues: MeasuredCase.all.map { ($0.name, $0) })
        var prepared: (name: String, work: MeasuredCase.Work)?
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2, let subject = cases[words[0]] else { throw Failure(line: line) }
            if words[1] == "allocations" {
                answer(try await AllocationCount.of(subject).map { "\($0)" } ?? "-")
                continue
            }
            guard let pieces = Int(words[1]), pieces > 0 else { throw Failure(line: line) }
            let work =
                if let prepared, prepared.name == subject.name { prepared.work } else { try await subject.prepare() }
            prepared = (subject.name, work)
            answer("\(try await time(work, subject, pieces: pieces))")
        }
    }

    private static func answer(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

    /// The processor time in nanoseconds.
    private static func time(_ work: MeasuredCase.Work, _ subject: MeasuredCase, pieces: Int) async throws -> Double {
        let start = ProcessorTime.process.nanoseconds
        for _ in 0..<pieces { _ = try await work(subject.unitsAtOnce) }
        return ProcessorTime.process.nanoseconds - start
    }

    private static func row(_ name: String, _ time: String, _ allocations: String, _ unit: String) -> String {
        let name = name.padding(toLength: max(44, name.count), withPad: " ", startingAt: 0)
        let numbers = zip([time, allocations], [14, 18]).map { text, width in
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        return name + numbers.joined() + "  " + unit
    }
}

extension Failure {
    fileprivate init(line: String) {
        self.init(
            description: "'\(line)' must be NAME PIECES or NAME allocations; 'catalogue-cost list' prints the names"
        )
    }
}
