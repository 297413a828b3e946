import Foundation
import Pipelines
import Positions
import Recordings
import SensorModel
import TestSupport
import Testing

/// `sextant deltas`.
struct DeltasCommandTests {
    private let folder: TemporaryFolder
    private let store: String

    init() throws {
        folder = try TemporaryFolder()
        store = folder.url.appendingPathComponent("places.sqlite").path
    }

    private static let first = """
        {"additions": [
          {"id": 1, "changed": 100, "name": "Rathaus", "latitude": 48.826, "longitude": 9.067, "altitude": 310.5},
          {"id": 2, "changed": 100, "name": "Bahnhof, \\u201eS\\u00fcd\\u201c \\ud83d\\ude89",
           "latitude": 48.82, "longitude": 9.06, "category": "station", "information": null}
        ]}
        """

    private static let others = """
        {"changes": [{"id": 1,"changed": 200, "name": "Halle", "latitude": 48.827, "longitude": 9.067}],"removals": [3]}
        {"additions": [{"id": 3, "changed": 150, "name": "Bad", "latitude": 48.8, "longitude": 9.1}], "removals": []}

        """

    @Test func `Deltas are applied, reported and stored one by one`() async throws {
        let (first, others) = (try folder.write(Self.first, to: "1.json"), try folder.write(Self.others, to: "2.jsonl"))
        let outcome = try await Command.run(["deltas", others, first, others, "--store", store])
        #expect(
            outcome.output == """
                \(others):1: 1 added, 0 changed, 1 removed, 0 repeated, 0 outdated
                \(others):2: 0 added, 0 changed, 0 removed, 0 repeated, 1 outdated
                \(first):1: 1 added, 0 changed, 0 removed, 0 repeated, 1 outdated
                \(others):1: 0 added, 0 changed, 0 removed, 2 repeated, 0 outdated
                \(others):2: 0 added, 0 changed, 0 removed, 0 repeated, 1 outdated
                \(store): 2 places, 1 removed, highest id 2, newest change 200

                """
        )
        #expect(outcome.error == "" && outcome.code == 0, "\(outcome.error)")
        let exported = try await Command.run(["deltas", "--store", store, "--export", "-"])
        #expect(
            exported.output == """
                id,changed,name,latitude,longitude,altitude,category,information
                1,200,Halle,48.827,9.067,,,
                2,100,"Bahnhof, „Süd“ 🚉",48.82,9.06,,station,

                """
        )
        #expect(exported.error == "" && exported.code == 0)
    }

    @Test func `Without a store, places in memory are exported`() async throws {
        let (first, others) = (try folder.write(Self.first, to: "1.json"), try folder.write(Self.others, to: "2.jsonl"))
        let csv = folder.url.appendingPathComponent("places.csv").path
        let stored = try await Command.run(["deltas", first, others, "--store", store, "--export", "-"])
        let outcome = try await Command.shell("sextant deltas - '\(others)' --export '\(csv)' --quiet < '\(first)'")
        #expect(outcome.output == "" && outcome.error == "" && outcome.code == 0, "\(outcome.error)")
        #expect(try String(contentsOfFile: csv, encoding: .utf8) == stored.output)
    }

    @Test func `Two contents with the same time of change are reported`() async throws {
        let twice = Self.first + Self.first.replacingOccurrences(of: "Rathaus", with: "Town hall")
        let path = try folder.write(twice, to: "1.json")
        let outcome = try await Command.run(["deltas", path])
        #expect(outcome.output.contains(":5: 0 added, 0 changed, 0 removed, 1 repeated, 0 outdated, 1 conflicting\n"))
        #expect(
            outcome.error == """
                sextant: 1 place had two versions with the same 'changed' time; the stored version does not depend on their order

                """
        )
        #expect(outcome.code == 0)
    }

    /// The columns are counted by hand, in bytes from 1.
    @Test(arguments: [
        (
            #"{"additions": [{"id": 1"#,
            "1:24: the file ends too early: ',' or '}' must follow; correct the JSON, or check that the file is complete"
        ),
        ("{}\n[]", "2:1: an array [] is not a delta, an object"),
        (
            "{}\n\n  {\"removal\": []}",
            "3:4: unknown key \"removal\": use one of additions, changes, removals; did you mean 'removals'?"
        ),
        (#"{"removals": [1.5]}"#, "1:15: a number 1.5 is not a 64-bit integer"),
        (#"{"removals": [1, "2"]}"#, #"1:18: a string "2" is not a 64-bit integer"#),
        (
            #"{"removals": [], "removals": []}"#,
            "1:18: the key 'removals' is repeated; keep only one 'removals'"
        ),
        (
            #"{"changes": [{"id": 1, "changed": 1, "name": "\u0000", "latitude": 1, "longitude": 0}]}"#,
            "1:14: the name, category or information of the place contains the character U+0000; remove the character"
        ),
        (
            #"{"changes": [{"id": 1, "changed": 1, "name": "a", "latitude": 91, "longitude": 0}]}"#,
            "1:63: latitude 91.0 is outside -90° to 90°; "
                + "check that latitude and longitude are not swapped"
        ),
        (
            #"{"changes": [{"id": 1, "changed": 1, "latitude": 1, "longitude": 0}]}"#,
            "1:14: the place has no name; add the missing keys"
        ),
        (
            #"{"changes": [{"id": 1, "changed": 1, "name": "a", "latitude": 1e999, "longitude": 0}]}"#,
            "1:63: a number 1e999 is not degrees from -90 to 90"
        ),
        (
            #"{"changes": [{"id": 1, "changed": 1, "name": "a", "latitude": 1, "longitude": 361}]}"#,
            "1:79: a number 361 is not degrees from -360 to 360"
        ),
    ])
    func `A malformed delta is an error with its position, and earlier deltas are applied`(
        text: String,
        message: String
    ) async throws {
        let good = try folder.write(Self.first, to: "1.json")
        let path = try folder.write(text, to: "bad.json")
        let outcome = try await Command.run(["deltas", good, path, "--store", store])
        #expect(outcome.error == "sextant: \(path):\(message)\n")
        #expect(outcome.code == Refusal.badData)
        #expect(try SQLitePlaceStore(reading: store).summary().places == 2)
    }

    @Test(arguments: ["[", "{\"additions\":", "{\"additions\":[{\"id\":"])
    func `A delta that is nested 100,000 deep is an error`(unit: String) async throws {
        let path = try folder.write(String(repeating: unit, count: 100_000), to: "deep.json")
        let outcome = try await Command.run(["deltas", path])
        #expect(outcome.error.hasPrefix("sextant: \(path):1:"), "\(outcome.error.prefix(200))")
        #expect(outcome.code == Refusal.badData)
    }

    @Test func `Bytes that are not UTF-8 are an error with their position`() async throws {
        let path = try folder.write(Array("{}\n\"".utf8) + [0xFF], to: "latin.json")
        let outcome = try await Command.run(["deltas", path])
        #expect(
            outcome.error
                == "sextant: \(path):2:2: the text is not UTF-8; save the file as UTF-8\n"
        )
        #expect(outcome.code == Refusal.badData)
    }

    @Test func `Files that are not stores are rejected unchanged`() async throws {
        let delta = try folder.write(Self.first, to: "1.json")
        let outcome = try await Command.run(["deltas", delta, "--store", delta])
        #expect(
            outcome.error
                == "sextant: \(delta): this is not a store of places: it is not an SQLite database; "
                + "check the path; to create a store, apply a delta to a new file\n"
        )
        #expect(outcome.code == Refusal.badData)
        #expect(try String(contentsOfFile: delta, encoding: .utf8) == Self.first)
        let missing = try await Command.run(["deltas", "--store", store])
        #expect(missing.error.hasPrefix("sextant: \(store): this is not a store of places: it does not exist; "))
        #expect(missing.code == Refusal.badData)
        #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test(arguments: [[], ["-", "-"], ["--store", ""], ["x.json", "--export", ""]])
    func `Missing, repeated and empty arguments are usage errors`(arguments: [String]) async throws {
        let outcome = try await Command.run(["deltas"] + arguments)
        #expect(outcome.error.hasPrefix("Error: "), "\(outcome.error)")
        #expect(outcome.code == Refusal.usage)
    }
}
