import Experiments
import Foundation
import TestSupport
import Testing

/// Interruptions of `sextant run`: killed processes, signals and full disks.
struct RunInterruptionTests {
    /// The number of killed processes; `SEXTANT_KILLS` sets a larger one.
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
    /// Bytes that a whole run writes to the store's log, about.
    private static let logBytes = 700_000

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

    @Test func `A store of runs that are killed and resumed equals that of an uninterrupted run`() async throws {
        let whole = try await rows("whole")
        var generator = SeededGenerator(seed: 9301)
        var (killed, attempts) = (0, 0)
        var name = "killed0"
        while killed < Self.kills, attempts < Self.kills * 4 {
            attempts += 1
            // Some are killed before the first cell, and some after the last one.
            let written = Int.random(in: 0..<Self.logBytes, using: &generator)
            let outcome = try await Command.shell(
                """
                log='\(path(name))/results.sqlite-wal'
                size() { cat "$log" 2>/dev/null | wc -c; }
                start=$(size)
                sextant run '\(file)' --output '\(path(name))' --resume --quiet & process=$!
                while kill -0 $process 2>/dev/null && [ $(($(size) - start)) -lt \(written) ]; do sleep 0.005; done
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

    /// Expects the rows of an uninterrupted run, and that only cells of killed processes were claimed twice.
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
            "\(again) cells were run again, \(unfinished) were running in killed processes"
        )
    }

    @Test func `Processes that start together finish all cells, also if one of them is killed`() async throws {
        let outcome = try await Command.shell(
            """
            processes=
            for number in 1 2 3 4; do
                sextant run '\(file)' --output '\(path("shared"))' --resume --jobs 1 > '\(path("said"))'$number 2>&1 &
                processes="$processes $!"
            done
            set -- $processes
            while kill -0 $1 2>/dev/null && ! [ -s '\(path("shared"))/results.sqlite-wal' ]; do sleep 0.005; done
            kill -9 $1 2>/dev/null
            shift
            for process in $*; do wait $process; echo $?; done
            """
        )
        #expect(outcome.output == "0\n0\n0\n")
        for number in 2...4 {
            let said = try String(contentsOfFile: path("said\(number)"), encoding: .utf8)
            #expect(!said.contains("are left"), "\(said.prefix(500))")
        }
        try await check("shared", against: rows("whole"))
    }

    @Test func `Ctrl-C finishes the running cells, and --resume runs the others`() async throws {
        let outcome = try await Command.shell(
            """
            sextant run '\(file)' --output '\(path("stopped"))' > '\(path("said"))' 2>&1 & process=$!
            while kill -0 $process && ! [ -s '\(path("stopped"))/results.sqlite-wal' ]; do sleep 0.01; done
            kill -INT $process
            wait $process
            echo $?
            """
        )
        // 130 is 128 and the number of SIGINT; 0 means that the run was finished before.
        #expect(["130\n", "0\n"].contains(outcome.output), "\(outcome.output)")
        let said = try String(contentsOfFile: path("said"), encoding: .utf8)
        if outcome.output == "130\n" {
            #expect(said.contains("stopping after the running cells"))
            #expect(said.contains("remain; continue with --resume"))
        }
        let (claims, cells) = try ExperimentStore(reading: ExperimentStore.path(in: path("stopped"))).claimCounts()
        let there = try ExperimentStore(reading: ExperimentStore.path(in: path("stopped"))).cellCount()
        #expect(claims == cells && there == cells, "every claimed cell is stored")
        #expect(try await rows("stopped") == rows("whole"))
    }

    @Test(.enabled("no file system can be mounted here") { try await Command.canMount() })
    func `A full disk is an environment error, and --resume runs the remaining cells`() async throws {
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
        #expect(outcome.error.contains("the disk is full"))
        #expect(outcome.error.contains("finished cells are kept; --resume continues after them"))
        let said = try String(contentsOfFile: path("said"), encoding: .utf8)
        #expect(said.contains(" were already done\n"), "\(said.prefix(200))")
        #expect(try String(contentsOfFile: path("full.csv"), encoding: .utf8) == (try await rows("whole")))
    }
}
