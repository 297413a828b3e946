public import ArgumentParser
public import Recordings

extension PlaceFormat: ExpressibleByArgument {}
extension RouteFormat: ExpressibleByArgument {}
extension WrittenTrajectory.Stream: ExpressibleByArgument {}
