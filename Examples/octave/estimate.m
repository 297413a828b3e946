% Estimates the orientations of a recording:
%   octave-cli estimate.m RECORDING OUTPUT KP KI
arguments = argv();
[folder, output] = arguments{1:2};
kp = str2double(arguments{3});
ki = str2double(arguments{4});

gyroscope = dlmread(fullfile(folder, 'gyroscope.csv'), ',', 1, 0);
accelerometer = dlmread(fullfile(folder, 'accelerometer.csv'), ',', 1, 0);
magnetometer = dlmread(fullfile(folder, 'magnetometer.csv'), ',', 1, 0);

% The filter starts with the first gyroscope sample after a sample of both other sensors.
first = max(accelerometer(1, 1), magnetometer(1, 1));
gyroscope = gyroscope(gyroscope(:, 1) >= first, :);
times = gyroscope(:, 1);

% The last sample of the other sensors at each gyroscope sample.
a = accelerometer(lookup(accelerometer(:, 1), times), 2:4);
m = magnetometer(lookup(magnetometer(:, 1), times), 2:4);

q = mahony(times, gyroscope(:, 2:4), a, m, kp, ki);

file = fopen(output, 'w');
fprintf(file, 't,qw,qx,qy,qz\n');
fprintf(file, '%.17g,%.17g,%.17g,%.17g,%.17g\n', [times q]');
fclose(file);
