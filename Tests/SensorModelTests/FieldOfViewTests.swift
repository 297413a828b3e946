import SensorModel
import Testing

/// The expected values are those that the described systems print for their cameras.
struct FieldOfViewTests {
    @Test(arguments: [
        // AREA, formulas 4.7 and 4.8; iBetelgeuse, research report, section 6.4
        (4.592, 4.28, 56.4225, 5e-5), (3.45, 4.28, 43.9026, 5e-5), (3.58, 3.85, 50, 0.5), (2.69, 3.85, 39, 0.5),
        // The angle is 90° for an image that is twice as wide as its distance.
        (2, 1, 90, 1e-13), (0, 1, 0, 0),
    ])
    func `A field of view is twice the angle of half the image`(
        size: Double,
        focalLength: Double,
        degrees: Double,
        tolerance: Double
    ) {
        #expect(abs(Angle.fieldOfView(size: size, focalLength: focalLength).degrees - degrees) <= tolerance)
    }
}
