public import ArgumentParser
public import Evaluation
public import Recordings

extension CaseIterable where Self: RawRepresentable<String> {
    /// The words that an option takes, for its help.
    static var choices: String { allCases.map(\.rawValue).joined(separator: "|") }
}

extension PoseAlignment: ExpressibleByArgument {}
extension PosePart: ExpressibleByArgument {}
extension PosePairing.Unit: ExpressibleByArgument {}
extension TrajectoryMatching.Method: ExpressibleByArgument {}
extension TrajectoryFormat: ExpressibleByArgument {}
