import SensorModel

/// The position of the label that shows the direction to an off-screen place.
///
/// Yandex 2017, section "Secondary label": the label is on the screen's border, at the intersection with the segment
/// from the middle to the place's projection. It is at the bottom for a place directly at the user's back. As printed,
/// this is valid only for places in front. The projection of a place at the back is mirrored at the middle, so the
/// label would indicate the longer turn. Here the point is mirrored again and lowered by the screen's height. The label
/// then moves continuously along the border on the side of the shorter turn. It is at the bottom for places at the back
/// at about the user's height.
public enum HintLabel {
    /// Returns the middle of the label.
    ///
    /// - Parameters:
    ///   - placement: projection of the place.
    ///   - screen: screen whose border shows the label.
    ///   - inset: distance of the label's middle from the border; less than half the screen's smaller side.
    /// - Returns: The middle of the label; `nil` for a place on the screen and for the device's own position. A place
    ///   in the screen's plane has no projection; its label is in the middle of the bottom.
    public static func point(for placement: ScreenPlacement, on screen: Screen, inset: Double = 0) -> ScreenPoint? {
        let (halfWidth, halfHeight) = (screen.width / 2 - inset, screen.height / 2 - inset)
        precondition(
            inset >= 0 && halfWidth > 0 && halfHeight > 0,
            "the inset must be at least 0 and less than half of each side"
        )
        let middle = screen.middle
        let bottom = ScreenPoint(x: middle.x, y: middle.y + halfHeight)
        guard let point = placement.point else { return placement.isOnUserSide ? bottom : nil }
        var (right, down) = (point.x - middle.x, point.y - middle.y)
        if placement.isOnUserSide {
            (right, down) = (-right, screen.height - down)
        } else if screen.contains(point) {
            return nil
        }
        let reach = max(right.magnitude / halfWidth, down.magnitude / halfHeight)
        guard reach > 0 else { return bottom }
        return ScreenPoint(x: middle.x + right / reach, y: middle.y + down / reach)
    }
}
