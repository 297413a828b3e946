import ExperimentDatabase
import Foundation
import TestSupport
import Testing

/// What comes between an experiment and its end.
struct RunInterruptionTests {
    /// `SEXTANT_KILLS` asks for more than every run of the tests needs.
    private static let kills = ProcessInfo.processInfo.environment["SEXTANT_KILLS"].flatMap { Int($0) } ?? 8

    private static let definition = """
        name: grid
        recordings:
          - {scenario: pan, noise: nexus5, duration: 2}
          - {scenario: still, noise: nexus5, duration: 2}
        pipelines:
          - spec: mahony
            grid: {kp: {range: [0.02, 1], step: 0.02}, ki: [0, 0.001]}
          - spec: triad+lowPass
            grid: {alpha: {range: [0.02, 1], step: 0.02}}
        metrics: [total_rmse_deg, still_rms_deg, increment_rms_deg]
        """
    private static let cells = 300

    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.write(Self.definition, to: "grid.yaml")
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// The cells of a folder's store as CSV, in the order of the experiment.
    private func rows(_ name: String) async throws -> String {
        let outcome = try await Command.run(
            ["run", file, "--output", path(name), "--resume", "--export", "csv", "--quiet"]
        )
        #expect(outcome.code == 0, "\(outcome.error)")
        return try String(contentsOfFile: "\(path(name))/cells.csv", encoding: .utf8)
    }

    @Test func `Killed at random moments and resumed, the store is that of an uninterrupted run`() async throws {
        let start = ContinuousClock.now
        let whole = try await rows("whole")
        let time = start.duration(to: .now)
        let milliseconds =
            Int(time.components.seconds) * 1_000 + Int(time.components.attoseconds / 1_000_000_000_000_000)
        var generator = SeededGenerator(seed: 9301)
        var (killed, attempts) = (0, 0)
        var name = "killed0"
        while killed < Self.kills, attempts < Self.kills * 4 {
            attempts += 1
            // Within the time of a whole run: some come before the first cell, some when all is done.
            let wait = Double(Int.random(in: 0..<min(milliseconds / 2, 1_500), using: &generator)) / 1_000
            let outcome = try await Command.shell(
                """
                sextant run '\(file)' --output '\(path(name))' --resume --quiet & process=$!
                sleep \(wait)
                kill -9 $process 2>/dev/null
                wait $process
                echo $?
                """
            )
            if outcome.output == "137\n" { killed += 1 }
            let store = try? ExperimentStore(reading: ExperimentStore.path(in: path(name)))
            if let store, try store.cellCount() == Self.cells {
                try await check(name, against: whole)
                name = "killed\(attempts)"
            }
        }
        #expect(killed == Self.kills)
        try await check(name, against: whole)
    }

    /// The same rows as an uninterrupted run's, and no cell claimed twice but those that a killed process was running.
    private func check(_ name: String, against whole: String) async throws {
        #expect(try await rows(name) == whole)
        let store = try ExperimentStore(reading: ExperimentStore.path(in: path(name)))
        #expect(try store.cellCount() == Self.cells)
        let (claims, cells) = try store.claimCounts()
        #expect(cells == Self.cells)
        let again = claims - cells
        let unfinished = try store.unfinishedClaims()
        #expect(
            again == unfinished,
            "\(again) cells were run again, \(unfinished) were being run when somebody was killed"
        )
    }

    @Test func `Ctrl-C finishes the cells at work, and the rest is run on resuming`() async throws {
        let outcome = try await Command.shell(
            """
            sextant run '\(file)' --output '\(path("stopped"))' > '\(path("said"))' 2>&1 & process=$!
            while ! [ -s '\(path("stopped"))/results.sqlite-wal' ]; do sleep 0.01; done
            kill -INT $process
            wait $process
            echo $?
            """
        )
        // 128 and the number of SIGINT; 0 where it was done before.
        #expect(["130\n", "0\n"].contains(outcome.output), "\(outcome.output)")
        let said = try String(contentsOfFile: path("said"), encoding: .utf8)
        if outcome.output == "130\n" {
            #expect(said.contains("stopping as soon as the cells at work are done"))
            #expect(said.contains("are left, go on with --resume"))
        }
        let (claims, cells) = try ExperimentStore(reading: ExperimentStore.path(in: path("stopped"))).claimCounts()
        let there = try ExperimentStore(reading: ExperimentStore.path(in: path("stopped"))).cellCount()
        #expect(claims == cells && there == cells, "a cell that was begun is there")
        #expect(try await rows("stopped") == rows("whole"))
    }

    private static func canMount() async throws -> Bool {
        try await Command.shell("unshare -rm mount -t tmpfs tmpfs /tmp").code == 0
    }

    @Test(.enabled("no file system can be mounted here") { try await canMount() })
    func `A full disk is the surroundings' fault, and with room the rest is run`() async throws {
        try FileManager.default.createDirectory(atPath: path("disk"), withIntermediateDirectories: true)
        let outcome = try await Command.shell(
            """
            cd '\(folder.url.path)' && unshare -rm sh -c '
                mount -t tmpfs -o size=420k tmpfs disk
                sextant run grid.yaml --output disk/out --quiet
                echo "code $?"
                mount -o remount,size=16m disk
                sextant run grid.yaml --output disk/out --resume --export csv > said
                echo "code $?"
                cp disk/out/cells.csv full.csv
                mount -o remount,ro disk
                sextant run grid.yaml --output disk/out --resume --quiet
                echo "code $?"
                sextant report disk/out > shown
                echo "code $?"'
            """
        )
        #expect(outcome.output == "code 4\ncode 0\ncode 4\ncode 0\n", "\(outcome.error)")
        #expect(outcome.error.contains("found no room left on its disk"))
        #expect(outcome.error.contains("finished cells are kept; --resume continues after them"))
        #expect(outcome.error.contains("found no permission to write to it"))
        let said = try String(contentsOfFile: path("said"), encoding: .utf8)
        #expect(said.contains(" were there\n"), "\(said.prefix(200))")
        #expect(try String(contentsOfFile: path("full.csv"), encoding: .utf8) == (try await rows("whole")))
    }
}
