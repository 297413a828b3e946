extension MadeTable {
    /// The table of scenes, which are in the order inputs × methods.
    public init(_ definition: TableDefinition, _ table: SceneTable, scenes: [[SceneEvaluation]]) {
        self.init(
            definition,
            table: table.table(of: scenes),
            inputs: Self.inputs(table.inputs, scenes.map { $0.first?.sha256 ?? "" }),
            legend: table.legend
        )
    }
}
