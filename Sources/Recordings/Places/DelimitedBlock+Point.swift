public import SensorModel

extension DelimitedBlock {
    /// The point whose latitude is in a column, and whose longitude is in the one behind it. Columns are counted from 0 in
    /// the order in which they were asked for, rows within the block.
    ///
    /// - Throws: ``InputError`` for a latitude beyond a pole, and for what is no number.
    public func point(row: Int, column: Int) throws(InputError) -> GeographicPoint {
        let (latitude, longitude) = (self[column][row], self[column + 1][row])
        if let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude) { return point }
        let isLatitude = !(latitude.magnitude <= 90)
        throw error(
            row: row,
            column: isLatitude ? column : column + 1,
            found: isLatitude ? "latitude \(latitude)" : "longitude \(longitude)",
            expected: isLatitude ? "degrees from -90 to 90" : "a number of degrees",
            remedy: isLatitude && latitude.magnitude <= 180
                ? "correct the cell, or see whether latitude and longitude are swapped"
                : "correct the cell, or remove the row"
        )
    }
}
