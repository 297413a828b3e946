extension UnitQuaternion {
    /// The orientation of a device that is held upright in portrait, device → Earth: its camera looks level towards the
    /// heading, and its y axis points up.
    public static func upright(towards heading: Heading) -> UnitQuaternion {
        let angle = Angle(degrees: heading.degrees)
        // x̂ points to the right of the heading, ŷ up, ẑ backwards.
        return UnitQuaternion(
            columns: Vector3(angle.cosine, -angle.sine, 0),
            Vector3(0, 0, 1),
            Vector3(-angle.sine, -angle.cosine, 0)
        )
    }
}
