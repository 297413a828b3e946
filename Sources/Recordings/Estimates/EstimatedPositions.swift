public import SensorModel

extension PositionColumns {
    /// The columns of a GeoPose's position.
    static let geoPose = Self(isGeodetic: true, fields: [0, 1, 2])
}

extension EstimateFile {
    /// The names of the conventions that may be set for a file with positions.
    private static let keysOfPositions: Set<String> = Set(
        [EstimateConventions.Key.content, .clock, .clockRate].map(\.rawValue)
    )

    /// Converts the positions to the recording's clock.
    ///
    /// If several rows have the same time, the last one is used.
    ///
    /// - Parameters:
    ///   - conventions: the conventions of the file.
    ///   - epoch: the Unix time of the recording's time zero, which is subtracted if the file's times count from 1970.
    /// - Throws: `InputError` if the file has orientations, or if a convention applies only to orientations.
    public func positions(
        by conventions: EstimateConventions,
        epoch: Int? = nil
    ) throws(InputError) -> Rows<EstimatedPosition> {
        guard case .positions(let columns) = columns.content else {
            throw InputError(
                file: path,
                message: "the file has orientations, but positions are needed",
                advice: "add content=positions, or name the columns latitude and longitude"
            )
        }
        if let key = conventions.given.keys.sorted().first(where: { !Self.keysOfPositions.contains($0) }) {
            throw InputError(
                file: path,
                message: "'\(key)' applies to orientations, but the file has positions",
                advice: "remove '\(key)'"
            )
        }
        var fields: [PositionColumns.Quantity: [Double]] = [:]
        for (quantity, column) in zip(columns.quantities, numbers) { fields[quantity] = column }
        let (first, second) = (fields[.first] ?? [], fields[.second] ?? [])
        let value = { (quantity: PositionColumns.Quantity, row: Int) in
            fields[quantity].flatMap { $0[row].isFinite ? $0[row] : nil }
        }
        if let floor = fields[.floor]?.first(where: { $0.isFinite && $0.rounded() != $0 }) {
            throw InputError(
                file: path,
                message: "the floor \(floor) is not a whole number",
                advice: "number the floors, for example -1, 0 and 1"
            )
        }
        var result = rows(by: conventions, epoch: epoch, called: "position") { row -> EstimatedPosition? in
            let (a, b) = (first[row], second[row])
            guard a.isFinite, b.isFinite else { return nil }
            let floor = value(.floor, row).map { Int(saturating: $0) }
            let height = value(.height, row)
            let accuracy = value(.horizontalAccuracy, row)
            let vertical = value(.verticalAccuracy, row)
            guard columns.isGeodetic else {
                return .local(
                    x: a,
                    y: b,
                    height: height,
                    horizontalAccuracy: accuracy,
                    verticalAccuracy: vertical,
                    floor: floor
                )
            }
            guard a.magnitude <= 90, b.magnitude <= 360 else { return nil }
            return .geodetic(
                LocationFix(
                    latitude: Angle(degrees: a),
                    longitude: Angle(degrees: b),
                    altitudeMetres: height,
                    horizontalAccuracyMetres: accuracy,
                    verticalAccuracyMetres: vertical,
                    floor: floor
                )
            )
        }
        let keys = conventions.text
        result.summary =
            (columns.isGeodetic
                ? "read as latitude and longitude" : "read as metres in the axes of the reference positions")
            + (keys.isEmpty ? " on the recording's clock" : " with \(keys)")
        return result
    }
}
