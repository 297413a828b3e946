import SensorModel

/// Where the label stands that says which way to turn to a place that is not on the screen.
///
/// Yandex 2017, section "Secondary label": on the screen's border, where the segment from the middle to the place's
/// projection crosses it, and at the bottom for a place straight behind. As written that holds in front only: the
/// projection of a place behind is mirrored at the middle, and the label would send its user the long way round. Here
/// it is mirrored back, and lowered by the screen's height. So the label moves along the border without a jump, on the
/// side of the shortest turn, and is at the bottom for what is behind at about the user's height.
public enum HintLabel {
    /// - Parameters:
    ///   - placement: where the projection puts the place.
    ///   - screen: on whose border the label goes.
    ///   - inset: how far the label's middle stays away from the border; less than half the screen's smaller side.
    /// - Returns: nil where the place is on the screen, and for the device's own position. The bottom's middle for a
    ///   place exactly beside the camera, which has no projection.
    public static func point(for placement: ScreenPlacement, on screen: Screen, inset: Double = 0) -> ScreenPoint? {
        let (halfWidth, halfHeight) = (screen.width / 2 - inset, screen.height / 2 - inset)
        precondition(inset >= 0 && halfWidth > 0 && halfHeight > 0, "a label's middle is on the screen")
        let middle = screen.middle
        let bottom = ScreenPoint(x: middle.x, y: middle.y + halfHeight)
        guard let point = placement.point else { return placement.isBehind ? bottom : nil }
        var (right, down) = (point.x - middle.x, point.y - middle.y)
        if placement.isBehind {
            (right, down) = (-right, screen.height - down)
        } else if screen.contains(point) {
            return nil
        }
        let reach = max(right.magnitude / halfWidth, down.magnitude / halfHeight)
        guard reach > 0 else { return bottom }
        return ScreenPoint(x: middle.x + right / reach, y: middle.y + down / reach)
    }
}
