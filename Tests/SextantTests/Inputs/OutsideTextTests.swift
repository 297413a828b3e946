import Foundation
import SensorModel
import TestSupport
import Testing

/// Every command over files whose names, notes and cells control terminals and build servers, and that name programs.
struct OutsideTextTests {
    /// Colours, another line with a command of GitHub Actions, C1 controls, and a change of direction.
    private static let hostile =
        "a\u{1B}[31m\n::error::b\r\n ::stop-commands::c\n##[error]d\u{9B}2Je\u{202E}f\u{7}\u{85}g|`h"
    /// The text between quotation marks in YAML and JSON.
    private static let escaped =
        "a\\u001B[31m\\n::error::b\\r\\n ::stop-commands::c\\n##[error]d\\u009B2Je\\u202Ef\\u0007\\u0085g|`h"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// Writes all files. Returns the commands.
    private func commands() async throws -> [[String]] {
        let text = Self.escaped
        let made = try await Command.run(["simulate", "pan", "--duration", "3", "--output", path("walk"), "--quiet"])
        try #require(made.code == 0, "\(made.error)")
        let program = """
            command: [touch, '\(path("started"))']
            pipelines: ['program.yaml', 'plugin:./libloud.so']
            estimators: ['plugin:./libloud.so']
            """
        try folder.write("command: [touch, '\(path("started"))']\n", to: "program.yaml")
        let yaml = try String(contentsOfFile: path("walk/recording.yaml"), encoding: .utf8)
        let rest = yaml.split(separator: "\n").filter {
            !$0.hasPrefix("name:") && !$0.hasPrefix("source:") && !$0.hasPrefix("licence:")
        }
        let head = "name: \"\(text)\"\nsource: \"\(text)\"\nlicence: \"\(text)\"\n"
        try folder.write(head + rest.joined(separator: "\n") + "\n", to: "walk/recording.yaml")
        try folder.write(head + "\"\(text)\": 1\n", to: "key/recording.yaml")
        try folder.write(head + program, to: "program/recording.yaml")
        try folder.write(head + "streams:\n  gyroscope: {file: \"\(text)\"}\n", to: "file/recording.yaml")
        for name in ["key", "program", "file", "cell", "column", Self.hostile.replacing("/", with: "_")] {
            try folder.write("t,x,y,z\n0,0,0,9.81\n1,0,0,9.81\n", to: "\(name)/accelerometer.csv")
        }
        try folder.write("t,x,y,z\n0,\"\(Self.hostile)\",0,0\n", to: "cell/gyroscope.csv")
        try folder.write("t,x,y,z,\"\(Self.hostile)\"\n0,0,0,0,1\n1,0,0,0,1\n", to: "column/gyroscope.csv")
        try folder.write("t,\"\(Self.hostile)\",b\n0,1,2\n1,2,3\n", to: "unknown.csv")
        let point = "{\"type\":\"Point\",\"coordinates\":[9.5,48.25]}"
        try folder.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"name":"\(text)","information":"\(text)"},"geometry":\(point)}]}
            """,
            to: "places.geojson"
        )
        try folder.write(
            "{\"additions\":[{\"id\":1,\"changed\":2,\"name\":\"\(text)\",\"latitude\":48.5,\"longitude\":9}]}\n",
            to: "deltas.json"
        )
        try folder.write(
            """
            <gpx><rte><name>&#10;::error::x</name>
            <rtept lat="48" lon="9"><name>a&#10;::error::b&#133;</name></rtept><rtept lat="48.1" lon="9"/></rte></gpx>
            """,
            to: "route.gpx"
        )
        try folder.write("name: \"\(text)\"\nlike: area\nsummary: \"\(text)\"\n", to: "system.yaml")
        try folder.write(
            """
            layout: "\(text)"
            recording: file
            remark: "\(text)"
            streams:
              gyroscope: {time: {column: t, unit: s}, columns: {x: "\(text)", y: b, z: b}, unit: rad/s}

            """,
            to: "layout.yaml"
        )
        try folder.write(
            """
            name: e
            recordings: [{path: walk, tags: ["\(text)"]}]
            pipelines: [{spec: triad, name: "\(text)"}]
            groups: ["\(text)"]
            metrics: [total_rmse_deg, lag_ms]
            reports: [md, csv, json, html, tex, junit]

            """,
            to: "experiment.yaml"
        )
        try folder.write(
            """
            name: e
            recordings: [{path: walk}]
            pipelines: [triad, program.yaml, 'plugin:./libloud.so']

            """,
            to: "programs.yaml"
        )
        try folder.write(
            """
            title: "\(text)"
            caption: "\(text)"
            evaluation:
              scenarios: [{scenario: pan, duration: 3}]
              pipelines: [{spec: triad, name: "\(text)"}]
              rows: [pipeline]
              columns: [{metric: total_rmse_deg, title: "\(text)", tolerance: 0.1}]

            """,
            to: "Reports/t/table.yaml"
        )
        let evaluated = try await Command.run(
            ["evaluate", path("walk"), "--pipeline", "triad", "--output", path("first"), "--quiet", "--estimates"]
        )
        try #require(evaluated.code == 0, "\(evaluated.error)")
        let results = try String(contentsOfFile: path("first/results.json"), encoding: .utf8)
        let named = results.replacing("\"triad\"", with: "\"plugin:./libloud.so \(text)\"")
            .replacing(#/"name" : "[^"]*stop-commands[^"]*"/#, with: "\"name\" : \"\(text)\"")
        try folder.write(named, to: "results.json")
        let walk = path("walk")
        var commands: [[String]] = [
            [
                "evaluate", walk, "--pipeline", "triad", "--pipeline", "vqf", "--output", path("o1"), "--estimates",
                "--format",
                "md,csv,json,html,tex,junit,summary,jsonl", "--series", "--verbose",
            ],
            ["evaluate", walk, "--estimate", "\(Self.hostile)=\(walk)/reference.csv", "--pipeline", "triad"],
            ["evaluate", walk, "--pipeline", "triad", "--system", path("system.yaml")],
            ["evaluate", walk, "--pipeline", path("system.yaml"), "--output", path("o2")],
            ["evaluate", walk, "--pipeline", Self.hostile], ["evaluate", walk, "--\(Self.hostile)"], [Self.hostile],
            ["evaluate", walk, path("cell"), path("column"), "--pipeline", "triad", "--output", path("o3")],
            ["report", path("results.json"), "--output", path("o4"), "--format", "md,csv,json,html,tex,junit,summary"],
            ["report", path("results.json")], ["compare", path("first"), path("results.json")],
            ["compare", path("results.json"), path("results.json"), "--format", "md"],
            ["run", path("experiment.yaml"), "--output", path("o5"), "--export", "csv,jsonl", "--verbose"],
            ["run", path("experiment.yaml"), "--dry-run"], ["run", path("experiment.yaml"), "--dry-run", "--json"],
            ["run", path("programs.yaml"), "--output", path("o6")], ["run", path("programs.yaml"), "--dry-run"],
            ["run", path("programs.yaml"), "--dry-run", "--allow-programs"],
            ["merge", path("o5"), "--output", path("o7")], ["report", path("o5"), "--format", "md"],
            ["tables", "--directory", path("Reports")], ["tables", "--directory", path("Reports"), "--check"],
            ["convert", walk, "--output", path("c1")], ["calibrate", walk], ["calibrate", walk, "--json"],
            ["doctor", walk, "--estimate", "\(Self.hostile)=\(walk)/reference.csv"],
            ["doctor", walk, "--estimate", "a=\(walk)/reference.csv", "--json"], ["declination", walk],
            ["scene", walk], ["replay", walk, "--pipeline", "area", "--output", path("r.html")],
            ["systems", walk, "--system", path("system.yaml")], ["ape", walk, "\(walk)/reference.csv"],
            ["rpe", walk, "\(walk)/reference.csv", "--json"], ["layout", path("unknown.csv")],
            ["layout", path("unknown.csv"), "--output", path("l.yaml")], ["inspect", path("unknown.csv")],
            ["inspect", path("unknown.csv"), "--layout", path("layout.yaml")],
            ["places", path("places.geojson"), "--position", "48.2,9.5"], ["deltas", path("deltas.json")],
            ["route", path("route.gpx")], ["route", path("route.gpx"), "--json"],
            ["filter", path("unknown.csv"), "--filter", "lowPass", "--columns", "b"],
            ["distances", path("unknown.csv"), "--output", "-"],
            ["simulate", "pan", "--output", path("nowhere\n::error::/x")],
            ["list", "layouts"],
        ]
        for name in [
            "walk", "key", "program", "file", "cell", "column", Self.hostile.replacing("/", with: "_"), "none\n::a",
        ] {
            commands += [["inspect", path(name)], ["inspect", path(name), "--json"]]
        }
        return commands
    }

    private static func controls(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { OutsideText.isControl($0) && $0 != "\n" && $0 != "\t" }
    }

    private static func hasCommand(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer(OutsideText.hasCommand)
    }

    @Test func `No text from outside controls a terminal, a report or a build server`() async throws {
        let commands = try await commands()
        for arguments in commands {
            let outcome = try await Command.run(arguments, environment: ["GITHUB_ACTIONS": "true"])
            let words = arguments.prefix(2).joined(separator: " ")
            #expect(outcome.code != nil, "\(words)")
            for text in [outcome.output, outcome.error] {
                #expect(Self.controls(in: text).isEmpty, "\(words): \(text.debugDescription)")
                #expect(!Self.hasCommand(text), "\(words): \(text.debugDescription)")
            }
        }
        let formats = ["md", "csv", "json", "jsonl", "html", "tex", "xml", "yaml", "svg"]
        var count = 0
        for name in ["o1", "o2", "o3", "o4", "o5", "o7", "Reports", "c1/recording.yaml", "r.html", "l.yaml"] {
            let files =
                [path(name)] + (FileManager.default.subpaths(atPath: path(name)) ?? []).map { path("\(name)/\($0)") }
            for file in files where formats.contains(URL(fileURLWithPath: file).pathExtension) {
                guard let data = FileManager.default.contents(atPath: file) else { continue }
                if file.hasSuffix("table.yaml") { continue }
                count += 1
                let found = Self.controls(in: String(decoding: data, as: UTF8.self))
                #expect(found.isEmpty, "\(file): \(found.map(\.value))")
            }
        }
        #expect(count > 25)
    }

    #if os(Linux)
    /// A library that logs the programs that a process starts.
    private func spy() async throws -> String {
        let source = try folder.write(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <spawn.h>
            #include <stdio.h>
            #include <stdlib.h>
            static void note(const char *path) {
                FILE *file = fopen(getenv("PROGRAM_LOG"), "a");
                fprintf(file, "%s\\n", path);
                fclose(file);
            }
            int execve(const char *path, char *const arguments[], char *const environment[]) {
                note(path);
                return ((int (*)(const char *, char *const[], char *const[]))dlsym(RTLD_NEXT, "execve"))(
                    path, arguments, environment);
            }
            #define SPAWN(NAME)                                                                                        \\
                int NAME(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,                  \\
                    const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {         \\
                    note(path);                                                                                        \\
                    return ((int (*)(pid_t *, const char *, const posix_spawn_file_actions_t *,                        \\
                        const posix_spawnattr_t *, char *const[], char *const[]))dlsym(RTLD_NEXT, #NAME))(             \\
                        process, path, actions, attributes, arguments, environment);                                   \\
                }
            SPAWN(posix_spawn)
            SPAWN(posix_spawnp)
            int system(const char *command) { note(command); return 1; }
            FILE *popen(const char *command, const char *mode) { note(command); return NULL; }

            """,
            to: "spy.c"
        )
        let loud = try folder.write(
            """
            #include <stdio.h>
            __attribute__((constructor)) static void begin(void) { fclose(fopen("\(path("loaded"))", "w")); }
            """,
            to: "loud.c"
        )
        let built = try await Command.shell(
            "cc -shared -fPIC -o '\(path("spy.so"))' '\(source)' -ldl && cc -shared -fPIC -o '\(path("libloud.so"))' '\(loud)'"
        )
        try #require(built.code == 0, "\(built.error)")
        return path("spy.so")
    }

    @Test(.enabled(if: InstalledProgram.path("cc") != nil, "cc is missing"))
    func `No command starts a program or loads a library that the command line does not name`() async throws {
        let spy = try await spy()
        let commands = try await commands()
        let environment = ["LD_PRELOAD": spy, "PROGRAM_LOG": path("programs.log")]
        func started() -> String { (try? String(contentsOfFile: path("programs.log"), encoding: .utf8)) ?? "" }
        func wasLoaded() -> Bool { FileManager.default.fileExists(atPath: path("loaded")) }
        for arguments in commands {
            _ = try await Command.run(arguments, environment: environment)
            #expect(started() == "" && !wasLoaded(), "\(arguments): \(started())")
            try? FileManager.default.removeItem(atPath: path("programs.log"))
            try? FileManager.default.removeItem(atPath: path("loaded"))
        }
        // The spy works: this command line names a program and a library.
        let named = ["--pipeline", path("program.yaml"), "--pipeline", "plugin:\(path("libloud.so"))"]
        _ = try await Command.run(["evaluate", path("walk")] + named, environment: environment)
        #expect(wasLoaded())
        _ = try await Command.run(
            ["evaluate", path("walk"), "--pipeline", path("program.yaml")],
            environment: environment
        )
        #expect(started().contains("touch"), "\(started())")
    }
    #endif
}
