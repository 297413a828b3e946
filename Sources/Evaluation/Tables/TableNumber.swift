/// A number in a report table: how it is shown, and by how much it may differ when the table is made again.
public struct TableNumber: Sendable, Hashable {
    public var value: Double
    public var form: TableNumberForm
    public var tolerance: TableTolerance

    public init(_ value: Double, _ form: TableNumberForm, tolerance: TableTolerance = .absolute(0)) {
        self.value = value
        self.form = form
        self.tolerance = tolerance
    }
}
