function q = mahony(times, rates, accelerations, fields, kp, ki)
  % MAHONY  Mahony's explicit complementary filter over a recording.
  %
  % Each row of the inputs belongs to a gyroscope sample: seconds, rad/s, m/s^2, uT. A row of q is the quaternion
  % w, x, y, z from the device to East, North, Up.
  %
  % R. Mahony, T. Hamel, J.-M. Pflimlin, "Nonlinear complementary filters on the special orthogonal group", 2008, in
  % quaternion form with equal weights.
  count = numel(times);
  q = zeros(count, 4);
  q(1, :) = start(accelerations(1, :), fields(1, :));
  integral = [0 0 0];
  for i = 2:count
    interval = times(i) - times(i - 1);
    a = accelerations(i, :) / norm(accelerations(i, :));
    m = fields(i, :) / norm(fields(i, :));
    axes = matrix(q(i - 1, :));
    % The measured field in Earth axes, with its horizontal part along north.
    h = axes * m';
    predicted = hypot(h(1), h(2)) * axes(2, :) + h(3) * axes(3, :);
    e = cross3(a, axes(3, :)) + cross3(m, predicted);
    integral = integral + ki * interval * e;
    rate = rates(i, :) + kp * e + integral;
    next = q(i - 1, :) + interval / 2 * product(q(i - 1, :), [0 rate]);
    q(i, :) = next / norm(next);
  end
end

function q = start(a, m)
  % The orientation that turns gravity upright and the horizontal field to North.
  a = a / norm(a);
  tilt = [0 1 0 0];
  if a(3) > -1
    tilt = [1 + a(3), a(2), -a(1), 0];
    tilt = tilt / norm(tilt);
  end
  h = matrix(tilt) * m';
  half = atan2(h(1), h(2)) / 2;
  q = product([cos(half) 0 0 sin(half)], tilt);
end

function r = matrix(q)
  % The rotation matrix of a quaternion: its rows are East, North and Up in device axes.
  w = q(1); x = q(2); y = q(3); z = q(4);
  r = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)
       2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)
       2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
end

function r = product(p, q)
  r = [p(1) * q(1) - p(2) * q(2) - p(3) * q(3) - p(4) * q(4), ...
       p(1) * q(2) + p(2) * q(1) + p(3) * q(4) - p(4) * q(3), ...
       p(1) * q(3) - p(2) * q(4) + p(3) * q(1) + p(4) * q(2), ...
       p(1) * q(4) + p(2) * q(3) - p(3) * q(2) + p(4) * q(1)];
end

function r = cross3(a, b)
  % The cross product; faster than cross() for single vectors.
  r = [a(2) * b(3) - a(3) * b(2), a(3) * b(1) - a(1) * b(3), a(1) * b(2) - a(2) * b(1)];
end
