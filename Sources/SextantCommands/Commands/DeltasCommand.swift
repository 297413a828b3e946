import ArgumentParser
import Foundation
import Pipelines
import Positions
import Recordings
import SensorModel

struct DeltasCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "deltas",
        abstract: "Update a store of places with deltas from a server.",
        discussion: """
            A delta is a JSON object with new places, changed places, and the ids of removed places: \
            {"additions":[PLACE…],"changes":[PLACE…],"removals":[ID…]}. A PLACE is \
            {"id":17,"changed":1700000000,"name":"Rathaus","latitude":48.83,"longitude":9.07} and optionally \
            "altitude", "category" and "information". A file contains one or more deltas, one after another.

            For each id, the content with the latest "changed" is stored. A removal is final. The resulting store is \
            therefore the same if deltas are applied in another order, repeatedly, or again after an interruption.

            With --store, the store is an SQLite file, and a delta is on disk before it is reported. Without --store, \
            the store is only in memory, for --export.
            """
    )

    @Argument(
        help: ArgumentHelp("JSON files to apply, in this order; - for standard input.", valueName: "DELTAS.json")
    )
    var inputs: [String] = []

    @Option(help: ArgumentHelp("Store to update; created if it does not exist.", valueName: "FILE.sqlite"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "Write the resulting places as CSV; - writes to standard output instead of the report.",
            valueName: "FILE.csv"
        )
    )
    var export: String?

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if inputs.isEmpty, store == nil {
            throw ValidationError("There is nothing to read; name DELTAS.json, --store FILE.sqlite or both.")
        }
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) is given more than once; name it once.")
        }
        if store?.isEmpty ?? false { throw ValidationError("--store is empty; name a file.") }
        if export?.isEmpty ?? false { throw ValidationError("--export is empty; name a file.") }
    }

    func run() throws {
        for input in inputs + [store].compactMap(\.self) { OutputGate.noteInput(path: input) }
        if let export, export != "-" { try OutputGate.checkFile(export) }
        guard let store else { return try run(on: MemoryPlaceStore(), name: "in memory") }
        // Without deltas, the store is opened for reading, so that a mistyped name does not create a store.
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
                if reports {
                    try Terminal.print("\(reader.name.withoutControlCharacters):\(line): \(Self.words(counts))\n")
                }
            }
            if deltas == 0 { verbosity.note("\(reader.name): no deltas") }
        }
        if conflicts > 0 {
            let places = conflicts == 1 ? "1 place" : "\(conflicts) places"
            verbosity.note(
                "\(places) had two versions with the same 'changed' time; the stored version does not depend on their "
                    + "order"
            )
        }
        if let export { try write(try store.records(), to: export) }
        if reports { try Terminal.print("\(name.withoutControlCharacters): \(Self.words(try store.summary()))\n") }
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
        try OutputFile.write(writer.take(), to: path)
    }
}
