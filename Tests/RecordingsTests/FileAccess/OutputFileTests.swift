import Foundation
import Recordings
import TestSupport
import Testing

/// The kind of file at an output path decides how it is written.
struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    private static func save(_ text: String, to path: String) throws {
        try OutputFile.save([(path, Array(text.utf8))])
    }

    @Test func `A listing separates names that are not UTF-8, with their bytes escaped`() throws {
        try folder.write("", to: "é.csv")
        let odd: [UInt8] = Array((folder.url.path + "/x").utf8) + [0xFF, 0xC3, 0x2E, 0x63, 0]
        let file = odd.map(CChar.init(bitPattern:)).withUnsafeBufferPointer { path in
            path.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o600) } ?? -1
        }
        // Some file systems accept only UTF-8.
        guard file >= 0 else { return }
        close(file)
        let listing = try #require(FolderListing(path: folder.url.path))
        #expect(listing.names == ["é.csv"])
        #expect(listing.undecodable == ["x\\xff\\xc3.c"])
        #expect(FolderListing(path: path("none")) == nil)
    }

    @Test func `A link remains a link, and its target is replaced`() throws {
        try folder.write("old", to: "target")
        try FileManager.default.createSymbolicLink(atPath: path("second"), withDestinationPath: "target")
        try FileManager.default.createSymbolicLink(atPath: path("first"), withDestinationPath: path("second"))
        try Self.save("new", to: path("first"))
        #expect(try String(contentsOfFile: path("target"), encoding: .utf8) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("first")) == path("second"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("second")) == "target")
        #expect(try names() == ["first", "second", "target"])
    }

    @Test func `The missing target of a link is created`() throws {
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "target")
        try Self.save("new", to: path("link"))
        #expect(try String(contentsOfFile: path("target"), encoding: .utf8) == "new")
        #expect(try names() == ["link", "target"])
    }

    @Test func `Links in a circle are refused`() throws {
        try FileManager.default.createSymbolicLink(atPath: path("a"), withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(atPath: path("b"), withDestinationPath: "a")
        #expect(throws: FileFailure.self) { try Self.save("new", to: path("a")) }
        #expect(try names() == ["a", "b"])
    }

    @Test func `A pipe receives the bytes and remains a pipe`() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try OutputFile.save([(path("pipe"), Array("new".utf8)), (path("file"), Array("too".utf8))])
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, bytes.count) == 3)
        #expect(String(decoding: bytes[..<3], as: UTF8.self) == "new")
        #expect(FileKind(path: path("pipe")) == .pipe)
        #expect(try names() == ["file", "pipe"])
    }

    @Test func `A folder is refused, and no other file of the set is written`() throws {
        try folder.write("kept", to: "folder/file")
        let error = #expect(throws: FileFailure.self) {
            try OutputFile.save([(path("new"), []), (path("folder"), [])])
        }
        #expect(error?.reason == "Is a directory")
        #expect(try names() == ["folder"])
    }

    @Test func `An unfinished file is removed, and the old file is unchanged`() throws {
        try folder.write("old", to: "file")
        var file: OutputFile? = try OutputFile(path: path("file"))
        try file?.write(Array("new".utf8))
        #expect(try names().count == 2)
        file = nil
        #expect(try names() == ["file"])
        #expect(try String(contentsOfFile: path("file"), encoding: .utf8) == "old")
    }

    @Test func `Temporary files of a killed process are removed, those of a running process are not`() throws {
        // No process has a number this high (PID_MAX_LIMIT is 4,194,304). The parent process is running.
        let dead = ".file.sextant-tmp-2000000000-1"
        let living = ".file.sextant-tmp-\(getppid())-1"
        let foreign = [".file.sextant-tmp-x-1", ".file.tmp-2000000000", "file.sextant-tmp-2000000000-1"]
        for name in [dead, living] + foreign { try folder.write("part", to: name) }
        try Self.save("new", to: path("file"))
        #expect(try names() == ([living, "file"] + foreign).sorted())
    }

    @Test func `A locked temporary file is kept, whatever its process number`() throws {
        let name = ".file.sextant-tmp-2000000000-2"
        let held = open(try folder.write("part", to: name), O_RDONLY)
        defer { close(held) }
        #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
        try Self.save("new", to: path("file"))
        #expect(try names() == [name, "file"])
    }

    @Test func `An anonymous file has no name`() throws {
        let descriptor = try AnonymousFile.make()
        defer { close(descriptor) }
        var status = stat()
        #expect(fstat(descriptor, &status) == 0)
        #expect(status.st_nlink == 0)
    }

    @Test func `A temporary tree is removed with its object`() throws {
        var tree: TemporaryTree? = try TemporaryTree()
        let url = try #require(tree?.url)
        let descriptor = try #require(try tree?.create("a/b/c.csv"))
        close(descriptor)
        #expect(FileManager.default.fileExists(atPath: url.appendingPathComponent("a/b/c.csv").path))
        tree = nil
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
