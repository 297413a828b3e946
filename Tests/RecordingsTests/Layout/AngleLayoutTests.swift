import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of orientations in angles, and of accelerations whose sign follows from the attitude.
struct AngleLayoutTests {
    /// Rounding of a few products of sines.
    private static let tolerance = 1e-14
    /// The angles of a browser: https://www.w3.org/TR/orientation-event/#deviceorientation
    private static let browser = """
        attitude:
            columns: {yaw: alpha, roll: beta, pitch: gamma}
            sequence: zxy
            time: {column: t}
        """

    private static func read(_ text: String, _ streams: String) throws -> Recording {
        let layout = try LayoutTests.layout("layout: mine\nrecording: file\nstreams:\n  \(streams)\n")
        return try DelimitedText(text).recording(layout)
    }

    @Test func `The angles of a browser are the rotation of its specification`() throws {
        let attitude = try #require(try Self.read("t,alpha,beta,gamma\n0,30,40,50\n", Self.browser).attitude)
        let degree = Double.pi / 180
        let (cz, sz) = (cos(30 * degree), sin(30 * degree))
        let (cx, sx) = (cos(40 * degree), sin(40 * degree))
        let (cy, sy) = (cos(50 * degree), sin(50 * degree))
        // The columns of the specification's matrix, device to East, North, Up.
        let columns = [
            Vector3(cz * cy - sz * sx * sy, cy * sz + cz * sx * sy, -cx * sy),
            Vector3(-cx * sz, cz * cx, sx),
            Vector3(cy * sz * sx + cz * sy, sz * sy - cz * cy * sx, cx * cy),
        ]
        for (axis, column) in zip([Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)], columns) {
            #expect((attitude.values[0].rotate(axis) - column).length < Self.tolerance)
        }
    }

    @Test(arguments: [("30,0,0", Vector3(0, 0, -0.5)), ("0,0,30", Vector3(0, 0.5, 0)), ("90,0,90", Vector3(0, 0, -1))])
    func `Aerospace angles turn about z, then y, then x`(angles: String, x: Vector3) throws {
        let stream = "attitude: {columns: {roll: r, pitch: p, yaw: y}, sequence: zyx, time: {column: t}}"
        let attitude = try #require(try Self.read("t,p,r,y\n0,\(angles)\n", stream).attitude)
        let turned = attitude.values[0].rotate(Vector3(1, 0, 0))
        // The x axis is that of an aircraft's nose: pitch lowers it, yaw turns it to the left where z is up.
        #expect(
            abs(turned.z - x.z) < Self.tolerance && (x.z == -1 || abs(turned.y - x.y) < Self.tolerance),
            "\(turned)"
        )
    }

    @Test func `Radians are read, and rows without numbers are left out`() throws {
        let stream = """
            attitude: {columns: {roll: r, pitch: p, yaw: y}, sequence: xyz, angleUnit: rad, empty: nan, time: {column: t}}
            """
        let recording = try Self.read("t,r,p,y\n0,0,0,1.5707963267948966\n1,0,,0\n", stream)
        let attitude = try #require(recording.attitude)
        #expect(attitude.times == [0])
        #expect((attitude.values[0].rotate(Vector3(1, 0, 0)) - Vector3(0, 1, 0)).length < Self.tolerance)
        #expect(recording.leftOut == ["data.csv: angles that are not numbers": 1])
    }

    @Test func `Angles without their order, with a wrong one or with a part missing are an error`() throws {
        let columns = "columns: {roll: r, pitch: p, yaw: y}, time: {column: t}"
        let text = "t,r,p,y\n0,0,0,0\n"
        let missing = #expect(throws: InputError.self) { try Self.read(text, "attitude: {\(columns)}") }
        #expect(missing?.message == "the key 'sequence' is missing (given: columns, time)")
        let wrong = #expect(throws: InputError.self) { try Self.read(text, "attitude: {\(columns), sequence: zxz}") }
        #expect(wrong?.line == 4)
        #expect(
            wrong?.message == "unknown sequence of rotations 'zxz': use one of xyz, xzy, yxz, yzx, zxy, zyx"
        )
        let part = #expect(throws: InputError.self) {
            try Self.read(text, "attitude: {columns: {roll: r, yaw: y}, sequence: zyx, time: {column: t}}")
        }
        #expect(part?.message == "the key 'pitch' is missing (given: roll, yaw)")
    }

    // MARK: - The sign of gravity

    /// A phone upright and one on its back; the second one's acceleration has a wrong sign if `odd`.
    private static func log(_ sign: String, odd: Bool = false) -> String {
        let other = (sign == "-") != odd ? "-" : ""
        return "t,alpha,beta,gamma,x,y,z\n0,10,90,0,0,\(sign)9.8,0\n1,20,0,0,0,0,\(other)9.8\n"
    }

    private static let signed = """
        accelerometer: {columns: {x: x, y: y, z: z}, unit: m/s^2, sign: attitude, time: {column: t}}
          \(browser)
        """

    @Test func `The attitude determines the sign of accelerations`() throws {
        let expected = [Vector3(0, 9.8, 0), Vector3(0, 0, 9.8)]
        let android = try Self.read(Self.log(""), Self.signed)
        #expect(android.accelerometer?.values == expected && android.remark == nil)
        let safari = try Self.read(Self.log("-"), Self.signed)
        #expect(safari.accelerometer?.values == expected)
        #expect(
            safari.remark
                == "accelerations were inverted, because they had the sign of gravity according to the attitude"
        )
    }

    @Test func `Accelerations that contradict the attitude, or without one, are an error`() throws {
        let mixed = #expect(throws: InputError.self) { try Self.read(Self.log("", odd: true), Self.signed) }
        #expect(
            mixed?.message
                == "according to the attitude, accelerations point up in 50 % of the samples, so their sign is ambiguous"
        )
        let late = "t,alpha,beta,gamma,x,y,z\n0,,,,0,9.8,0\n"
        let alone = #expect(throws: InputError.self) {
            try Self.read(late, Self.signed.replacing("sequence: zxy", with: "sequence: zxy\n    empty: skip"))
        }
        #expect(
            alone?.message
                == "the sign of the accelerations is unknown, because there is no attitude at the same times"
        )
    }
}
