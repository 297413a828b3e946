import Foundation

/// The readings of an upright device that rotates about the vertical.
struct DeviceMotion {
    /// The rotation of the device.
    enum Turning: CaseIterable {
        case swing, still, steady, step
    }

    /// A file of a native folder.
    enum Stream: String, CaseIterable {
        case accelerometer, gyroscope, magnetometer, reference, attitude, heading, location, pose

        var columns: String {
            switch self {
            case .accelerometer, .gyroscope, .magnetometer: "t,x,y,z"
            case .reference, .attitude: "t,qw,qx,qy,qz"
            case .heading: "t,magnetic,true,accuracy"
            case .location: "t,latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy"
            case .pose: "t,px,py,pz,qw,qx,qy,qz"
            }
        }
    }

    let turning: Turning
    /// The radius, in metres, of the circle along which the device moves; 0 if it does not move.
    let radius: Double

    /// A row without its time. The noise is drawn from `choices`.
    func row(of stream: Stream, at time: Double, _ choices: inout InputChoices) -> [Double] {
        func noise(_ size: Double) -> Double { size * (2 * choices.fraction() - 1) }
        let angle = angle(time)
        switch stream {
        case .accelerometer: return [noise(0.02), 9.81 + noise(0.02), noise(0.02)]
        case .gyroscope: return [noise(0.003), rate(time) + noise(0.003), noise(0.003)]
        case .magnetometer:
            return [20 * sin(angle) + noise(0.4), -43 + noise(0.4), -20 * cos(angle) + noise(0.4)]
        case .reference, .attitude: return attitude(angle)
        case .heading:
            let degrees = (720 - angle * 180 / .pi).truncatingRemainder(dividingBy: 360).rounded()
            return [degrees, degrees + 3, 10]
        case .location:
            let (east, north) = position(time)
            let latitude = 48.4 + (north + noise(3)) / 111_000
            return [latitude, 9.98 + (east + noise(3)) / 74_000, 478 + noise(5), 5 + noise(2), 8]
        case .pose:
            let (east, north) = position(time)
            return [east + noise(0.02), north + noise(0.02), 1.5] + attitude(angle)
        }
    }

    /// The angle about the vertical in radians, anticlockwise.
    private func angle(_ time: Double) -> Double {
        switch turning {
        case .swing: 0.5 * sin(5 * time)
        case .still: 0.3
        case .steady: 1.5 * time
        case .step: min(max((time - 0.2) * 5, 0), 1)
        }
    }

    private func rate(_ time: Double) -> Double { (angle(time + 0.5e-3) - angle(time - 0.5e-3)) / 1e-3 }

    /// The quaternion of a device that is upright with the camera to the north, rotated by an angle in radians.
    private func attitude(_ angle: Double) -> [Double] {
        let half = 0.5.squareRoot()
        let (sine, cosine) = (half * sin(angle / 2), half * cos(angle / 2))
        return [cosine, cosine, sine, sine]
    }

    /// The position to the east and north in metres.
    private func position(_ time: Double) -> (Double, Double) {
        let turn = time * 1.4 / max(radius, 1)
        return (radius * cos(turn) - radius, radius * sin(turn))
    }
}
