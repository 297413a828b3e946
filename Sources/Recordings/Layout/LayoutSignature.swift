/// What tells recordings in a layout from others. The streams of a layout are many more words than that: they are parsed
/// once its recording is found.
struct LayoutSignature: Sendable {
    let name: String
    let container: Layout.Container
    /// One of them holds.
    let conditions: [LayoutCondition]
    let layout: @Sendable () -> Layout
}

extension LayoutSignature {
    init(of layout: Layout) {
        self.init(name: layout.name, container: layout.container, conditions: layout.signature) { layout }
    }
}
