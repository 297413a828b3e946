import Foundation
import Recordings
import TestSupport
import Testing

/// The CI jobs: `Scripts/compare_in_ci.sh`, and the YAML of workflows and actions.
struct CompareInCITests {
    private static func has(_ name: String) -> Bool {
        ["/usr/bin", "/bin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }

    private static let script = Package.root.appendingPathComponent("Scripts/compare_in_ci.sh").path
    private static let recording = Package.root.appendingPathComponent("Datasets/simulated-pocket").path

    /// A repository whose branch main has a filter in a file, and its results as a baseline.
    private struct Repository {
        let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder()
            try setFilter(alpha: 0.2)
            // Replaces GitHub's command: logs its arguments, and lists the comments in a file.
            let stub = """
                #!/bin/sh
                printf '%s\\n' "$*" >>gh.log
                case "$*" in *--paginate*) cat comments 2>/dev/null || true ;; esac
                """
            let path = try folder.write(stub + "\n", to: "bin/gh")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            let outcome = try await shell(
                """
                git init --quiet --initial-branch=main .
                sextant evaluate \(CompareInCITests.recording) --pipeline filter.yaml --output made --format json --quiet
                sextant compare gate/baseline made --update --quiet
                git add filter.yaml gate
                git -c user.name=a -c user.email=a@b commit --quiet --message baseline
                git switch --quiet --create change
                """
            )
            try #require(outcome.code == 0, "\(outcome.error)")
        }

        func setFilter(alpha: Double) throws {
            _ = try folder.write("- triad\n- lowPass: {alpha: \(alpha)}\n", to: "filter.yaml")
        }

        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
        }

        /// Runs lines in the repository, with the stub first in PATH.
        func shell(_ lines: String) async throws -> Command.Outcome {
            try await Command.shell("set -e; cd '\(folder.url.path)'; PATH=\"$PWD/bin:$PATH\"\n\(lines)")
        }

        func compare(_ more: String = "", environment: String = "") async throws -> Command.Outcome {
            let evaluate = "\(CompareInCITests.recording)\n  --pipeline filter.yaml"
            return try await shell("\(environment) '\(CompareInCITests.script)' --evaluate '\(evaluate)' \(more)")
        }
    }

    @Test(.enabled(if: has("git") && has("bash")))
    func `A job passes, fails, comments once and accepts a new baseline`() async throws {
        let repository = try await Repository()
        let page = "GITHUB_STEP_SUMMARY=\"$PWD/page.md\""
        let same = try await repository.compare(environment: page)
        #expect(same.code == 0, "\(same.error)")
        #expect(same.error.contains("the baseline is gate/baseline/results.json of main"))
        #expect(try repository.text("page.md").contains("PASSED"))
        #expect(!FileManager.default.fileExists(atPath: repository.folder.url.appendingPathComponent("gh.log").path))

        try repository.setFilter(alpha: 0.02)
        let worse = try await repository.compare("--pull-request 7")
        #expect(worse.code == 1)
        #expect(worse.output.contains("other parameters: filter.yaml: alpha 0.2 → 0.02"))
        #expect(try repository.text("gh.log").contains("--method POST repos/{owner}/{repo}/issues/7/comments"))
        let comment = try repository.text("out/compare/comment.md")
        #expect(comment.hasPrefix("<!-- sextant compare -->\n# Sextant comparison"))
        _ = try await repository.shell("echo 42 >comments")
        _ = try await repository.compare("--pull-request 7")
        #expect(try repository.text("gh.log").contains("--method PATCH repos/{owner}/{repo}/issues/comments/42"))

        let allowed = try await repository.compare("--compare '--metric jump_count --threshold jump_count=2000'")
        #expect(allowed.code == 0)
        _ = try await repository.shell("sextant compare gate/baseline out/compare/candidate --update --quiet")
        let accepted = try await repository.compare()
        #expect(accepted.code == 0)
        #expect(accepted.output.contains("This change brings a new baseline"))
        let comparison = try repository.text("out/compare/comparison.md")
        #expect(comparison.contains("FAILED"))
        #expect(comparison.contains("**Accepted**"))
    }

    @Test(
        .enabled(if: has("bash")),
        arguments: [
            ("", "found nothing to evaluate"), ("--evaluate", "found '--evaluate' at the end"),
            ("--evaluat x", "found '--evaluat'"),
        ]
    )
    func `Wrong arguments of the script have exit code 2`(arguments: String, words: String) async throws {
        let outcome = try await Command.shell("'\(Self.script)' \(arguments)")
        #expect(outcome.code == 2)
        #expect(outcome.error.contains(words), "\(outcome.error)")
    }

    /// The steps with commands in each workflow and action.
    private static func steps() throws -> [(file: String, run: String)] {
        let root = Package.root.appendingPathComponent(".github")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        let yaml = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "yml" }
        return try yaml.flatMap { file -> [(String, String)] in
            let value = try YAMLValue(parsing: Array(try Data(contentsOf: file)), file: file.lastPathComponent)
            let root = try value.mapping("a workflow or action")
            let jobs = try root.mapping("jobs")?.all.map { try $0.value.mapping($0.name) } ?? []
            let holders = try jobs + [root.mapping("runs")].compactMap(\.self)
            let steps = try holders.flatMap { try $0.required("steps").items("steps") }
            #expect(!steps.isEmpty, "\(file.lastPathComponent)")
            return try steps.compactMap { step in
                try step.mapping("a step").text("run").map { (file.lastPathComponent, $0) }
            }
        }
    }

    @Test func `Workflows and actions are valid YAML, and their steps call the scripts`() throws {
        let steps = try Self.steps()
        #expect(Set(steps.map(\.file)) == ["ci.yml", "action.yml"])
        #expect(steps.contains { $0.run == ".ci/run" })
        #expect(steps.contains { $0.run.contains("Scripts/compare_in_ci.sh") })
        // An expression would be inserted into the shell script, including the title of a pull request.
        for step in steps { #expect(!step.run.contains("${{"), "\(step.file): \(step.run)") }
    }

    @Test(.enabled(if: has("shellcheck")))
    func `shellcheck accepts the steps and the scripts`() async throws {
        let folder = try TemporaryFolder()
        for (index, step) in try Self.steps().enumerated() {
            let file = try folder.write(step.run + "\n", to: "\(index).sh")
            let outcome = try await Command.shell("shellcheck --shell=bash '\(file)'")
            #expect(outcome.code == 0, "\(step.file): \(outcome.output)")
        }
        let script = try await Command.shell("shellcheck '\(Self.script)'")
        #expect(script.code == 0, "\(script.output)")
    }
}
