import Foundation
import Pipelines
import Positions
import SensorModel
import TestSupport
import Testing

/// Failures of a store of places: killed processes, full and read-only disks.
struct StoreFailureTests {
    /// The number of killed processes; `SEXTANT_KILLS` sets a larger one.
    private static let kills = ProcessInfo.processInfo.environment["SEXTANT_KILLS"].flatMap { Int($0) } ?? 10

    private static func jsonLine(_ delta: PlaceDelta) -> String {
        func array(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }
        func place(_ record: PlaceRecord) -> String {
            let place = record.place
            let point = "\"latitude\":\(place.point.latitudeDegrees),\"longitude\":\(place.point.longitudeDegrees)"
            return "{\"id\":\(record.identifier),\"changed\":\(record.changed),\"name\":\(quoted(place.name)),\(point),"
                + "\"altitude\":\(place.altitude.map { "\($0)" } ?? "null"),"
                + "\"category\":\(quoted(place.category)),\"information\":\(quoted(place.information))}"
        }
        return "{\"additions\":\(array(delta.additions.map(place))),\"changes\":\(array(delta.changes.map(place))),"
            + "\"removals\":\(array(delta.removals.map(String.init)))}\n"
    }

    private static func quoted(_ text: String?) -> String {
        guard let text else { return "null" }
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped.replacingOccurrences(of: "\n", with: "\\n"))\""
    }

    /// Each process opens the store that the killed one left, and continues there.
    @Test func `A killed process loses no reported delta`() async throws {
        let folder = try TemporaryFolder()
        let store = folder.url.appendingPathComponent("places.sqlite").path
        var (generator, server) = (SeededGenerator(seed: 7201), PlaceServer(seed: 7202))
        var (plain, killed, applied) = (MemoryPlaceStore(), 0, 0)
        var pending: [(delta: PlaceDelta, line: String)] = []
        while killed < Self.kills {
            while pending.count < 400 {
                let delta = server.step(upTo: 6)
                pending.append((delta, Self.jsonLine(delta)))
            }
            let deltas = try folder.write(pending.map(\.line).joined(), to: "deltas.jsonl")
            let wanted = Int.random(in: 0..<50, using: &generator)
            let wait = Double.random(in: 0...0.02, using: &generator)
            let outcome = try await Command.shell(Self.killing(after: wanted, wait, deltas, store))
            let lines = outcome.output.split(separator: "\n")
            // 137 is 128 and the number of SIGKILL: the process had not ended before.
            try #require(lines.last == "137", "\(outcome.output.suffix(300)) \(outcome.error)")
            killed += 1
            let reported = lines.count - 1
            // The delta that was being applied is stored completely or not at all.
            let found = try SQLitePlaceStore(path: store)
            let (records, removed) = (try found.records(), try found.removedIdentifiers())
            for (delta, _) in pending.prefix(reported) { _ = plain.apply(delta) }
            var done = reported
            if plain.records() != records || plain.removedIdentifiers() != removed {
                _ = plain.apply(pending[reported].delta)
                done += 1
            }
            #expect(plain.records() == records, "kill \(killed), \(reported) deltas reported")
            #expect(plain.removedIdentifiers() == removed, "kill \(killed), \(reported) deltas reported")
            applied += done
            pending.removeFirst(done)
        }
        #expect(applied > 0)
    }

    /// A script that prints the reports of `sextant` until it is killed, and then its exit code. The process is killed after
    /// a number of reports, and after a random time in which the next delta is applied.
    private static func killing(after reports: Int, _ wait: Seconds, _ deltas: String, _ store: String) -> String {
        """
        mkfifo '\(store).pipe'
        sextant deltas '\(deltas)' --store '\(store)' > '\(store).pipe' & process=$!
        exec 3< '\(store).pipe'
        rm '\(store).pipe'
        count=0
        while [ $count -lt \(reports) ] && read -r line <&3; do
            echo "$line"
            count=$((count + 1))
        done
        sleep \(wait)
        kill -9 $process && cat <&3 && wait $process
        echo $?
        """
    }

    @Test(.enabled("no file system can be mounted here") { try await Command.canMount() })
    func `A full disk is an environment error, and the reported deltas are stored`() async throws {
        let folder = try TemporaryFolder()
        let (disk, store) = ("\(folder.url.path)/disk", "\(folder.url.path)/disk/places.sqlite")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        var server = PlaceServer(seed: 7301)
        let deltas = (0..<400).map { _ in server.step(upTo: 6) }
        let path = try folder.write(deltas.map(Self.jsonLine).joined(), to: "deltas.jsonl")
        let small = try folder.write("{}", to: "small.json")
        let outcome = try await Command.shell(
            """
            cd '\(folder.url.path)' && unshare -rm sh -c '
                mount -t tmpfs -o size=192k tmpfs disk
                sextant deltas deltas.jsonl --store "\(store)" > reports
                echo "code $?"
                mount -o remount,size=16m disk
                sextant deltas "\(small)" --store "\(store)" --export then.csv --quiet
                sextant deltas "\(path)" --store "\(store)" --export end.csv --quiet'
            """
        )
        #expect(
            outcome.error == "sextant: \(store): the disk is full; free disk space; earlier deltas are kept\n"
        )
        #expect(outcome.output == "code 4\n")
        #expect(outcome.code == 0)
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
        }
        let reported = try text("reports").count { $0 == "\n" }
        #expect(0 < reported && reported < deltas.count)
        let before = try folder.write(deltas.prefix(reported).map(Self.jsonLine).joined(), to: "before.jsonl")
        let expected = try await Command.run(["deltas", before, "--export", "-"])
        #expect(try text("then.csv") == expected.output)
        let end = try await Command.run(["deltas", path, "--export", "-"])
        #expect(try text("end.csv") == end.output)
    }

    @Test(.enabled("no file system can be mounted here") { try await Command.canMount() })
    func `A store on a read-only disk can be read but not changed`() async throws {
        let folder = try TemporaryFolder()
        let store = "\(folder.url.path)/disk/places.sqlite"
        try FileManager.default.createDirectory(atPath: "\(folder.url.path)/disk", withIntermediateDirectories: true)
        var server = PlaceServer(seed: 7302)
        let deltas = (0..<20).map { _ in server.step() }
        try folder.write(deltas.map(Self.jsonLine).joined(), to: "deltas.jsonl")
        let outcome = try await Command.shell(
            """
            cd '\(folder.url.path)' && unshare -rm sh -c '
                mount -t tmpfs tmpfs disk
                sextant deltas deltas.jsonl --store "\(store)" --export before.csv --quiet
                mount -o remount,ro disk
                sextant deltas --store "\(store)" --export after.csv
                sextant deltas deltas.jsonl --store "\(store)"
                echo "code $?"
                sextant deltas deltas.jsonl --store disk/other.sqlite
                echo "code $?"'
            """
        )
        #expect(outcome.output.hasSuffix("newest change \(server.records.map(\.changed).max() ?? 0)\ncode 4\ncode 4\n"))
        #expect(
            outcome.error == """
                sextant: \(store): permission denied; change the permissions of the file and its directory, or work on a copy
                sextant: disk/other.sqlite: cannot open the store; \
                check that the directory exists and is writable

                """
        )
        let files = try ["before.csv", "after.csv"].map { try Data(contentsOf: folder.url.appendingPathComponent($0)) }
        #expect(files[0] == files[1] && !files[0].isEmpty)
    }
}
