import SensorModel

/// Reads places from the rows of a CSV file. The delimiters are commas, semicolons or tabs; the column names are those
/// of ``CoordinateColumns`` and ``PlaceProperty``.
struct DelimitedPlaces {
    private let reader: DelimitedReader
    private let coordinates: CoordinateColumns
    /// The fields of the properties, counted from 0.
    private let fields: [PlaceProperty: Int]
    private var file = PlaceFile(format: .csv)

    static func read(path: String) throws(InputError) -> PlaceFile {
        var format = DelimitedFormat(comment: nil, emptyIsNaN: true)
        format.alternativeDelimiters = [UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var places = try DelimitedPlaces(DelimitedReader(path: path, format: format))
        try places.read()
        return places.file
    }

    private init(_ reader: DelimitedReader) throws(InputError) {
        self.reader = reader
        coordinates = try CoordinateColumns.point(in: reader)
        let header = (reader.header ?? []).map(CoordinateColumns.plain)
        var fields: [PlaceProperty: Int] = [:]
        for property in PlaceProperty.allCases {
            fields[property] = property.names.lazy.compactMap { header.firstIndex(of: $0) }.first
        }
        self.fields = fields
    }

    private mutating func read() throws(InputError) {
        var columns = coordinates.both
        if let altitude = fields[.altitude] { columns.append(.position(altitude + 1)) }
        try reader.forEachBlock(of: columns, storingText: true) { block throws(InputError) in
            for row in 0..<block.rowCount { try add(row, block) }
        }
    }

    private mutating func add(_ row: Int, _ block: DelimitedBlock) throws(InputError) {
        let places = coordinates.both.compactMap(reader.firstIndex)
        if places.allSatisfy({ block.text(row: row, field: $0).isEmpty }) {
            file.leaveOut("rows without coordinates")
            return
        }
        let point = try block.point(row: row, column: 0)
        guard CoordinateText.longitudes.contains(block[1][row]) else {
            throw block.error(
                row: row,
                column: 1,
                found: "longitude \(block[1][row])",
                expected: "degrees from -360 to 360",
                remedy: "correct the cell, or remove the row"
            )
        }
        let identifier = text(.identifier, row, block)
        file.places.append(
            PointOfInterest(
                identifier: identifier,
                name: text(.name, row, block) ?? identifier ?? PlaceDraft.name(ordinal: file.places.count + 1),
                point: point,
                altitude: try altitude(row, block),
                category: text(.category, row, block),
                information: text(.information, row, block)
            )
        )
    }

    private func text(_ property: PlaceProperty, _ row: Int, _ block: DelimitedBlock) -> String? {
        guard let field = fields[property] else { return nil }
        let cell = String(decoding: block.text(row: row, field: field), as: UTF8.self)
        return PlaceDraft.words(SpreadsheetText.original(cell))
    }

    private func altitude(_ row: Int, _ block: DelimitedBlock) throws(InputError) -> Metres? {
        guard let field = fields[.altitude], !block.text(row: row, field: field).isEmpty else { return nil }
        let altitude = block[2][row]
        if altitude.isFinite { return altitude }
        throw block.error(
            row: row,
            column: 2,
            found: "altitude \(altitude)",
            expected: "metres",
            remedy: "correct the cell, or leave it empty"
        )
    }
}
