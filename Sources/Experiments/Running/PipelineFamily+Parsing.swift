import Pipelines
import Recordings
import SensorModel

extension PipelineFamily {
    /// The maximum number of settings of a pipeline.
    static let maximumSettings = 100_000_000

    /// Reads a pipeline: either its text (SPEC), or a mapping with a SPEC and a grid of varied parameters.
    ///
    /// ```yaml
    /// spec: mahony
    /// grid: {kp: {range: [0.02, 2], step: 0.02}, ki: [0, 0.001]}
    /// random: {count: 50, seed: 1}
    /// ```
    ///
    /// - Parameters:
    ///   - value: entry in the list of pipelines.
    ///   - lookup: stages that the SPEC can name.
    init(_ value: YAMLValue, lookup: StageLookup = .catalogue) throws(InputError) {
        let root = value.isMapping ? try value.mapping("a pipeline") : nil
        try root?.allow(["spec", "name", "grid", "random", "default", "search"] + PipelineTraits.keys)
        let spec = try root?.required("spec") ?? value
        let text = try spec.text("spec")
        var sample: Sample?
        if let random = try root?.mapping("random") {
            try random.allow(["count", "seed"])
            let count = try random.required("count").wholeNumber(.drawnSettings)
            sample = Sample(count: count, seed: try random["seed"]?.seed("seed") ?? 1)
        }
        let isDrawn = sample != nil || root?["search"] != nil
        let axes = try (root?.mapping("grid")?.all ?? []).map { name, item throws(InputError) in
            try GridAxis(name, item, isDrawn: isDrawn)
        }
        try Self.check(axes, root, sample)
        let isOnlySearched = sample == nil && axes.contains { $0.count == nil }
        do throws(InputError) {
            try self.init(
                text,
                name: try root?.text("name"),
                // A range without step or count is used only by a search. The grid then contains only the default
                // setting.
                axes: axes,
                sample: isOnlySearched ? Sample(count: 0, seed: 0) : sample,
                wantsDefault: try root?.flag("default") ?? true,
                lookup: lookup
            )
            for setting in extremes { _ = try specification(values: setting) }
        } catch {
            guard error.cause == .usage else { throw error }
            throw spec.error(message: error.statement, advice: error.advice)
        }
        if count == 0 {
            throw value.error(
                message: "the pipeline has no settings",
                advice: "set 'default' to true, or add 'step' or 'count' to the ranges in 'grid'"
            )
        }
    }

    /// Returns a Boolean value that indicates whether two pipelines have the same name, or the same SPEC and the same
    /// varied parameters.
    fileprivate func isSame(as other: PipelineFamily) -> Bool {
        name == other.name || (text == other.text && axes.map(\.name) == other.axes.map(\.name))
    }

    /// A few settings that together contain every listed value and the bounds of every range. These settings are
    /// checked, so that invalid values are reported before a run.
    private var extremes: [[String]] {
        let all = axes.map { axis -> [String] in
            switch axis.values {
            case .list(let texts): texts
            case .steps(_, _, let count, _): [axis.text(at: 0), axis.text(at: count - 1)]
            case .interval: [axis.text(atShare: 0), axis.text(atShare: 1)]
            }
        }
        let longest = all.map(\.count).max() ?? 0
        return (0..<longest).map { index in all.map { $0[min(index, $0.count - 1)] } }
    }

    private static func check(_ axes: [GridAxis], _ root: YAMLMapping?, _ sample: Sample?) throws(InputError) {
        guard let root else { return }
        for key in ["random", "search"] where axes.isEmpty && root[key] != nil {
            throw root.value.error(
                message: "'\(key)' requires 'grid'",
                advice: "add 'grid' with the parameters and their ranges"
            )
        }
        var settings = 1.0
        for axis in axes { settings *= Double(axis.count ?? 1) }
        guard sample != nil || settings <= Double(maximumSettings) else {
            let count = GridAxis.text(settings)
            throw root.value.error(
                message: "the grid has \(count) settings, but the maximum is \(maximumSettings)",
                advice: "increase the steps, or choose settings at random with 'random'"
            )
        }
    }
}

extension YAMLValue {
    /// Checks that a pipeline is of the same kind as the previous pipelines, and that it does not duplicate one of
    /// them.
    func check(_ family: PipelineFamily, isNoneOf others: [PipelineFamily]) throws(InputError) {
        guard others.allSatisfy({ $0.isOfLocation == family.isOfLocation }) else {
            let (own, other) = family.isOfLocation ? ("locations", "orientations") : ("orientations", "locations")
            throw error(
                message: "'\(family.name)' estimates \(own), but the previous pipelines estimate \(other)",
                advice: "write one file for pipelines of orientations and another one for pipelines of locations"
            )
        }
        guard others.contains(where: family.isSame) else { return }
        throw error(
            message: "the pipeline '\(family.name)' is repeated",
            advice: "combine the values of both entries in one grid, or give the entries different names"
        )
    }
}
