import Geodesy
import Pipelines
import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    /// The camera of the iPhone 3GS in portrait, in mm and px (research report, section 6.4).
    private static let camera = Camera.physical(focalLength: 3.85, sensorWidth: 2.69, sensorHeight: 3.58)
    private static let screen = Screen(width: 320, height: 480)
    private static let perspective = PerspectiveProjection(camera: camera, screen: screen)

    static let iBetelgeuseScreen: [ComputedFigure] =
        [
            // Width of view of the camera less that on a screen of 320 by 480 px.
            ComputedFigure("ibetelgeuse-hidden-view", unit: "°") {
                let shown = Angle.fieldOfView(size: screen.width, focalLength: perspective.focalLength.x)
                return (camera.horizontalFieldOfView - shown).degrees
            },
            // Place on a square of 480 px of what is 10° to the right, after dividing by +z/d, d = 2.8.
            ComputedFigure("ibetelgeuse-perspective-right", unit: "px") {
                let direction = Vector3(Angle(degrees: 10).tangent, 0, -1)
                return 240 * direction.x / (direction.z / 2.8)
            },
            // Width of a label in the middle of the screen over its width at any distance there.
            ComputedFigure("ibetelgeuse-size-centre", unit: "×") { labelSize(x: 160, y: 240) },
            // Width of a label in the corner of the screen over that in the middle.
            ComputedFigure("ibetelgeuse-size-corner", unit: "×") { labelSize(x: 0, y: 0) },
        ]
        + [5.0, 12].map { elevation in
            // Elevation that the matrices of appendix A give a place at this elevation, latitude 52.28°, dip 67°.
            ComputedFigure("ibetelgeuse-proof-\(Int(elevation))", unit: "°") { proofElevation(elevation) }
        }
        + [5.0, 50].map { distance in
            // Displacement by 5 cm between the device's middle and its camera, at this distance.
            ComputedFigure("ibetelgeuse-camera-offset-\(Int(distance))", unit: "px") {
                perspective.focalLength.x * 0.05 / distance
            }
        }

    /// Returns the width of a label that is scaled by 1/depth, divided by its width if it is scaled by 1/distance.
    private static func labelSize(x: Double, y: Double) -> Double {
        let (across, along) = (x - screen.width / 2, y - screen.height / 2)
        let focal = perspective.focalLength
        return (1 + across * across / (focal.x * focal.x) + along * along / (focal.y * focal.y)).squareRoot()
    }

    /// Returns the elevation in degrees after the transformation D⁻¹ L⁻¹ of appendix A. The horizontal axes of this
    /// transformation do not have unit length.
    private static func proofElevation(_ elevation: Double) -> Double {
        let latitude = Ellipsoid.wgs84.geocentricLatitude(at: Angle(degrees: 52.28))
        let dip = Angle(degrees: 67)
        // East, North and Up in ECEF at longitude 0. Up points away from the Earth's centre.
        let east = Vector3(0, 1, 0)
        let north = Vector3(-latitude.sine, 0, latitude.cosine)
        let up = Vector3(latitude.cosine, 0, latitude.sine)
        // l_x = z × l_z, l_y = l_z × l_x, l_z: the columns of L.
        let right = Vector3(0, 0, 1).cross(up)
        let local = Matrix3(rows: right, up.cross(right), up).transposed
        // The device is level and points north: its axes are East, North, Up.
        let gravity = Vector3(0, 0, -1)
        let field = Vector3(0, dip.cosine, -dip.sine)
        let deviceEast = field.cross(-gravity)
        let device = Matrix3(rows: deviceEast, (-gravity).cross(deviceEast), -gravity).transposed
        let angle = Angle(degrees: elevation)
        let place = (east + north) * (0.5.squareRoot() * angle.cosine) + up * angle.sine
        guard let inverse = local.inverse else { return .nan }
        return (device * (inverse * place)).elevation.degrees
    }
}
