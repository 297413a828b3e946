import Evaluation
import Foundation
import Geodesy
import Pipelines
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

    /// Degrees and metres. Coordinates as large as the Earth's radius are rounded to about 1e-9 m.
    private static let rounding = 1e-7

    @Test func `A row of positions has the place, the height and the claimed accuracies`() throws {
        let origin = try #require(GeodeticPosition(latitudeDegrees: 48.5, longitudeDegrees: -9.25, height: 500))
        var positions = Positions(in: LocalTangentFrame(at: origin))
        positions.append(PositionEstimate(position: .zero, hasHeight: true, verticalDeviation: 2), at: 0.5)
        let lines = String(decoding: EstimatesWriter.content(positions), as: UTF8.self).split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0] == "t,latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy")
        let cells = lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        try #require(cells.count == 6)
        #expect(cells[0] == "0.5")
        for (cell, expected) in zip(cells[1...3], [48.5, -9.25, 500]) {
            #expect(abs(try #require(Double(cell)) - expected) < Self.rounding)
        }
        #expect(cells[4...] == ["", "2"])
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
        let content = EstimatesWriter.content(Self.estimates([(0, .identity)]))
        let path = try writer.write(content, recording: 1, pipeline: 1)
        #expect(path == folder.url.path + "/estimates/walk_1-2/a_b=1.csv")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "t,qw,qx,qy,qz\n0,1,0,0,0\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/estimates/walk_1-2").count == 1)
    }
}
