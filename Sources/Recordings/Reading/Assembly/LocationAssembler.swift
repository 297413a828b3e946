import SensorModel

/// A builder of the stream of position fixes.
///
/// Rows without latitude and longitude are left out. Negative accuracies are missing values.
final class LocationAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private let required: [Int]
    private var rows: SampleRows
    private var times: [Seconds] = []
    private var values: [LocationFix] = []
    private var leftOut = 0

    init(_ plan: AssemblyPlan) {
        self.plan = plan
        required = plan.indices([.latitude, .longitude])
        rows = SampleRows(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try rows.select(from: block)
        rows.reserve(&times, in: block)
        rows.reserve(&values, in: block)
        for (index, row) in rows.indices.enumerated() {
            guard let latitude = block.finite(row, required[0]), let longitude = block.finite(row, required[1]) else {
                leftOut += 1
                continue
            }
            guard abs(latitude) <= 90 else {
                throw block.error(
                    row: row,
                    column: required[0],
                    found: "latitude \(latitude)",
                    expected: "degrees from -90 to 90",
                    remedy: "check that latitude and longitude are not swapped"
                )
            }
            times.append(rows.times[index])
            values.append(fix(latitude, longitude, block, row))
        }
    }

    private func fix(_ latitude: Double, _ longitude: Double, _ block: DelimitedBlock, _ row: Int) -> LocationFix {
        LocationFix(
            latitude: Angle(degrees: latitude),
            longitude: Angle(degrees: longitude),
            altitudeMetres: block.finite(row, plan.columns[.altitude]),
            horizontalAccuracyMetres: accuracy(block.finite(row, plan.columns[.horizontalAccuracy])),
            verticalAccuracyMetres: accuracy(block.finite(row, plan.columns[.verticalAccuracy]))
        )
    }

    private func accuracy(_ value: Double?) -> Double? { value.flatMap { $0 < 0 ? nil : $0 } }

    func store(in streams: inout AssembledStreams) {
        plan.store(SensorStream(times: times, values: values), of: rows, \.location, in: &streams)
        plan.note(leftOut, "rows without latitude and longitude", in: &streams)
    }
}
