import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of reading trajectories in each format.
struct TrajectoryReaderTests {
    /// The nonzero components of a quaternion for 90° about z.
    static let half = 0.5.squareRoot()

    private static func read(_ text: String, as format: TrajectoryFormat? = nil) throws -> Trajectory {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "poses")
        return try TrajectoryReader(format: format ?? TrajectoryFormat.detect(path: path)).read(path: path)
    }

    /// The error message without the path of the temporary folder.
    private static func message(_ text: String, as format: TrajectoryFormat? = nil) -> String {
        ReadingError.message(after: "poses") { try read(text, as: format) }
    }

    static let forms: [(TrajectoryFormat, String)] = [
        (.tum, "# time x y z qx qy qz qw\n1.5  1 2 3 0 0 \(half) \(half)\n2.5 4 5 6 0 0 \(-half) \(-half)\n"),
        (
            .euroc,
            "#timestamp, p_x [m], …\n1500000000,1,2,3,\(half),0,0,\(half),9,9\n2500000000,4,5,6,\(half),0,0,\(half),9,9\n"
        ),
        (.kitti, "0 -1 0 1 1 0 0 2 0 0 1 3\n0 -1 0 4 1 0 0 5 0 0 1 6\n"),
        (.native, "t,px,py,pz,qw,qx,qy,qz\n1.5,1,2,3,\(half),0,0,\(half)\n2.5,4,5,6,\(half),0,0,\(half)\n"),
        (
            .native,
            "t,qw,qx,qy,qz,px,py,pz,valid\n1.5,2,0,0,2,1,2,3,1\n2.5,2,0,0,2,4,5,6,1\n"
        ),
    ]

    @Test(arguments: forms)
    func `Each format is detected from its first line and read`(format: TrajectoryFormat, text: String) throws {
        for text in [text, "\u{FEFF}" + text, text.replacing("\n", with: "\r\n"), "\n" + text] {
            let folder = try TemporaryFolder()
            let path = try folder.write(text, to: "poses")
            #expect(try TrajectoryFormat.detect(path: path) == format)
            let trajectory = try TrajectoryReader(format: format).read(path: path)
            #expect(trajectory.times == (format == .kitti ? nil : [1.5, 2.5]))
            #expect(trajectory.poses.map(\.position) == [Vector3(1, 2, 3), Vector3(4, 5, 6)])
            for pose in trajectory.poses {
                // The rotation by 90° maps x to y.
                let turned = pose.orientation.rotate(Vector3(1, 0, 0))
                #expect((turned - Vector3(0, 1, 0)).length < Tolerance.rounding)
            }
            #expect(trajectory.leftOut.isEmpty)
        }
    }

    @Test func `Rows that are not valid, or lack a number, are skipped and counted`() throws {
        let trajectory = try Self.read(
            "t,px,py,pz,qw,qx,qy,qz,valid\n1,0,0,0,1,0,0,0,1\n2,0,,0,1,0,0,0,1\n3,0,0,0,,,,,1\n4,0,0,0,1,0,0,0,0\n"
        )
        #expect(trajectory.times == [1])
        #expect(
            trajectory.leftOut == [
                "rows with an empty position or orientation": 2, "rows marked as not valid": 1,
            ]
        )
    }

    @Test func `Times with decimal places in rows like EuRoC's are seconds, as in ADVIO`() throws {
        let rows = "0,1,2,3,1,0,0,0\n0.01001,1,2,3,1,0,0,0\n0.019989,1,2,3,1,0,0,0\n"
        #expect(try Self.read(rows, as: .euroc).times == [0, 0.01001, 0.019989])
        #expect(try Self.read("0,1,2,3,1,0,0,0\n10010000,1,2,3,1,0,0,0\n", as: .euroc).times == [0, 0.01001])
    }

    @Test func `Equal times are read`() throws {
        #expect(try Self.read("1 0 0 0 0 0 0 1\n1 0 0 0 0 0 0 1\n").times == [1, 1])
    }

    static let bad: [(String, String)] = [
        ("# c\n1 0 x 0 0 0 0 1\n", "2:5: 'x' in column 3 is not a number"),
        ("1 0 0 0 0 0 0 1\n0.5 0 0 0 0 0 0 1\n", "2:1: time 0.5 is earlier than the previous row's time"),
        ("1 0 0 0 0 0 0 0\n", "1:9: the quaternion is zero, which is not an orientation"),
        ("1 0 nan 0 0 0 0 1\n", "1:5: the value nan is not finite"),
        ("inf 0 0 0 0 0 0 1\n", "1:1: time inf is not finite"),
        ("1 0 0 0 0 0 0 1\n2 0 0 0 0 0 0\n", "2:14: the row has 7 fields, but should have 8"),
        (
            "2 0 0 0 0 1 0 0 0 0 1 0\n",
            "1:1: columns 1–3, 5–7 and 9–11 are not a rotation matrix R: RᵀR differs from the identity by up to 3.0, and the determinant of R is 2.0"
        ),
        (
            "-1 0 0 0 0 1 0 0 0 0 1 0\n",
            "1:1: columns 1–3, 5–7 and 9–11 are not a rotation matrix R: RᵀR differs from the identity by up to 0.0, and the determinant of R is -1.0"
        ),
        (
            "1 2 3\n",
            "1: the line has 3 fields separated by spaces, but a trajectory has 8 (TUM) or 12 (KITTI) numbers per line, "
                + "or columns separated by commas (EuRoC, native)"
        ),
        ("t,px,py,pz\n1,2,3,4\n", "1: there is no column 'qw' among the columns t, px, py, pz"),
    ]

    @Test(arguments: bad)
    func `An invalid pose is an error with line and column`(text: String, expected: String) {
        let message = Self.message(text)
        #expect(message.hasPrefix(expected), "\(message)")
    }

    @Test func `Files without poses, and in another format than given, are errors`() {
        #expect(
            Self.message("# nothing\n").contains(
                " the file has no poses, but a trajectory has 8 (TUM) or 12 (KITTI) numbers per line, "
                    + "or columns separated by commas (EuRoC, native)"
            )
        )
        #expect(
            Self.message("t,px,py,pz,qw,qx,qy,qz\n").contains(
                " the trajectory has no poses"
            )
        )
        #expect(
            Self.message("1 0 0 0 0 0 0 1\n", as: .kitti).hasPrefix(
                "1: the number of columns is 8, but must be 12 for the format kitti"
            )
        )
    }
}
