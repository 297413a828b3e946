import Pipelines
import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    private static var projection: PerspectiveProjection {
        PerspectiveProjection(camera: ClaimNumbers.yandexCamera, screen: ClaimNumbers.yandexScreen)
    }

    static let yandexMark: [ComputedFigure] = [
        // Projected size at 100 m over that of a straight line between the sizes at 50 m and 2 km.
        ComputedFigure("yandex-size-100", unit: "×") { overLine(at: 100) },
        // Projected size at 1025 m over that of a straight line between the sizes at 50 m and 2 km.
        ComputedFigure("yandex-size-halfway", unit: "×") { overLine(at: 1025) },
        // Share of the way from the mark's largest to its smallest size at 25 m.
        ComputedFigure("yandex-mark-25", unit: "") { markShare(at: 25) },
        // Share of the way from the mark's largest to its smallest size at 1025 m.
        ComputedFigure("yandex-mark-1025", unit: "") { markShare(at: 1025) },
        // Share of the way from the mark's largest to its smallest size at 5 km.
        ComputedFigure("yandex-mark-5000", unit: "") { markShare(at: 5000) },
        // Diameter of the image of the sphere less the wanted 120 points, sphere on the camera's axis.
        ComputedFigure("yandex-sphere-centre", unit: "pt") { sphereExcess(angle: .zero) },
        // Longer axis of the image of the sphere less the wanted 120 points, 30° off the camera's axis.
        ComputedFigure("yandex-sphere-aside", unit: "pt") { sphereExcess(angle: Angle(degrees: 30)) },
        // Angle from the screen's x axis to the image of the scene's X axis, camera north, 15° down.
        ComputedFigure("yandex-billboard-north", unit: "°") { billboardAngle(azimuth: 0) },
        // Angle from the screen's x axis to the image of the scene's X axis, camera 60° east of north, 15° down.
        ComputedFigure("yandex-billboard-60", unit: "°") { billboardAngle(azimuth: 60) },
        // Angle from the screen's x axis to the image of the scene's X axis, camera south, 15° down.
        ComputedFigure("yandex-billboard-south", unit: "°") { billboardAngle(azimuth: 180) },
    ]

    /// Returns the ratio of two sizes of the finish mark. The first is proportional to 1/distance, and the second
    /// decreases linearly from 50 m to 2 km.
    private static func overLine(at distance: Metres) -> Double {
        let (near, far) = (projectedSize(at: 50), projectedSize(at: 2000))
        return projectedSize(at: distance) / (near + (far - near) * (distance - 50) / (2000 - 50))
    }

    /// Returns the size in pixels of a horizontal length of 1 m at this distance, at the centre of the picture.
    private static func projectedSize(at distance: Metres) -> Double {
        let orientation = ClaimNumbers.orientation(elevation: 0)
        let right = projection.placement(
            ofDirection: Vector3(0.5, distance, 0),
            orientation: orientation
        ).point
        let left = projection.placement(
            ofDirection: Vector3(-0.5, distance, 0),
            orientation: orientation
        ).point
        guard let left, let right else { return .nan }
        return right.x - left.x
    }

    private static func markShare(at distance: Metres) -> Double {
        let mark = FinishMark()
        return (mark.largest - mark.size(at: distance)) / (mark.largest - mark.smallest)
    }

    /// Returns the excess in points of the drawn sphere's diameter over the wanted 120 points, by the description's
    /// steps 5 to 7. In these steps, a point 60 points farther out is unprojected to the sphere's depth.
    private static func sphereExcess(angle: Angle) -> Double {
        let wanted = 120.0
        let focalLength = projection.focalLength.x
        // The sphere's distance equals its depth on the axis, and is depth/cos θ off the axis.
        let half = Angle(radians: .asin(wanted / 2 / focalLength * angle.cosine))
        return focalLength * ((angle + half).tangent - (angle - half).tangent) - wanted
    }

    private static func billboardAngle(azimuth: Double) -> Double {
        let orientation = ClaimNumbers.orientation(azimuth: azimuth, elevation: -15)
        let east = orientation.conjugate.rotate(Vector3(1, 0, 0))
        return ClaimNumbers.withoutRounding(Angle(ofPoint: east.x, east.y).degrees.magnitude)
    }

    static let yandexHint: [ComputedFigure] = [
        // Turn that the described label asks for beyond the shortest one, finish 80° to the right.
        ComputedFigure("yandex-hint-80", unit: "°") { extraTurn(azimuth: 80) },
        // Turn that the described label asks for beyond the shortest one, finish 135° to the right.
        ComputedFigure("yandex-hint-135", unit: "°") { extraTurn(azimuth: 135) },
        // The same with rear projections mirrored back, finish 135° to the right.
        ComputedFigure("yandex-hint-mirrored", unit: "°") { extraTurnMirrored(azimuth: 135) },
        // Distance from the screen's bottom to the described label, finish at azimuth 180° and 5° up.
        ComputedFigure("yandex-hint-rear-above", unit: "pt") { heightOfLabel(elevation: 5) },
        // Distance from the screen's bottom to the described label, finish at azimuth 180° and 5° down.
        ComputedFigure("yandex-hint-rear-below", unit: "pt") { heightOfLabel(elevation: -5) },
    ]

    private static func placement(azimuth: Double, elevation: Double) -> ScreenPlacement {
        projection.placement(
            ofDirection: ClaimNumbers.direction(azimuth: azimuth, elevation: elevation),
            orientation: ClaimNumbers.orientation(elevation: 0)
        )
    }

    private static func extraTurn(azimuth: Double) -> Double {
        guard let point = placement(azimuth: azimuth, elevation: 0).point else { return .nan }
        return point.x > projection.screen.middle.x ? 0 : 360 - 2 * azimuth
    }

    private static func extraTurnMirrored(azimuth: Double) -> Double {
        let label = HintLabel.point(
            for: placement(azimuth: azimuth, elevation: 0),
            on: projection.screen
        )
        guard let label else { return .nan }
        return label.x > projection.screen.middle.x ? 0 : 360 - 2 * azimuth
    }

    /// Returns the y coordinate of the hint label in pixels, at the screen's border. The label is on the line from the
    /// screen's centre to the projection of the finish.
    private static func heightOfLabel(elevation: Double) -> Double {
        let screen = projection.screen
        guard let point = placement(azimuth: 180, elevation: elevation).point else { return .nan }
        return point.y > screen.middle.y ? 0 : screen.height
    }

    static let yandexArrows: [ComputedFigure] = [
        // Width of an arrow's 1.0 m at 100 m, upright, two pixels per point.
        ComputedFigure("yandex-arrow-width-100", unit: "px") { 2 * projectedSize(at: 100) },
        // Width of an arrow's 1.0 m at 150 m, upright, two pixels per point.
        ComputedFigure("yandex-arrow-width-150", unit: "px") { 2 * projectedSize(at: 150) },
        // Thickness of an arrow's 0.44 m at 100 m, two pixels per point.
        ComputedFigure("yandex-arrow-thickness-100", unit: "px") { 2 * 0.44 * projectedSize(at: 100) },
        // Segments of 10 m, added until their total exceeds 100 m.
        ComputedFigure("yandex-segments-10", unit: "m") { shown(segment: 10) },
        // Segments of 120 m, added until their total exceeds 100 m.
        ComputedFigure("yandex-segments-120", unit: "m") { shown(segment: 120) },
        // Last arrow ahead of a user 110 m along a segment of 119 m, arrows on 100 m from the user on.
        ComputedFigure("yandex-arrows-from-user", unit: "m") {
            lastArrow(segment: 119, user: 110, start: .nearestPoint)
        },
        // Last arrow ahead of a user 110 m along a segment of 119 m, arrows on whole segments.
        ComputedFigure("yandex-arrows-ahead-110", unit: "m") {
            lastArrow(segment: 119, user: 110, start: .nearestSegment) - 110
        },
        // Last arrow ahead of a user 118 m along a segment of 119 m, arrows on whole segments.
        ComputedFigure("yandex-arrows-ahead-118", unit: "m") {
            lastArrow(segment: 119, user: 118, start: .nearestSegment) - 118
        },
    ]

    private static func shown(segment: Metres) -> Metres {
        var total: Metres = 0
        while total <= 100 { total += segment }
        return total
    }

    /// Returns the distance in metres from the first to the last arrow on a route due north from Moscow with three
    /// segments. The user is on the first segment.
    private static func lastArrow(segment: Metres, user: Metres, start: RouteArrows.Start) -> Metres {
        let plane = ScenePlane()
        func point(_ way: Metres) -> GeographicPoint? {
            plane.point(from: ClaimNumbers.moscow, offset: Vector3(0, 0, -way))
        }
        let vertices = (0...3).compactMap { point(Double($0) * segment) }.map {
            Route.Vertex(point: $0)
        }
        guard let place = point(user) else { return .nan }
        return RouteArrows(start: start, plane: plane).arrows(on: Route(vertices: vertices), from: place).last?.way
            ?? .nan
    }
}
