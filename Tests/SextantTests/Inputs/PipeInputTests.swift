import Foundation
import TestSupport
import Testing

/// Pipes as inputs, which cannot be read twice.
struct PipeInputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let poses = (0..<1_000).map { "\(1_000 + $0).25 \($0) 0.125 0 0 0 0 1\n" }.joined()
        try folder.write(poses, to: "poses.tum")
        try folder.write("lat,lon,name\n48.4,9.98,Ulm\n", to: "places.csv")
        try folder.write("t,a\n" + (0..<3_000).map { "\($0),\($0)\n" }.joined(), to: "rows.csv")
    }

    /// Runs a script of bash in the folder.
    private func bash(_ line: String) async throws -> Command.Outcome {
        try await Command.shell("cd '\(folder.url.path)' && timeout 300 bash -c '\(line)'")
    }

    @Test(arguments: [
        "convert @poses.tum --to tum --output /dev/stdout --quiet",
        "ape @poses.tum @poses.tum --json | grep -v path",
        "rpe @poses.tum @poses.tum --json | grep -v path",
        "places @places.csv | tail -n +2",
        "inspect @poses.tum | tail -n +2",
        "inspect @rows.csv | tail -n +2",
        "inspect --columns @rows.csv | tail -n +2",
        "filter @rows.csv --filter lowPass --columns a --time t",
        "distances @places.csv --from 48,9 --quiet --output -",
    ])
    func `A pipe is read completely, like a file`(words: String) async throws {
        let file = try await bash("sextant " + words.replacing("@", with: ""))
        let words = words.replacing(#/@(\S+)/#) { "<(cat \($0.1))" }
        let pipe = try await bash("sextant " + words)
        #expect(pipe.output == file.output)
        #expect(pipe.code == file.code)
        #expect(!file.output.isEmpty, "\(file.error)")
    }

    @Test func `Zip archives and results are read from pipes`() async throws {
        let zip = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/zip/sensor-logger.zip").path
        let outcome = try await bash(
            """
            sextant inspect <(cat \(zip)) | tail -n +2 > pipe; sextant inspect \(zip) | tail -n +2 > file
            cmp pipe file && sextant evaluate --scenario still --pipeline triad --output out --quiet &&
            sextant report <(cat out/results.json) --format md > pipe && sextant report out --format md > file &&
            cmp pipe file && sextant compare <(cat out/results.json) <(cat out/results.json) > said
            """
        )
        #expect(outcome.code == 0, "\(outcome.error)\(outcome.output)")
    }

    @Test func `A named pipe does not block after its writer has ended`() async throws {
        let outcome = try await bash("mkfifo pipe; (cat poses.tum > pipe &); sextant inspect pipe")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("pipe · "))
    }

    @Test func `A pipe in a recording's folder is an error and does not block`() async throws {
        let outcome = try await bash(
            "cp -r \(InputFixture.pan) walk && rm walk/gyroscope.csv && mkfifo walk/gyroscope.csv && "
                + "sextant evaluate walk --pipeline triad"
        )
        #expect(outcome.code == Refusal.badData)
        #expect(
            outcome.error.hasPrefix("sextant: walk/gyroscope.csv: this is a pipe, not a file"),
            "\(outcome.error)"
        )
    }

    @Test(arguments: [
        "evaluate \(InputFixture.pan) --layout /dev/zero --pipeline triad",
        "evaluate \(InputFixture.pan) --pipeline zero.yaml",
        "run zero.yaml --output out",
        "simulate zero.yaml --output out",
        "simulate still --noise zero.yaml --output out",
    ])
    func `A YAML file that never ends is rejected at 16 MiB`(words: String) async throws {
        let outcome = try await bash("ln -s /dev/zero zero.yaml; ulimit -v 8000000; sextant \(words)")
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.contains("the file exceeds 16 MiB"), "\(outcome.error)")
    }

    @Test func `A pipe is rejected as a store`() async throws {
        let outcome = try await bash("mkfifo pipe; sextant deltas --store pipe")
        #expect(outcome.code == Refusal.badData)
        #expect(
            outcome.error.contains("pipe: this is not a store of places: it is a pipe or a device"),
            "\(outcome.error)"
        )
    }

    @Test func `After SIGTERM, or after the next process, no temporary file of a zip remains`() async throws {
        let outcome = try await bash(
            """
            mkdir tmp; export TMPDIR=$PWD/tmp; mkdir walk; cp \(InputFixture.pan)/* walk
            for i in 1 2 3 4 5 6 7 8; do cat rows.csv rows.csv rows.csv rows.csv > walk/more$i.csv; done
            python3 -c "import shutil; shutil.make_archive(\\"walk\\", \\"zip\\", \\".\\", \\"walk\\")"
            test -s walk.zip || echo "no archive"
            for count in 1 2 4 8; do
                sextant evaluate walk.zip --pipeline vqf --quiet & child=$!
                until [ "$(find tmp -type f | wc -l)" -ge $count ] || ! kill -0 $child; do :; done
                kill -TERM $child; wait $child; ls -A tmp
            done 2> /dev/null
            sextant evaluate walk.zip --pipeline vqf --quiet & child=$!
            until [ -n "$(ls -A tmp)" ] || ! kill -0 $child; do :; done; kill -KILL $child; wait $child
            sextant evaluate walk.zip --pipeline vqf --quiet || echo "not evaluated"; ls -A tmp
            """
        )
        #expect(outcome.output == "", "\(outcome.error)")
    }
}
