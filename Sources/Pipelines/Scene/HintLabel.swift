import SensorModel

/// The position of the label that points to an off-screen place.
///
/// The label of Yandex 2018, section "Secondary label", is on the screen's border, where the line from the middle to
/// the place's projection intersects the border. For a place at the user's back, the label is at the bottom.
///
/// The rule in the article is correct only for places in front of the camera. If a place is on the user's side of the
/// screen, the projection is mirrored at the middle. The label would then point in the direction of the longer
/// rotation. This type therefore mirrors such a projection again, and lowers it by the screen's height. The label then
/// moves continuously along the border, on the side of the shorter rotation. For such places at about the user's
/// height, the label is at the bottom.
public enum HintLabel {
    /// Returns the position of the label's middle.
    ///
    /// - Parameters:
    ///   - placement: the projection of the place.
    ///   - screen: the screen whose border shows the label.
    ///   - inset: the distance of the label's middle from the border in pixels; less than half the screen's smaller
    ///     side.
    /// - Returns: The label's middle in pixels; `nil` for a place on the screen and for the device's own position. A
    ///   place in the screen's plane has no projection; its label is at the bottom, in the middle.
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
