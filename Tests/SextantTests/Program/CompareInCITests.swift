import Foundation
import Recordings
import TestSupport
import Testing

/// The CI jobs: `Scripts/compare_in_ci.sh`, and the YAML of workflows and actions.
struct CompareInCITests {
    private static let script = Package.root.appendingPathComponent("Scripts/compare_in_ci.sh").path
    private static let recording = Package.root.appendingPathComponent("Datasets/simulated-pocket").path

    /// A repository whose branch main has a filter in a file, and its results as a baseline.
    private struct Repository {
        let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder()
            try setFilter(alpha: 0.2)
            // Replaces GitHub: logs the requests, lists the comments in a file, and ends with its input.
            let server = """
                import http.server, os, sys, threading

                class GitHub(http.server.BaseHTTPRequestHandler):
                    def answer(self):
                        length = int(self.headers.get("Content-Length") or 0)
                        body = self.rfile.read(length).decode()
                        with open("requests.log", "a") as log:
                            print(self.command, self.path, self.headers["Authorization"], body, file=log)
                        comments = open("comments").read() if os.path.exists("comments") else "[]"
                        self.send_response(200)
                        self.end_headers()
                        self.wfile.write(comments.encode() if self.command == "GET" else b"{}")

                    do_GET = do_POST = do_PATCH = answer

                    def log_message(self, *arguments):
                        pass

                server = http.server.HTTPServer(("127.0.0.1", 0), GitHub)
                threading.Thread(target=server.serve_forever, daemon=True).start()
                print(server.server_port, flush=True)
                sys.stdin.read()
                """
            _ = try folder.write(server + "\n", to: "github.py")
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

        /// Runs lines in the repository.
        func shell(_ lines: String) async throws -> Command.Outcome {
            try await Command.shell("set -e; cd '\(folder.url.path)'\n\(lines)")
        }

        func compare(_ more: String = "", environment: String = "") async throws -> Command.Outcome {
            let evaluate = "\(CompareInCITests.recording)\n  --pipeline filter.yaml"
            return try await shell("\(environment) '\(CompareInCITests.script)' --evaluate '\(evaluate)' \(more)")
        }

        /// Compares in the job of pull request 7, with GitHub replaced.
        func compareInPullRequest() async throws -> Command.Outcome {
            let start = """
                mkfifo open
                python3 github.py <open >port &
                exec 9>open
                while [ ! -s port ]; do sleep 0.05; done
                export GITHUB_API_URL="http://127.0.0.1:$(cat port)" GITHUB_REPOSITORY=o/r GH_TOKEN=t
                """
            let outcome = try await compare("--pull-request 7", environment: start + "\n")
            _ = try await shell("rm -f open port")
            return outcome
        }
    }

    @Test(.enabled(if: InstalledProgram.has("git") && InstalledProgram.has("bash") && InstalledProgram.has("python3")))
    func `A job passes, fails, comments once and accepts a new baseline`() async throws {
        let repository = try await Repository()
        let page = "GITHUB_STEP_SUMMARY=\"$PWD/page.md\""
        let same = try await repository.compare(environment: page)
        #expect(same.code == 0, "\(same.error)")
        #expect(same.error.contains("the baseline is gate/baseline/results.json of main"))
        #expect(try repository.text("page.md").contains("PASSED"))
        let log = repository.folder.url.appendingPathComponent("requests.log").path
        #expect(!FileManager.default.fileExists(atPath: log))

        try repository.setFilter(alpha: 0.02)
        let worse = try await repository.compareInPullRequest()
        #expect(worse.code == 1)
        #expect(worse.output.contains("changed parameters: filter.yaml: alpha 0.2 → 0.02"))
        let first = try repository.text("requests.log")
        #expect(
            first.contains("POST /repos/o/r/issues/7/comments Bearer t {\"body\": \"<!-- sextant compare -->"),
            "\(worse.error)"
        )
        let comment = try repository.text("out/compare/comment.md")
        #expect(comment.hasPrefix("<!-- sextant compare -->\n# Sextant comparison"))
        _ = try await repository.shell(
            "printf '[{\"id\": 41, \"body\": \"x\"}, {\"id\": 42, \"body\": \"<!-- sextant compare -->\"}]' >comments"
        )
        _ = try await repository.compareInPullRequest()
        #expect(try repository.text("requests.log").contains("PATCH /repos/o/r/issues/comments/42 Bearer t"))

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
        .enabled(if: InstalledProgram.has("bash")),
        arguments: [
            ("", "option --evaluate is missing or empty"), ("--evaluate", "option '--evaluate' has no value"),
            ("--evaluat x", "unknown option '--evaluat'"),
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
        return try yaml.filter { !$0.path.contains("ISSUE_TEMPLATE") }.flatMap { file -> [(String, String)] in
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

    @Test func `Forms for issues are valid YAML, and their fields have different names`() throws {
        let folder = Package.root.appendingPathComponent(".github/ISSUE_TEMPLATE")
        for name in ["bug.yml", "idea.yml", "log.yml"] {
            let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
            let form = try YAMLValue(parsing: bytes, file: name).mapping("a form")
            for key in ["name", "description"] { #expect(try !form.required(key).text(key).isEmpty) }
            let fields = try form.required("body").items("body").compactMap {
                try $0.mapping("a field")["id"]?.text("id")
            }
            #expect(!fields.isEmpty && Set(fields).count == fields.count, "\(name)")
        }
    }

    @Test func `Workflows and actions are valid YAML, and their steps call the scripts without expressions`() throws {
        let steps = try Self.steps()
        #expect(Set(steps.map(\.file)) == ["ci.yml", "action.yml"])
        #expect(steps.contains { $0.run == ".ci/run" })
        #expect(steps.contains { $0.run.contains("Scripts/compare_in_ci.sh") })
        // An expression would be inserted into the shell script, including the title of a pull request.
        for step in steps { #expect(!step.run.contains("${{"), "\(step.file): \(step.run)") }
    }

    @Test(.enabled(if: InstalledProgram.has("shellcheck")))
    func `shellcheck accepts the steps and the script`() async throws {
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
