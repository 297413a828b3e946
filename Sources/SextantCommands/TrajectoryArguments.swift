public import ArgumentParser
public import Evaluation
public import Recordings

extension PoseAlignment: ExpressibleByArgument {}
extension PosePart: ExpressibleByArgument {}
extension PosePairing.Unit: ExpressibleByArgument {}
extension TrajectoryMatching.Method: ExpressibleByArgument {}
extension TrajectoryFormat: ExpressibleByArgument {}
