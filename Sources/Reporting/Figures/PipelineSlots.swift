import Evaluation

/// Which look each pipeline has in all pictures of a report: its position among all pipelines.
struct PipelineSlots {
    private var slots: [PipelineMeans.Key: Int] = [:]

    init(_ groups: [RecordingGroup]) {
        for group in groups {
            for key in PipelineMeans.keys(of: group) where slots[key] == nil { slots[key] = slots.count }
        }
    }

    /// The slots of a group's runs.
    func slots(of group: RecordingGroup) -> [Int] { PipelineMeans.keys(of: group).map { slots[$0, default: 0] } }
}
