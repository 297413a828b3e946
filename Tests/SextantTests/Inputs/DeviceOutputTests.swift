import Foundation
import Recordings
import TestSupport
import Testing

/// Outputs that are not regular files.
struct DeviceOutputTests {
    private let folder: TemporaryFolder
    private let rows: String
    private let places: String
    private let poses: String

    init() throws {
        folder = try TemporaryFolder()
        rows = try folder.write("a,b\n1,x\n3,y\n", to: "in.csv")
        places = try folder.write("lat,lon,name\n48.4,9.98,Ulm\n", to: "places.csv")
        poses = try folder.write("1 0 0 0 0 0 0 1\n2 1 0 0 0 0 0 1\n3 2 0 0 0 0 0 1\n", to: "poses.tum")
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// A command that writes one file, with the extension of the file.
    enum Writer: String, CaseIterable {
        case filter, convert, places, deltas

        var suffix: String { self == .places ? ".csv" : "" }
    }

    private func line(_ writer: Writer, _ output: String) throws -> String {
        switch writer {
        case .filter: "filter '\(rows)' --filter lowPass:alpha=0.5 --columns a --rate 10 --output '\(output)'"
        case .convert: "convert '\(poses)' --to tum --output '\(output)'"
        case .places: "places '\(places)' --output '\(output)'"
        case .deltas: "deltas '\(try folder.write("{\"removals\":[1]}", to: "d.json"))' --export '\(output)'"
        }
    }

    @Test(arguments: Writer.allCases)
    func `A pipe as output is written, and remains a pipe`(writer: Writer) async throws {
        let (pipe, file) = (path("pipe" + writer.suffix), path("file" + writer.suffix))
        let outcome = try await Command.shell(
            """
            mkfifo '\(pipe)' || exit
            cat '\(pipe)' > '\(path("got"))' & reader=$!
            timeout 300 sextant \(try line(writer, pipe)) && sextant \(try line(writer, file)) &&
            wait $reader && cmp '\(path("got"))' '\(file)'
            """
        )
        #expect(outcome.code == 0, "\(outcome.error)\(outcome.output)")
        #expect(FileKind(path: pipe) == .pipe)
    }

    @Test(arguments: Writer.allCases)
    func `A link as output remains a link`(writer: Writer) async throws {
        let (link, file) = (path("link" + writer.suffix), path("file" + writer.suffix))
        let outcome = try await Command.shell(
            """
            ln -s target '\(link)' && sextant \(try line(writer, link)) && sextant \(try line(writer, file)) &&
            cmp '\(path("target"))' '\(file)'
            """
        )
        #expect(outcome.code == 0, "\(outcome.error)\(outcome.output)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
    }

    /// Makes its own device node, because a failure would replace the system's node.
    @Test(.enabled("only root can make device nodes") { geteuid() == 0 }, arguments: Writer.allCases)
    func `A device as output remains a device`(writer: Writer) async throws {
        let device = path("null" + writer.suffix)
        let outcome = try await Command.shell("mknod '\(device)' c 1 3 && sextant \(try line(writer, device))")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(FileKind(path: device) == .characterDevice)
    }

    @Test(arguments: Writer.allCases)
    func `A directory as output is rejected`(writer: Writer) async throws {
        let directory = path("directory" + writer.suffix)
        let outcome = try await Command.shell("mkdir '\(directory)' && sextant \(try line(writer, directory))")
        #expect(outcome.code == Refusal.environment)
        #expect(outcome.error.contains("Is a directory"), "\(outcome.error)")
    }

    @Test func `A link in an output folder remains a link, and a link that leads out of it is refused`() async throws {
        let outcome = try await Command.shell(
            """
            cd '\(folder.url.path)' && mkdir out other && ln -s kept.csv out/ape.csv && ln -s ../kept.csv other/ape.csv
            sextant ape poses.tum poses.tum --output out --replace && test -L out/ape.csv && test -s out/kept.csv || exit 1
            sextant ape poses.tum poses.tum --output other --replace; echo $?; test ! -e kept.csv
            """
        )
        #expect(outcome.code == 0 && outcome.output.hasSuffix("\n2\n"), "\(outcome.error)")
    }

    @Test func `The next process removes the files of a killed one`() async throws {
        let options = "--filter lowPass:alpha=0.5 --columns a --rate 10"
        let outcome = try await Command.shell(
            """
            cd '\(folder.url.path)' && mkfifo rows && exec 3<>rows && printf 'a,b\\n1,x\\n' >&3
            sextant filter - --output out.csv \(options) <rows & child=$!
            until ls -A | grep -q tmp-; do sleep 0.02; done
            kill -KILL $child; wait $child; ls -A | grep -c tmp-
            sextant filter in.csv --output out.csv \(options); ls -A | grep -c tmp-
            """
        )
        #expect(outcome.output == "1\n0\n", "\(outcome.error)")
    }
}
