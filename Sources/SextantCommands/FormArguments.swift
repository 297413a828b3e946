public import ArgumentParser
public import Recordings

extension PlaceFormat: ExpressibleByArgument {}
extension WrittenTrajectory.Stream: ExpressibleByArgument {}
