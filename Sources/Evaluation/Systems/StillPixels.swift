import Pipelines
import SensorModel

/// The unwanted motion at the centre of the screen at rest: the RMS distance of a place there from its mean.
enum StillPixels {
    static func measure(
        _ shown: Estimates,
        projection: any ScreenProjection,
        motion: ReferenceMotion?,
        into metrics: inout MetricValues
    ) {
        guard let motion, motion.rootMeanSquareSpeed != nil else {
            return metrics.setUnmeasured(
                .stillRMSPixels,
                because: motion == nil ? "there is no reference" : ReferenceMotion.reasonWithoutSpeed
            )
        }
        var squares = CompensatedSum(0)
        var count = 0
        for (mean, inside) in shown.grouped(byRests: motion.rests) {
            let place = mean.rotate(Vector3(0, 0, -1))
            let points = inside.compactMap { projection.placement(ofDirection: place, orientation: $0).point }
            guard let middle = ScreenPoint.mean(of: points) else { continue }
            for point in points {
                let distance = point.distance(to: middle)
                squares.add(distance * distance)
            }
            count += points.count
        }
        guard count > 0 else {
            return metrics.setUnmeasured(
                .stillRMSPixels,
                because: "the reference has no rest (below 2 deg/s for 0.5 s) with pictures"
            )
        }
        metrics.set(.stillRMSPixels, to: (squares.value / Double(count)).squareRoot())
    }
}

extension ScreenPoint {
    fileprivate static func mean(of points: [ScreenPoint]) -> ScreenPoint? {
        guard !points.isEmpty else { return nil }
        var (x, y) = (CompensatedSum(0), CompensatedSum(0))
        for point in points {
            x.add(point.x)
            y.add(point.y)
        }
        return ScreenPoint(x: x.value / Double(points.count), y: y.value / Double(points.count))
    }
}
