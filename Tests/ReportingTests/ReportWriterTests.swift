import Evaluation
import Foundation
import Reporting
import TestSupport
import Testing

@Suite struct ReportWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test func `results.json is always written, and the directory is created`() throws {
        let directory = folder.url.path + "/a/b"
        let paths = try ReportWriter(directory: directory).write(Specimens.walk, formats: [])
        #expect(paths == [directory + "/results.json"])
        #expect(try names(in: directory) == ["results.json"])
    }

    @Test func `The files replace older ones and contain the reports`() throws {
        let directory = folder.url.path
        try folder.write("old", to: "report.csv")
        let writer = ReportWriter(directory: directory)
        let paths = try writer.write(Specimens.walk, formats: [.csv, .json, .markdown])
        #expect(paths == ["results.json", "report.csv", "report.md"].map { "\(directory)/\($0)" })
        #expect(try names(in: directory) == ["report.csv", "report.md", "results.json"])
        #expect(try String(contentsOfFile: paths[1], encoding: .utf8) == CSVReport().render(Specimens.walk))
        #expect(try String(contentsOfFile: paths[2], encoding: .utf8).contains("Reproduce with"))
    }

    @Test func `A file where the directory should be is an error of the environment`() throws {
        let file = try folder.write("I am a file", to: "occupied")
        let error = #expect(throws: ReportError.self) {
            try ReportWriter(directory: file + "/out").write(Specimens.walk, formats: [.csv])
        }
        #expect(error?.isEnvironment == true)
        #expect(try names(in: folder.url.path) == ["occupied"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "I am a file")
    }

    @Test func `A report that cannot be renamed leaves no temporary file`() throws {
        let directory = folder.url.path
        try folder.write("in the way", to: "report.csv/file")
        #expect(throws: ReportError.unwritable(path: directory + "/report.csv", reason: "Is a directory")) {
            try ReportWriter(directory: directory).write(Specimens.walk, formats: [.csv])
        }
        #expect(try names(in: directory).filter { $0.contains("tmp") } == [])
    }

    @Test func `If one of several files cannot be written, none appears`() throws {
        let directory = folder.url.path
        let tooLong = String(repeating: "x", count: 300)
        #expect(throws: ReportError.self) {
            try WholeFiles.save([("\(directory)/first", [1]), ("\(directory)/\(tooLong)", [2])])
        }
        #expect(try names(in: directory) == [])
    }
}
