% Returns the variances of a phone's sensors, as the authors measured them, for the algorithms whose names end in Sn.
function noises = device_noises(device)
    switch device
        case 'Nexus5'
            acc = [1.60e-2 1.56e-2 2.85e-2]; gyr = [9.38e-4 8.18e-4 7.77e-4]; mag = [0.650 0.687 0.625];
        case 'iPhone4S'
            acc = [1.9e-2 1.9e-2 2.3e-2]; gyr = [2.9e-3 2.7e-3 3.8e-3]; mag = [1.2 1.1 1.4];
        case 'iPhone5'
            acc = [1e-2 1e-2 1e-2]; gyr = [2e-3 2e-3 2e-3]; mag = [0.75 0.75 0.8];
    end
    noises = struct('accelerometer', acc.^2, 'gyroscope', gyr.^2, 'magnetometer', mag.^2, ...
        'gyroscopeBias', [7e-8 7e-8 7e-8].^2);
end
