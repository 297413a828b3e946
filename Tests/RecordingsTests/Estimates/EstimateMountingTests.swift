import Recordings
import SensorModel
import TestSupport
import Testing

@Suite struct EstimateMountingTests {
    private let quarter = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(0, 0, 1))

    @Test func `A body names the file's axis along each axis of the device`() throws {
        // The device's x is the file's −y: a vector along the file's y points along the device's −x.
        let body = try #require(EstimateMounting.body(parsing: "-y/x/z"))
        let turned = body.rotate(Vector3(0, 1, 0))
        #expect((turned - Vector3(-1, 0, 0)).length < Tolerance.rounding)
        #expect(body.angle(to: quarter).radians < Tolerance.rounding)
    }

    @Test func `A body may be a quaternion`() throws {
        let body = try #require(EstimateMounting.body(parsing: "1/0/0/1"))
        #expect(body.angle(to: quarter).radians < Tolerance.rounding)
    }

    @Test(arguments: ["y/x/z", "x/x/z", "x/y", "1/0/0", "0/0/0/0", "a/b/c", ""])
    func `A text that is not a rotation is rejected`(text: String) {
        #expect(EstimateMounting.body(parsing: text) == nil)
        var conventions = EstimateConventions()
        #expect(throws: InputError.self) { try conventions.set("body", to: text) }
    }

    @Test func `A mirrored axis reverses rotations about the other two axes`() {
        var mounting = EstimateMounting()
        mounting.mirror = .z
        // Mirroring z reverses rotations about x and y, and not about z.
        let read = UnitQuaternion(rotationVector: Vector3(0.1, 0.2, 0.3))
        let expected = UnitQuaternion(rotationVector: Vector3(-0.1, -0.2, 0.3))
        #expect(mounting.device(read).angle(to: expected).radians < Tolerance.rounding)
    }

    @Test func `The clock's rate counts from the first time`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("t,qw,qx,qy,qz\n100,1,0,0,0\n200,1,0,0,0\n", to: "mine.csv")
        var conventions = EstimateConventions()
        try conventions.set("clock-rate", to: "1.01")
        try conventions.set("clock", to: "-2")
        let read = try EstimateReader().read(path: path).orientations(by: conventions)
        #expect(read.times == [98, 199])
    }

    @Test(arguments: ["0", "3", "nan", "x"])
    func `A clock rate that is not a number near one is rejected`(text: String) {
        var conventions = EstimateConventions()
        #expect(throws: InputError.self) { try conventions.set("clock-rate", to: text) }
    }
}
