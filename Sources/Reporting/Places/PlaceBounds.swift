import SensorModel

/// The smallest box of meridians and parallels around some points.
struct PlaceBounds: Hashable {
    /// Degrees.
    let latitudes: ClosedRange<Double>
    /// Degrees, eastward from the first to the last; the last is beyond 180 where the box crosses the date line.
    let longitudes: ClosedRange<Double>

    /// Nil without points.
    init?(_ points: [GeographicPoint]) {
        let sorted = points.map(\.longitudeDegrees).sorted()
        let latitudes = points.map(\.latitudeDegrees)
        guard let south = latitudes.min(), let north = latitudes.max(), let west = sorted.first, let east = sorted.last
        else { return nil }
        self.latitudes = south...north
        // The widest gap between neighbours is what the box leaves out.
        var (widest, start, end) = (west + 360 - east, west, east)
        for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > widest {
            (widest, start, end) = (right - left, right, left + 360)
        }
        longitudes = start...end
    }
}
