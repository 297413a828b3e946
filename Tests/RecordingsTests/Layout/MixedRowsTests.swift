import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Files with rows of several types, whose columns differ.
struct MixedRowsTests {
    static let layout = """
        layout: mine
        recording: file
        defaults:
          header: comment
          empty: skip
          required: false
          time: {column: ms, unit: ms}
        streams:
          accelerometer: {rows: {is: ACC}, columns: {x: ax, y: ay, z: az}, unit: m/s^2}
          gyroscope: {rows: {is: GYR}, columns: {x: gx, y: gy, z: gz}, unit: rad/s}
        """

    static let log = """
        # a log
        # ACC,ms,ax,ay,az
        #GYR,gz,gy,gx,ms

        ACC,0,1,2,3
        NOTE,some text
        GYR,6,5,4,10
        # a remark,1,2
        ACC,20,-1,-2,-3
        NOTE,"a, quoted",text
        GYR,9,8,7,30,
        FIX

        """

    private static func read(_ text: String, _ layout: String = layout) throws -> Recording {
        try DelimitedText(text).recording(LayoutTests.layout(layout))
    }

    @Test(arguments: ["\n", "\r\n"])
    func `Each type has columns of its own, named in a comment line`(lineEnd: String) throws {
        let recording = try Self.read(Self.log.replacing("\n", with: lineEnd))
        #expect(recording.accelerometer?.times == [0, 0.02])
        #expect(recording.accelerometer?.values == [Vector3(1, 2, 3), Vector3(-1, -2, -3)])
        #expect(recording.gyroscope?.times == [0.01, 0.03])
        #expect(recording.gyroscope?.values == [Vector3(4, 5, 6), Vector3(7, 8, 9)])
    }

    @Test func `Rows of types that no stream reads are counted`() throws {
        #expect(
            try Self.read(Self.log).leftOut == [
                "data.csv: rows of the type 'NOTE', which the layout does not read": 2,
                "data.csv: rows of the type 'FIX', which the layout does not read": 1,
            ]
        )
    }

    @Test func `The digest is that of the file, although it is read once per type`() throws {
        let text = try DelimitedText(Self.log)
        let once = try DelimitedText(Self.log).recording(
            LayoutTests.layout(Self.layout.replacing(/\n  gyroscope.*/, with: ""))
        )
        #expect(try text.recording(LayoutTests.layout(Self.layout)).sha256 == once.sha256)
    }

    @Test func `An error names the line and the byte of the file`() throws {
        let error = #expect(throws: InputError.self) {
            try Self.read(Self.log.replacing("ACC,20,-1,", with: "ACC,20,one,"))
        }
        #expect(error?.line == 9 && error?.column == 8 && error?.message == "'one' in column 'ax' is not a number")
    }

    static let positions = """
        layout: mine
        recording: file
        defaults: {delimiter: tab, header: false, empty: skip, required: false, time: {column: 1, unit: s}}
        streams:
          accelerometer: {rows: {column: 2, is: A}, columns: {x: 3, y: 4, z: 5}, unit: m/s^2}
          magnetometer: {rows: {column: 2, is: M}, columns: {x: 3, y: 4, z: 5}, unit: uT}
        """

    @Test func `Columns are positions where no line names them, and a type may be missing`() throws {
        let recording = try Self.read("# start\n0\tA\t1\t2\t3\t9\n1\tW\tname\n2\tA\t4\t5\t6\t9\n", Self.positions)
        #expect(recording.accelerometer?.values == [Vector3(1, 2, 3), Vector3(4, 5, 6)])
        #expect(recording.accelerometer?.times == [0, 2] && recording.magnetometer == nil)
    }

    @Test func `The first row of a type may follow megabytes of others`() throws {
        let others = String(repeating: "0\tW\tname of a network\n", count: 90_000)
        let recording = try Self.read(others + "1\tA\t1\t2\t3\n" + others + "2\tM\t4\t5\t6\n", Self.positions)
        #expect(recording.accelerometer?.values == [Vector3(1, 2, 3)])
        #expect(recording.magnetometer?.values == [Vector3(4, 5, 6)])
        #expect(recording.leftOut == ["data.csv: rows of the type 'W', which the layout does not read": 180_000])
    }
}
