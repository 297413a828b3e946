import Evaluation
import Foundation
import Reporting
import SensorModel
import TestSupport
import Testing

@Suite struct EstimatesWriterTests {
    private static func estimates(_ rows: [(Double, UnitQuaternion)]) -> Estimates {
        var estimates = Estimates()
        for (time, orientation) in rows { estimates.append(orientation, at: time) }
        return estimates
    }

    @Test func `Numbers have all digits that read back as the same number`() throws {
        let orientation = try #require(UnitQuaternion(w: 1, x: -2, y: 3, z: 0))
        let content = EstimatesWriter.content(
            Self.estimates([(0, .identity), (0.1, orientation), (1_735_787_045.123_456_7, .identity)])
        )
        #expect(
            String(decoding: content, as: UTF8.self) == """
                t,qw,qx,qy,qz
                0,1,0,0,0
                0.1,0.2672612419124244,-0.5345224838248488,0.8017837257372732,0
                1735787045.1234567,1,0,0,0

                """
        )
    }

    @Test func `Different names become different file names`() {
        let names = [
            "triad", "TRIAD", "a/b", "a:b", "a_b", "../x", "", "-rf", "vqf+oneEuro:minCutoff=1,beta=0.01", "姿勢",
            "a\n\0b",
        ]
        let safe = FileSafeNames.names(for: names)
        #expect(
            safe == [
                "triad", "TRIAD-2", "a_b", "a_b-2", "a_b-3", "_._x", "_", "_rf", "vqf+oneEuro_minCutoff=1,beta=0.01",
                "姿勢",
                "a__b",
            ]
        )
    }

    @Test func `A number is skipped if a name already has it`() {
        #expect(FileSafeNames.names(for: ["a", "a", "a-2"]) == ["a", "a-2", "a-2-2"])
    }

    @Test func `Long names fit the file system and remain different`() {
        let names = FileSafeNames.names(for: ["1", "2"].map { String(repeating: "漢", count: 300) + $0 })
        #expect(names.allSatisfy { $0.utf8.count <= 210 })
        #expect(names[0] != names[1])
    }

    @Test func `Files are stored by recording and pipeline`() throws {
        let folder = try TemporaryFolder()
        let writer = EstimatesWriter(
            directory: folder.url.path,
            recordings: ["walk/1", "walk:1"],
            pipelines: ["triad", "a:b=1"]
        )
        let path = try writer.write(Self.estimates([(0, .identity)]), recording: 1, pipeline: 1)
        #expect(path == folder.url.path + "/estimates/walk_1-2/a_b=1.csv")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "t,qw,qx,qy,qz\n0,1,0,0,0\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/estimates/walk_1-2").count == 1)
    }
}
