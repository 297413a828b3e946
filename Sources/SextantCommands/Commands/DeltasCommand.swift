import ArgumentParser
import Foundation
import Pipelines
import PlaceDatabase
import Recordings
import SensorModel

/// `sextant deltas`.
struct DeltasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deltas",
        abstract: "Keep a store of places up to date from a server's deltas.",
        discussion: """
            A delta is a JSON object with places that are new, places that are different, and ids that are gone: \
            {"additions":[PLACE…],"changes":[PLACE…],"removals":[ID…]}. A PLACE is \
            {"id":17,"changed":1700000000,"name":"Rathaus","latitude":48.83,"longitude":9.07} \
            and may have "altitude", "category" and "information". A file has one delta or several, one after the other.

            Of each id the content with the latest "changed" stays, and a removal is final. So deltas may come in any \
            order, again, or again after they were cut short: the store is the same in the end. With --store it is an \
            SQLite file, and a delta is on disk before it is reported: whatever ends the process loses none of those \
            reported. Without, the store is in memory, which is enough for --export.
            """
    )

    @Argument(
        help: ArgumentHelp("JSON files, applied in this order, or - for standard input.", valueName: "DELTAS.json")
    )
    var inputs: [String] = []

    @Option(help: ArgumentHelp("The store; made where it is not there.", valueName: "FILE.sqlite"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "Write the places that are there then as CSV; - writes to standard output, in place of the report.",
            valueName: "FILE.csv"
        )
    )
    var export: String?

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if inputs.isEmpty, store == nil {
            throw ValidationError("There is nothing to read; give DELTAS.json, --store FILE.sqlite or both.")
        }
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) is given twice; take one out.")
        }
        if store?.isEmpty ?? false { throw ValidationError("--store is empty; name a file.") }
        if export?.isEmpty ?? false { throw ValidationError("--export is empty; name a file.") }
    }

    func run() throws {
        guard let store else { return try run(on: MemoryPlaceStore(), name: "in memory") }
        // Without deltas nothing is to change, and a slip in the name is not to make a store.
        let database = inputs.isEmpty ? try SQLitePlaceStore(reading: store) : try SQLitePlaceStore(path: store)
        try run(on: database, name: store)
    }

    private var reports: Bool { !verbosity.quiet && export != "-" }

    private func run(on store: some PlaceStore, name: String) throws {
        var (store, conflicts) = (store, 0)
        for input in inputs {
            var reader =
                input == "-"
                ? try PlaceDeltaReader(
                    descriptor: FileHandle.standardInput.fileDescriptor,
                    name: "standard input"
                )
                : try PlaceDeltaReader(path: input)
            var deltas = 0
            while let (delta, line) = try reader.next() {
                let counts = try store.apply(delta)
                conflicts += counts[.conflicting]
                deltas += 1
                if reports { try Terminal.print("\(reader.name):\(line): \(Self.words(counts))\n") }
            }
            if deltas == 0 { verbosity.note("\(reader.name): found no delta") }
        }
        if conflicts > 0 {
            let places = conflicts == 1 ? "1 place" : "\(conflicts) places"
            verbosity.note("\(places) came with two contents for one moment of change; one stays, whatever the order")
        }
        if let export { try write(try store.records(), to: export) }
        if reports { try Terminal.print("\(name): \(Self.words(try store.summary()))\n") }
    }

    private static func words(_ counts: PlaceDeltaCounts) -> String {
        let effects = PlaceDeltaEffect.allCases.filter { $0 != .conflicting || counts[$0] > 0 }
        return effects.map { "\(counts[$0]) \($0.rawValue)" }.joined(separator: ", ")
    }

    private static func words(_ summary: PlaceStoreSummary) -> String {
        let places = "\(summary.places) place\(summary.places == 1 ? "" : "s")"
        let highest = summary.highestIdentifier.map { ", highest id \($0)" } ?? ""
        let newest = summary.newestChange.map { ", newest change \($0)" } ?? ""
        return "\(places), \(summary.removed) removed\(highest)\(newest)"
    }

    private func write(_ records: [PlaceRecord], to path: String) throws {
        var writer = DelimitedWriter()
        for name in ["id", "changed"] + DelimitedWriter.placeColumns {
            writer.append(name)
        }
        writer.endRow()
        for record in records {
            writer.append(record.identifier)
            writer.append(record.changed)
            writer.append(record.place)
            writer.endRow()
        }
        if path == "-" { return try Terminal.write(writer.take()) }
        let file = try StreamedFile(path: path)
        try file.write(writer.take())
        try file.commit()
    }
}
